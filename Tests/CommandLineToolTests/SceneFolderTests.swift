import Codecs
import Foundation
import RenderTransition
import SceneFormat
import TestSupport
import Testing

@Suite("the scenes that come with the program")
struct SceneFolderTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "scenes").path()

  @Test("scenes render to a GIF with their frames, size, length and loop")
  func gifs() throws {
    let all = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
      .filter { $0.hasSuffix(".json") }
    #expect(all.count > 10)
    let names = Share.third(of: all, "scenes").sorted()
    let output = try ScratchFolder()
    // Few frames and few pixels: what is drawn is tested elsewhere, and this is not optimized.
    let line = """
      cd "\(Self.folder)"; $rt \(names.joined(separator: " ")) -o "\(output.path)/" --format gif \
      --scale 0.25 --fps 2
      """
    guard let run = try ProcessTests.shell(line) else { return }
    try #require(run.code == 0, "\(run.printed)")
    let stems = names.map { $0.replacing(".json", with: ".gif") }
    #expect(try output.names() == stems.sorted())
    let summaries = run.printed.split(separator: "\n")
    #expect(summaries.count == names.count)
    for (index, name) in names.enumerated() {
      let animation = try Animation(sceneAt: "\(Self.folder)/\(name)", scale: 0.25)
      let frames = Int((animation.seconds * 2 - 1e-9).rounded(.up)) + 1
      #expect(summaries[index].contains("\(stems[index])  \(frames) frames  "), "\(name)")
      try expect(output.bytes(of: stems[index]), shows: animation, frames: frames)
    }
  }

  private func expect(
    _ file: [UInt8], shows animation: Animation, frames: Int
  ) throws {
    var reader = try GIFReader(file)
    let (canvas, output) = (animation.scene.canvas, animation.scene.output)
    #expect(reader.width == Int((canvas.width * 0.25).rounded(.down)))
    #expect(reader.height == Int((canvas.height * 0.25).rounded(.down)))
    #expect(reader.loop == output.loop)
    var (count, end) = (0, 0)
    while let frame = try reader.next() {
      #expect(frame.startCentiseconds == end && frame.delayCentiseconds >= 2)
      end = frame.startCentiseconds + frame.delayCentiseconds
      count += 1
    }
    // A frame that is the same as the one before is not written again.
    #expect(count > 1 && count <= frames)
    let seconds = Double(frames) / 2 + output.holdFirst + output.holdLast
    #expect(abs(Double(end) - seconds * 100) <= 1)
  }
}
