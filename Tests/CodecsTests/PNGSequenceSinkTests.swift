import Foundation
import Pixels
import TestSupport
import Testing

@testable import Codecs

struct PNGSequenceSinkTests {
  @Test("a sequence is a file for each frame and a list of them")
  func sequence() throws {
    var random = SeededRandom(seed: 3)
    let run = FrameRun(width: 9, height: 7, count: 4, colors: 5, alpha: false, using: &random)
    let outputs = try run.outputs(through: PNGSequenceSink(width: 9, height: 7))
    var files: [String: [UInt8]] = [:]
    for case .file(let name, let bytes) in outputs { files[name] = bytes }
    #expect(files.count == 5)
    for (index, frame) in run.frames.enumerated() {
      let file = try #require(files["frame-0000\(index).png"])
      #expect(try PNGImage(png: file).premultiplied == frame)
    }
    let list = try JSONSerialization.jsonObject(with: Data(#require(files["manifest.json"])))
    let frames = try #require((list as? [String: Any])?["frames"] as? [[String: Any]])
    #expect(frames.compactMap { $0["file"] as? String } == files.keys.sorted().dropLast(1))
    #expect(
      frames.compactMap { $0["hash"] as? String } == run.frames.map { FrameHash($0).description })
    for (index, frame) in frames.enumerated() {
      let time = try #require(frame["time"] as? Double)
      let delay = try #require(frame["delay"] as? Double)
      #expect(abs(time - run.times[index]) < 1e-9)
      #expect(abs(time + delay - run.times[index + 1]) < 2e-9)
    }
  }

  @Test(
    "seconds are written with no more digits than they need",
    arguments: [
      (0.0, "0"), (1.0, "1"), (0.02, "0.02"), (0.3, "0.3"), (1.0 / 60, "0.016666667"),
      (12.000000001, "12.000000001"), (-0.5, "-0.5"), (.nan, "0"), (.infinity, "0"),
    ] as [(Double, String)])
  func decimals(_ seconds: Double, _ text: String) {
    #expect(Decimals.text(of: seconds) == text)
  }
}
