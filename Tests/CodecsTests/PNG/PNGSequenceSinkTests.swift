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
      #expect(try StraightImage(png: file).premultiplied == frame)
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
    "the list has what the app is told behind the frames",
    arguments: [
      ([], "\"events\": []"),
      (
        [#"{ "time": 0, "name": "began" }"#, #"{ "time": 1, "name": "finished" }"#],
        """
        "events": [
            { "time": 0, "name": "began" },
            { "time": 1, "name": "finished" }
          ]
        """
      ),
    ])
  func events(_ lines: [String], _ text: String) throws {
    var sink = PNGSequenceSink(width: 9, height: 7, events: lines)
    let frame = Frame(
      index: 0, pixels: GIFSinkTests.rainbow(9, 7), previous: nil,
      damage: GIFSinkTests.rainbow(9, 7).bounds, start: 0, end: 1)
    _ = try sink.append(sink.encode(frame))
    guard case .file(_, let bytes)? = try sink.finish().last else {
      Issue.record("there is no list")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("  ],\n  \(text)\n}\n"))
    #expect(try JSONSerialization.jsonObject(with: Data(bytes)) is [String: Any])
  }

  @Test("a frame without damage is the file of the one before, under its own name")
  func repeats() throws {
    let pictures = [GIFSinkTests.rainbow(9, 7), GIFSinkTests.rainbow(9, 7, turn: 3)]
    var sink = PNGSequenceSink(width: 9, height: 7)
    var files: [(name: String, bytes: [UInt8])] = []
    for (index, shown) in [0, 0, 1, 1, 1].enumerated() {
      let isChanged = index == 0 || index == 2
      let frame = Frame(
        index: index, pixels: pictures[shown], previous: index == 0 ? nil : pictures[0],
        damage: isChanged ? pictures[0].bounds : .empty, start: Double(index),
        end: Double(index + 1))
      for case .file(let name, let bytes) in try sink.append(sink.encode(frame)) {
        files.append((name, bytes))
      }
    }
    #expect(files.map(\.name) == (0..<5).map { "frame-0000\($0).png" })
    for (file, shown) in zip(files, [0, 0, 1, 1, 1]) {
      #expect(try StraightImage(png: file.bytes).premultiplied == pictures[shown])
    }
    for case .file(_, let bytes) in try sink.finish() {
      let hash = FrameHash(pictures[1]).description
      #expect(String(decoding: bytes, as: UTF8.self).matches(of: try Regex(hash)).count == 3)
    }
  }

  @Test(
    "seconds are written with no more digits than they need",
    arguments: [
      (0.0, "0"), (1.0, "1"), (0.02, "0.02"), (0.3, "0.3"), (1.0 / 60, "0.016666667"),
      (12.000000001, "12.000000001"), (-0.5, "-0.5"), (.nan, "0"), (.infinity, "0"),
    ] as [(Double, String)])
  func decimals(_ seconds: Double, _ text: String) {
    #expect(PNGSequenceSink.text(of: seconds) == text)
  }
}
