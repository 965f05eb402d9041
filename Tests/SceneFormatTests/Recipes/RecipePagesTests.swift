import Foundation
import Motion
import Testing

@testable import SceneFormat

@Suite("the pages about recipes")
struct RecipePagesTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The cells of all rows of tables in a file, without the lines that head them.
  private static func rows(of path: String) throws -> [[String]] {
    let text = try String(contentsOf: package.appending(path: path), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("|") && !$0.hasPrefix("|---") }.map {
      $0.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
  }

  private static let page = Result {
    try rows(of: "Sources/SceneFormat/SceneFormat.docc/Recipes.md").filter { $0[0].hasPrefix("`") }
  }

  private func recipe(_ cell: String) throws -> Recipe {
    try #require(RecipeLibrary.recipe(named: cell.replacing("`", with: "")), "\(cell)")
  }

  @Test("the page has every recipe once, with its sides, its time and its direction")
  func recipes() throws {
    let rows = try Self.page.get().filter { $0.count == 5 && !$0[1].hasPrefix("`") }
    #expect(rows.map { $0[0] }.sorted() == RecipeLibrary.names.map { "`\($0)`" }.sorted())
    for row in rows {
      let recipe = try recipe(row[0])
      let sides = recipe.sides.map { "`\($0.operation.rawValue)`" }.joined(separator: ", ")
      #expect(row[2] == sides, "\(row[0])")
      #expect(row[4] == recipe.direction?.rawValue ?? "-", "\(row[0])")
      for word in times(of: recipe) { #expect(row[3].contains(word), "\(row[0]) \(word)") }
    }
  }

  /// What its time and its curves are called.
  private func times(of recipe: Recipe) -> [String] {
    let lengths = recipe.sides.map { side in
      side.duration ?? recipe.duration
        ?? side.curve?.settlingSeconds.map { ($0 * 1000).rounded() / 1000 } ?? 0.5
    }
    let curves = recipe.sides.map { side in
      Curve.names.first { Curve.named($0) == side.curve }.map { "`\($0)`" } ?? "spring"
    }
    return lengths.map { Set(lengths).count == 1 ? "\(figure($0)) s" : figure($0) } + curves
  }

  @Test("the page has every parameter once, in order, with its default, its range and its help")
  func parameters() throws {
    let rows = try Self.page.get().filter { $0.count == 5 && $0[1].hasPrefix("`") }
    let written = try RecipeLibrary.names.flatMap { name in
      try recipe(name).parameters.map { parameter -> [String] in
        ["`\(name)`", "`\(parameter.name)`"] + words(of: parameter) + [parameter.help]
      }
    }
    #expect(Set(rows) == Set(written))
    #expect(rows.count == written.count)
  }

  private func words(of parameter: Parameter) -> [String] {
    guard case .number(let minimum?, let maximum?) = parameter.kind else {
      return ["\(parameter.defaultValue != 0)", "true or false"]
    }
    let isThird = abs(parameter.defaultValue - 1.0 / 3) < 1e-12
    return [
      isThird ? "1/3" : figure(parameter.defaultValue), "\(figure(minimum)) to \(figure(maximum))",
    ]
  }

  private func figure(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  @Test("the page has every gesture, and none that a recipe does not have")
  func gestures() throws {
    let rows = try Self.page.get().filter { $0.count == 6 }
    let names = try RecipeLibrary.names.filter { name in
      try recipe(name).sides.contains { $0.gesture != nil }
    }
    #expect(rows.map { $0[0] }.sorted() == names.map { "`\($0)`" }.sorted())
    for row in rows {
      for gesture in try recipe(row[0]).sides.compactMap(\.gesture) {
        #expect(row[1].contains("`\(gesture.kind?.rawValue ?? "")`"))
        #expect(row[1].contains("forward") == (gesture.begins == .forward))
        let threshold = figure(gesture.threshold ?? 0.5)
        #expect(row[2] == (gesture.isInclusive == true ? "from" : "beyond") + " \(threshold)")
        #expect(row[3] == gesture.velocityRule?.rawValue ?? "none")
        #expect(row[4] == gesture.onSystemCancel?.rawValue ?? "cancel")
        let tail = gesture.tailDuration.map { "\(figure($0)) s" }
        let spring = gesture.tailCurve?.settlingSeconds.map { _ in "what its spring takes" }
        #expect(row[5] == tail ?? spring ?? "the share of the run that is left")
      }
    }
  }

  @Test("the gallery shows every scene once, and every recipe in one of them")
  func gallery() throws {
    let folder = Self.package.appending(path: "scenes")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    let page = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    let shown = page.split(separator: "<a href=\"").dropFirst().compactMap { link in
      link.prefix { $0 != "\"" }.split(separator: ".json").first.map(String.init)
    }
    #expect(shown.filter { !$0.contains("/") }.sorted() == names)
    var played = Set<String>()
    for name in names {
      #expect(page.contains("<img src=\"gallery/\(name).webp\""))
      let scene = try String(
        contentsOf: folder.appending(path: "\(name).json"), encoding: .utf8)
      played.formUnion(RecipeLibrary.names.filter { scene.contains("\"\($0)\"") })
    }
    // A cut has nothing to show.
    #expect(played.union(["none"]) == Set(RecipeLibrary.names))
  }

  @Test(
    "the gallery's pictures are there and small",
    arguments: [("gallery", "webp", 10_000_000), ("strips", "png", 210_000)])
  func pictures(_ name: String, _ ending: String, limit: Int) throws {
    let scenes = Self.package.appending(path: "scenes")
    let folder = scenes.appending(path: name)
    let names = try FileManager.default.contentsOfDirectory(atPath: scenes.path())
      .filter { $0.hasSuffix(".json") }.map { "\($0.dropLast(5)).\(ending)" }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    #expect(files.sorted() == names.sorted())
    let bytes = try files.reduce(0) { try $0 + Data(contentsOf: folder.appending(path: $1)).count }
    #expect(bytes < limit)
  }
}
