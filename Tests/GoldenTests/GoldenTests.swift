import Codecs
import Foundation
import Pixels
import RenderTransition
import Testing

/// Whole scenes against the film strips beside them, byte for byte.
@Suite struct GoldenTests {
  @Test("a film strip matches its golden", arguments: GoldenCase.all)
  func matches(_ golden: GoldenCase) async throws {
    let strip = try FilmStrip(of: Animation(sceneAt: golden.scene.path()))
    let recording = try #require(Recording.wanted, "RECORD is never, missing, failed or all")
    guard let expected = try golden.expected() else {
      guard recording != .never else {
        Issue.record("\(golden.path) has no film strip yet: scripts/golden record")
        return
      }
      try golden.record(strip)
      return
    }
    let difference = Difference(expected: expected, actual: strip.picture)
    if recording == .all || recording == .failed && difference != nil {
      try golden.record(strip)
    } else if let difference {
      let message = try await FailureAlbum.shared.add(golden, difference, of: strip)
      Issue.record("\(message)")
    }
  }

  @Test("there are cases, each says in its first line what it shows, and no two say the same")
  func titles() {
    #expect(!GoldenCase.all.isEmpty)
    var known: [String: GoldenCase] = [:]
    for golden in GoldenCase.all {
      guard let title = golden.title else {
        Issue.record("\(golden.path) does not begin with a comment that is its title")
        continue
      }
      let other = known.updateValue(golden, forKey: title)
      #expect(other == nil, "\(golden.path) has the title of another: \(title)")
    }
  }

  @Test("no film strip is without its scene")
  func orphans() {
    #expect(GoldenCase.orphans.isEmpty, "delete these, or bring back their scenes")
  }

  @Test("all film strips together stay small enough to live beside the code")
  func size() {
    let bytes = GoldenCase.all.reduce(0) { sum, golden in
      sum + ((try? golden.strip.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0)
    }
    #expect(bytes < 2_500_000)
  }
}

extension GoldenCase {
  /// The film strip that is right; nil if none is recorded.
  fileprivate func expected() throws -> Pixmap? {
    guard FileManager.default.fileExists(atPath: strip.path()) else { return nil }
    return try StraightImage(png: [UInt8](Data(contentsOf: strip))).premultiplied
  }

  /// Makes `actual` the one that is right; the run fails, so that nobody records by mistake.
  fileprivate func record(_ actual: FilmStrip) throws {
    try Data(actual.file()).write(to: strip)
    Issue.record("recorded \(path): look at \(strip.lastPathComponent), then run without RECORD")
  }
}
