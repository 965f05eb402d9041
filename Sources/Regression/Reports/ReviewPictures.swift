import Codecs
package import Formatting
import Geometry
import ImageDiff
import Pixels
import RenderTransition
import SceneFormat

/// A picture for a review.
struct ReviewPicture: Hashable, Sendable {
  /// What it shows.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    case sideBySide = "side-by-side"
    case strip, before, after

    /// The name of its file.
    var fileName: String { self == .strip ? "strip.png" : "\(rawValue).gif" }
  }

  /// The scene's path.
  var scene: String
  var kind: Kind
  /// Its path in the folder of pictures.
  var file: String
  var width, height: Int
  var bytes: [UInt8]
  /// What it does not show; empty for nothing.
  var limits = ""
}

/// Makes the pictures for the review of a report: for each scene that changed, is new or is gone.
package struct ReviewPictures {
  /// Where a picture stops.
  private static let mostBytes = 2_000_000
  private static let mostWidth = 800
  /// What all pictures together take at most.
  private static let folderBytes = 25_000_000
  private static let gap = 8
  /// How much longer the last frame shows, in seconds, so that one sees where the loop begins.
  private static let pause = 0.8

  /// The pictures, scene by scene.
  private(set) var pictures: [ReviewPicture] = []
  /// The scenes of which some pictures are left out, for which there was no room.
  private(set) var leftOut: [String] = []
  private var left = folderBytes

  /// The pictures of `report`, made on `jobs` threads.
  init(_ report: TestReport, jobs: Int?) async throws {
    let shown = report.groups.flatMap(\.pictured)
    let names = Set(shown.map(\.scene))
    leftOut = report.verdicts.filter { $0.film != nil && !names.contains($0.scene) }.map(\.scene)
    // What a review needs most of every scene comes before the rest of any.
    for kinds in [[ReviewPicture.Kind.sideBySide, .strip], [.before, .after]] {
      for verdict in shown {
        try await add(kinds, of: verdict, jobs: jobs)
      }
    }
    let order = Dictionary(
      shown.enumerated().map { ($1.scene, $0) }, uniquingKeysWith: { first, _ in first })
    pictures.sort {
      (order[$0.scene] ?? 0, $0.kind.place) < (order[$1.scene] ?? 0, $1.kind.place)
    }
  }

  private mutating func add(
    _ kinds: [ReviewPicture.Kind], of verdict: SceneVerdict, jobs: Int?
  ) async throws {
    guard let film = verdict.film, !leftOut.contains(verdict.scene) else { return }
    guard left > 0 else { return leaveOut(verdict.scene) }
    let inputs = try FilmReader.inputs(of: film)
    let kinds = kinds.filter { kind in
      switch kind {
      case .sideBySide: inputs.expected != nil && inputs.actual != nil
      case .before: inputs.expected != nil
      case .after: inputs.actual != nil
      case .strip: true
      }
    }
    let limits = film.limits
    let made = try parallelMap(kinds.count, jobs: jobs ?? Threads.usualJobs) { index in
      try Self.picture(kinds[index], of: verdict, inputs.expected, inputs.actual)
    }
    for var picture in made.compactMap(\.self) {
      picture.limits = limits
      guard picture.bytes.count <= left else {
        leaveOut(verdict.scene)
        continue
      }
      left -= picture.bytes.count
      pictures.append(picture)
    }
    if made.contains(where: { $0 == nil }) { leaveOut(verdict.scene) }
  }

  private mutating func leaveOut(_ scene: String) {
    if !leftOut.contains(scene) { leftOut.append(scene) }
  }

  /// A picture in as many pixels and frames as fit; nil where not even the fewest do.
  private static func picture(
    _ kind: ReviewPicture.Kind, of verdict: SceneVerdict, _ expected: DiffInput?,
    _ actual: DiffInput?
  ) throws -> ReviewPicture? {
    let drawing = ReviewDrawing(
      expected: kind == .after ? nil : expected, actual: kind == .before ? nil : actual,
      verdict: verdict, gap: gap, pause: pause)
    for (scale, step) in [(1.0, 1), (1, 2), (0.7, 2), (0.5, 3), (0.35, 4)] {
      let width = Int(Double(mostWidth) * scale)
      let file =
        kind == .strip
        ? try drawing.strip(mostWidth: width)
        : try drawing.film(mostWidth: width, everyFrame: step, mostBytes: mostBytes)
      guard file.bytes.count <= mostBytes else { continue }
      return ReviewPicture(
        scene: verdict.scene, kind: kind, file: "\(name(of: verdict.scene))-\(kind.fileName)",
        width: file.width, height: file.height, bytes: file.bytes)
    }
    return nil
  }

  /// What the names of a scene's pictures begin with: a plain name, and a hash that keeps two apart.
  static func name(of scene: String) -> String {
    let plain = PathName.stem(scene).utf8.map { byte in
      let isPlain = (48...57).contains(byte) || (97...122).contains(byte | 0x20)
      return isPlain ? String(UnicodeScalar(byte)) : "-"
    }
    let hash = "\(FrameHash(ofBytes: Array(scene.utf8)))"
    return plain.joined().prefix(60) + "-" + hash.prefix(8)
  }
}

extension ReviewPicture.Kind {
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Draws the pictures of one scene: one side, or both beside each other.
private struct ReviewDrawing: Sendable {
  let expected, actual: DiffInput?
  let verdict: SceneVerdict
  let gap: Int
  let pause: Double

  /// A file and its size in pixels.
  struct File {
    var width, height: Int
    var bytes: [UInt8]
  }

  private var sides: [DiffInput] { [expected, actual].compactMap(\.self) }

  /// The sides as a GIF, in sync; where both are there, what differs is outlined.
  func film(mostWidth: Int, everyFrame step: Int, mostBytes: Int) throws -> File {
    let times = Set(sides.flatMap { $0.sequence.frames.map(\.startSeconds) }).sorted()
    let shown = times.indices.filter { $0 % step == 0 || $0 == times.count - 1 }.map { times[$0] }
    let end = (sides.map(\.sequence.seconds).max() ?? 0) + pause
    let gaps = gap * (sides.count - 1)
    let widths = sides.reduce(0) { $0 + $1.width }
    let scale = min(1, Double(max(1, mostWidth - gaps)) / Double(widths))
    let heights = sides.map { max(1, Int(Double($0.height) * scale)) }
    let columns = sides.map { max(1, Int(Double($0.width) * scale)) }
    let (width, height) = (columns.reduce(gaps, +), heights.max() ?? 1)
    let writer = FilmWriter(
      width: width, height: height, count: shown.count, mostBytes: mostBytes)
    let bytes = try writer.film(.gif, times: shown + [end]) { index in
      let pictures = try sides.map { try $0.sequence.pixels(at: shown[index]) }
      let outlined = Self.differing(pictures)
      var montage = Montage(width: width, height: height)
      var x = 0
      for (side, picture) in pictures.enumerated() {
        montage.tiles.append(
          Montage.Tile(
            pixels: picture,
            destination: PixelRect(x: x, y: 0, width: columns[side], height: heights[side]),
            outlined: outlined))
        x += columns[side] + gap
      }
      return try montage.rendered()
    }
    return File(width: width, height: height, bytes: bytes)
  }

  /// The places in which two pictures differ: a few, or one around all of them.
  private static func differing(_ pictures: [Pixmap]) -> [PixelRect] {
    guard pictures.count == 2, pictures[0].bounds == pictures[1].bounds else { return [] }
    let places = PixelComparison(pictures[0], pictures[1]).regions()
    guard places.count > 3 else { return places }
    return [places.reduce(PixelRect.empty) { $0.union($1) }]
  }

  private static let moments = 5

  /// Five moments as a PNG: before, after, and the difference, one above the other.
  func strip(mostWidth: Int) throws -> File {
    let area = part
    let gaps = gap * (Self.moments - 1)
    let column = max(1, min((mostWidth - gaps) / Self.moments, area.width * 3))
    let row = max(1, area.height * column / max(1, area.width))
    let moments = moments
    let rows = sides.count == 2 ? 3 : 1
    var montage = Montage(
      width: column * moments.count + gap * (moments.count - 1),
      height: row * rows + gap * (rows - 1))
    for (place, seconds) in moments.enumerated() {
      var pictures = try sides.map { try $0.sequence.pixels(at: seconds) }
      if pictures.count == 2 {
        let (old, new) = (StraightImage(pictures[0]), StraightImage(pictures[1]))
        pictures.append(PixelComparison(old, new).image(over: old))
      }
      for (line, picture) in pictures.enumerated() {
        montage.tiles.append(
          Montage.Tile(
            pixels: picture, part: area.intersection(picture.bounds),
            destination: PixelRect(
              x: place * (column + gap), y: line * (row + gap), width: column, height: row)))
      }
    }
    let bytes = try PNGWriter().file(of: try montage.rendered())
    return File(width: montage.width, height: montage.height, bytes: bytes)
  }

  /// The part of the canvas that a strip shows: all of it, or what changes where that is little.
  private var part: PixelRect {
    let bounds = PixelRect(
      x: 0, y: 0, width: sides.map(\.width).min() ?? 1, height: sides.map(\.height).min() ?? 1)
    return sides.count == 2 ? verdict.differences.detail(of: bounds) ?? bounds : bounds
  }

  /// The moments of a strip, in seconds: from the first frame that differs to the last, and the one
  /// that differs most.
  private var moments: [Double] {
    let times = (actual ?? expected)?.sequence.frames.map(\.startSeconds) ?? [0]
    let differing = verdict.comparison?.differingFrames.filter(times.indices.contains) ?? []
    let frames = differing.isEmpty ? Array(times.indices) : differing
    let peak = verdict.differences.peak?.actualIndex ?? frames[0]
    let picked = FilmSelection.spread(frames, over: Self.moments - 1, with: peak)
    return picked.map { times[$0] }
  }
}

extension FrameSequence {
  /// The frame that shows at `seconds`; behind the end, the last one.
  fileprivate func pixels(at seconds: Double) throws -> Pixmap {
    try pixels(of: frames.lastIndex { $0.startSeconds <= seconds + 1e-9 } ?? 0)
  }
}

extension ReviewPicture {
  fileprivate static let record = Record<ReviewPicture>(
    "A picture.",
    members: [
      .init("scene", .text("The scene's path."), \.scene),
      .init("kind", .choice("What it shows."), \.kind),
      .init("file", .text("Its name in this folder."), \.file),
      .init("width", .whole("In pixels."), \.width),
      .init("height", .whole("In pixels."), \.height),
      .init("bytes", .whole("Its size."), from: \.bytes.count),
      .init("hash", .text("The hash of its bytes."), from: { "\(FrameHash(ofBytes: $0.bytes))" }),
      .init("limits?", .text("What it does not show, for people."), \.limits, omitting: ""),
    ])
}

// The folder of pictures, and its index.
extension ReviewPictures {
  private static let schema = "render-transition/pictures-1"
  private static let indexName = "index.json"

  /// The index of the folder, for programs.
  package static let record = Record<ReviewPictures>(
    "The pictures of a report.",
    members: [
      .init(schema: schema),
      .init(
        "pictures", .list(.object(ReviewPicture.record), "The pictures, scene by scene."),
        from: \.pictures),
      .init(
        "leftOut", .list(.text("A scene."), "Scenes of which some pictures had no room."),
        from: \.leftOut),
    ])

  /// How a folder of ours is known.
  private static let folderIndex = FolderIndex(indexName) { root in
    guard root["schema"]?.text == schema else { return nil }
    return (root["pictures"]?.elements ?? []).compactMap { $0["file"]?.text }
  }

  /// Writes the pictures and the index into `folder`, in place of those that it had.
  func write(to folder: String, jobs: Int? = nil) throws {
    // The index is the first: in a folder that stays, each file is listed at any moment.
    let text = Self.record.json(self).text(.rows) + "\n"
    let files = [(Self.indexName, Array(text.utf8))] + pictures.map { ($0.file, $0.bytes) }
    // The current folder would be gone for the shell.
    if PathName.identity(folder) != PathName.identity(".") {
      do {
        return try Self.replace(folder, by: files, jobs: jobs ?? Threads.usualJobs)
      } catch let error as FileError where error.isAboutFolderAbove {
        // A mount point stays.
      }
    }
    try Self.folderIndex.clear(folder)
    for (name, bytes) in files { try TextFile.write(bytes, to: name, beneath: folder) }
  }

  private static func replace(
    _ folder: String, by files: [(name: String, bytes: [UInt8])], jobs: Int
  ) throws {
    var place = try OutputFolder(
      OutputTarget(following: folder), as: folder, jobs: jobs, folderIndex)
    do {
      for (name, bytes) in files { try place.write(.file(name: name, bytes)) }
      try place.flush()
      try place.commit()
    } catch {
      place.abandon()
      throw error
    }
  }
}
