import Foundation
import TestSupport
import Testing

/// Sections of the page of tasks, each in a folder of its own with two screenshots.
@Suite("the page of tasks")
struct TaskPageTests {
  struct Task: CustomTestStringConvertible {
    let testDescription: String
    let scenes: [(name: String, text: String)]
    let commands: String
  }

  private static let tasks = Result {
    let path = "Sources/SceneFormat/SceneFormat.docc/Tasks.md"
    let page = try String(contentsOf: Fixtures.package.appending(path: path), encoding: .utf8)
    return page.split(separator: "\n## ").dropFirst(2).map(task)
  }

  /// A scene is called as its first line says, else `scene.json`.
  private static func task(_ section: Substring) -> Task {
    var parts = section.components(separatedBy: "\n```")
    let title = parts[0].prefix { $0 != "\n" }
    parts.removeAll { !$0.hasPrefix("json\n") && !$0.hasPrefix("sh\n") }
    return Task(
      testDescription: String(title),
      scenes: parts.filter { $0.hasPrefix("json\n") }.map { part in
        let text = String(part.dropFirst(5))
        let name = text.prefixMatch(of: /\/\/ (\S+)\n/)?.output.1
        return (name.map(String.init) ?? "scene.json", text)
      },
      commands: parts.filter { $0.hasPrefix("sh\n") }.map { $0.dropFirst(3) }
        .joined(separator: "\n"))
  }

  @Test("it has all tasks")
  func titles() throws {
    let tasks = try Self.tasks.get()
    #expect(
      tasks.map(\.testDescription) == [
        "A tap", "A keyboard", "A sheet with detents", "A list that staggers",
        "A toast above the bars", "A badge", "Two screenshots at 3x", "A GIF 390 wide",
        "A smaller GIF", "Dark and light",
      ])
    for task in tasks { #expect(!(task.scenes.isEmpty && task.commands.isEmpty)) }
  }

  /// Two screenshots of a phone.
  private static let screenshots = """
    echo '{ "version": 1, "from": { "statusBar": true }, "to": { "background": "#CDE8C9" } }' >a.json
    render-transition frame a.json -q --scale 3 --at 0% -o home.png
    render-transition frame a.json -q --scale 3 --at 100% -o detail.png
    """

  @Test(
    "its scenes have no mistakes and no warnings, can be drawn, and its commands run",
    arguments: try tasks.get())
  func runs(_ task: Task) throws {
    let folder = try ScratchFolder()
    for scene in task.scenes { try folder.write(scene.text, to: scene.name) }
    let looks = task.scenes.map { scene in
      """
      render-transition check \(scene.name)
      render-transition frame \(scene.name) -q --scale 0.5 --sheet 4 -o \(scene.name).png
      """
    }
    let hasPictures = task.scenes.contains { $0.text.contains("home.png") }
    let lines =
      ["cd \(folder.path)", "set -e", "render-transition() { \"$rt\" \"$@\"; }"]
      + (hasPictures ? [Self.screenshots] : [])
      + (task.scenes.isEmpty ? ["render-transition init"] : looks) + [task.commands]
    guard let result = try ProcessTests.shell(lines.joined(separator: "\n")) else { return }
    #expect(result.code == 0, "\(result.printed)")
    for word in ["error:", "warning:"] { #expect(!result.printed.contains(word)) }
    for output in task.commands.matches(of: /-o (\S+)/) {
      #expect(FileManager.default.fileExists(atPath: folder.path(String(output.output.1))))
    }
    guard task.testDescription == "A GIF 390 wide" else { return }
    for name in ["wide.gif", "recording.gif"] {
      let gif = try Data(contentsOf: URL(filePath: folder.path(name)))
      #expect(Int(gif[6]) | Int(gif[7]) << 8 == 390)
    }
  }
}
