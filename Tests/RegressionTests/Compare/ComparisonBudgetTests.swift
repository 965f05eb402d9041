import Pixels
import RenderTransition
import SceneFormat
import TestSupport
import Testing

@testable import Codecs
@testable import Regression

@Suite("what a comparison may take")
struct ComparisonBudgetTests {
  private let folder: ScratchFolder

  /// Three frames of 20 x 3 pixels as a file of each kind, and as a folder.
  static let recordings = ["a.apng", "a.gif", "a"]

  init() async throws {
    folder = try ScratchFolder()
    // Other files in the folder `new`, for equal ones are decoded once.
    for (row, place) in [(0, ""), (1, "new/")] {
      let frames = (0..<3).map { index in
        var frame = Pixmap(width: 20, height: 3, filledWith: Pixel(.white))
        frame[index, row] = Pixel(.black)
        return frame
      }
      let writer = FilmWriter(width: 20, height: 3, count: 3)
      for (name, format) in [("a.apng", FilmFormat.apng), ("a.gif", .gif)] {
        let film = try writer.film(format, times: [0, 1, 2, 3]) { frames[$0] }
        try folder.write(try #require(film), to: place + name)
      }
      for (index, frame) in frames.enumerated() {
        try folder.write(PNGWriter().file(of: frame), to: "\(place)a/\(index).png")
      }
      try folder.write(PNGWriter().file(of: frames[0]), to: place + "a.png")
    }
  }

  /// The limit that comparing a recording with another one, or a copy, exceeds where `limit` is
  /// `most`.
  private func exceeded(
    by name: String, _ limit: Limit, _ most: Double, drawing: Set<DifferenceDrawing> = [],
    isCopy: Bool = false
  ) async throws -> Limit? {
    var options = DiffInputOptions()
    options.limits[limit] = most
    options.drawings = drawing
    do {
      _ = try await DiffInput.both(
        folder.path(name), folder.path(isCopy ? name : "new/\(name)"), options: options)
      return nil
    } catch FootageError.limit(let limit, let allowed) {
      #expect(allowed == most)
      return limit
    }
  }

  @Test("no side is longer than is allowed", arguments: recordings + ["a.png"])
  func sides(_ name: String) async throws {
    #expect(try await exceeded(by: name, .comparedSide, 20) == nil)
    #expect(try await exceeded(by: name, .comparedSide, 19) == .comparedSide)
  }

  @Test("the frames of both are work", arguments: recordings)
  func work(_ name: String) async throws {
    let work = Double(2 * 3 * 20 * 3 * 12)
    #expect(try await exceeded(by: name, .work, work) == nil)
    #expect(try await exceeded(by: name, .work, work - 1) == .work)
  }

  @Test("the frames of both that are kept share the memory", arguments: ["a.apng", "a.gif"])
  func memory(_ name: String) async throws {
    // Each is decoded on five canvases, and has three frames.
    let bytes = Double(2 * (5 + 3) * 20 * 3 * 4)
    #expect(try await exceeded(by: name, .memoryBytes, bytes) == nil)
    #expect(try await exceeded(by: name, .memoryBytes, bytes - 1) == .memoryBytes)
  }

  @Test("equal files are decoded once", arguments: ["a.apng", "a.gif", "a.png"])
  func copies(_ name: String) async throws {
    let frames = name == "a.png" ? 0.0 : 3
    let work = max(frames, 1) * 20 * 3 * 12
    #expect(try await exceeded(by: name, .work, work, isCopy: true) == nil)
    #expect(try await exceeded(by: name, .work, work - 1, isCopy: true) == .work)
    let bytes = ((frames > 0 ? 5 : 2) + frames) * 20 * 3 * 4
    #expect(try await exceeded(by: name, .memoryBytes, bytes, isCopy: true) == nil)
    #expect(try await exceeded(by: name, .memoryBytes, bytes - 1, isCopy: true) == .memoryBytes)
  }

  @Test("headers are enough to see that something is too large")
  func headers() async throws {
    var file = PNGHeader.signature
    var header: [UInt8] = []
    header.append(bigEndian: UInt32(7000))
    header.append(bigEndian: UInt32(7000))
    PNGChunk("IHDR", header + [8, 2, 0, 0, 0]).write(to: &file)
    PNGChunk("IDAT", [0]).write(to: &file)
    PNGChunk("IEND").write(to: &file)
    try folder.write(file, to: "large.png")
    PNGChunk("tEXt", [1]).write(to: &file)
    try folder.write(file, to: "new/large.png")
    // 784 MB to decode both, where it is found to be damaged; 1.6 GB to draw them side by side.
    let most = Limits()[.memoryBytes]
    await #expect(throws: FootageError.self) {
      _ = try await exceeded(by: "large.png", .memoryBytes, most)
    }
    let drawn = try await exceeded(by: "large.png", .memoryBytes, most, drawing: [.picture])
    #expect(drawn == .memoryBytes)
  }
}
