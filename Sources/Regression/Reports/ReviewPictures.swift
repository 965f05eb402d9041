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
  /// What all pictures together take at most.
  static let folderBytes = 25_000_000

  /// The pictures, scene by scene.
  private(set) var pictures: [ReviewPicture] = []
  /// The scenes of which some pictures are left out, for which there was no room.
  private(set) var leftOut: [String] = []
  private var left: Int

  /// The pictures of `report`, made on `jobs` threads.
  init(_ report: TestReport, mostBytes: Int = folderBytes, jobs: Int?) throws {
    left = mostBytes
    let shown = report.groups.flatMap(\.pictured)
    let names = Set(shown.map(\.scene))
    leftOut = report.verdicts.filter { $0.film != nil && !names.contains($0.scene) }.map(\.scene)
    // What a review needs most of every scene comes before the rest of any.
    for kinds in [[ReviewPicture.Kind.sideBySide, .strip], [.before, .after]] {
      for verdict in shown where !leftOut.contains(verdict.scene) {
        try add(kinds, of: verdict, jobs: jobs)
      }
    }
    pictures = shown.flatMap { verdict in pictures.filter { $0.scene == verdict.scene } }
  }

  private mutating func add(
    _ kinds: [ReviewPicture.Kind], of verdict: SceneVerdict, jobs: Int?
  ) throws {
    guard let film = verdict.film else { return }
    let sides = try film.sequences()
    for kind in kinds {
      let shown = [kind == .after ? nil : sides[0], kind == .before ? nil : sides[1]]
        .compactMap(\.self)
      guard shown.count >= (kind == .sideBySide ? 2 : 1) else { continue }
      let drawing = ReviewDrawing(
        kind: kind, film: film, sides: shown, verdict: verdict, jobs: jobs ?? Threads.defaultJobs)
      let picture = left > 0 ? try drawing.picture : nil
      if let picture, picture.bytes.count <= left {
        left -= picture.bytes.count
        pictures.append(picture)
      } else if !leftOut.contains(verdict.scene) {
        leftOut.append(verdict.scene)
      }
    }
  }

  /// What the names of a scene's pictures begin with: a plain name, and a hash that keeps two apart.
  static func name(of scene: String) -> String {
    let hash = "\(FrameHash(ofBytes: Array(scene.utf8)))"
    return PathName.plain(PathName.stem(scene)).prefix(60) + "-" + hash.prefix(8)
  }
}

/// Draws a picture of one scene: of one side, or of both.
private struct ReviewDrawing: Sendable {
  let kind: ReviewPicture.Kind
  let film: ReportFilm
  let sides: [FrameSequence]
  let verdict: SceneVerdict
  let jobs: Int

  private static let mostBytes = 2_000_000
  private static let mostWidth = 800
  private static let gap = 8
  private static let moments = 5
  /// How much longer the last frame shows, in seconds, so that one sees where the loop begins.
  private static let pause = 0.8

  /// The picture with as many frames and pixels as fit; nil where not even the fewest do.
  var picture: ReviewPicture? {
    get throws {
      for reduction in film.reductions {
        let (shown, places) = film.reduced(to: reduction)
        let width = Self.mostWidth / reduction.shrink
        let (size, bytes) =
          kind == .strip ? try strip(width) : try animation(of: places, width)
        guard let bytes, bytes.count <= Self.mostBytes else { continue }
        return ReviewPicture(
          scene: verdict.scene, kind: kind,
          file: "\(ReviewPictures.name(of: verdict.scene))-\(kind.fileName)", width: size.width,
          height: size.height, bytes: bytes, limits: kind == .strip ? film.limits : shown.limits)
      }
      return nil
    }
  }

  /// The sides beside each other as a GIF, in sync; where both are there, what differs is outlined.
  private func animation(
    of places: [Int], _ mostWidth: Int
  ) throws -> (size: PixelRect, bytes: [UInt8]?) {
    let times = Set(
      sides.flatMap { side in
        places.filter(side.frames.indices.contains).map { side.frames[$0].startSeconds }
      }
    ).sorted()
    let end = (sides.map(\.seconds).max() ?? 0) + Self.pause
    @Sendable func picture(_ index: Int) throws -> Pixmap {
      let pictures = try sides.map { try $0.pixels(at: times[index]) }
      return try montage(
        of: [pictures], scale: film.shrink, mostWidth,
        outlined: Self.differing(pictures))
    }
    let size = try picture(0).bounds
    let writer = FilmWriter(
      width: size.width, height: size.height, count: times.count, mostBytes: Self.mostBytes,
      jobs: jobs)
    return (size, try writer.film(.gif, times: times + [end], picture))
  }

  /// The places in which two pictures differ: a few, or one around all of them.
  private static func differing(_ pictures: [Pixmap]) -> [PixelRect] {
    guard pictures.count == 2 else { return [] }
    let places = PixelComparison(pictures[0], pictures[1]).regions()
    return places.count > 3 ? [places.reduce(PixelRect.empty) { $0.union($1) }] : places
  }

  /// Five moments as a PNG: before, after, and the difference, one above the other; all of the
  /// screen, or what changes where that is little.
  private func strip(_ mostWidth: Int) throws -> (size: PixelRect, bytes: [UInt8]?) {
    let longest = sides.max { $0.frames.count < $1.frames.count } ?? sides[0]
    let places = film.reduced(to: ReportFilm.Reduction(frames: Self.moments - 1, shrink: 1)).places
    let times = places.map { longest.frames[$0].startSeconds }
    var rows = try sides.map { side in try times.map { try side.pixels(at: $0) } }
    if rows.count == 2 {
      rows.append(
        zip(rows[0], rows[1]).map { old, new in
          let old = StraightImage(old)
          return PixelComparison(old, StraightImage(new)).image(over: old)
        })
    }
    let detail = sides.count == 2 ? verdict.differences.detail(of: film.bounds) : nil
    let shrink = film.shrink
    let part = detail.map {
      PixelRect(
        x: $0.x / shrink, y: $0.y / shrink, width: max(1, $0.width / shrink),
        height: max(1, $0.height / shrink))
    }
    let montage = try montage(of: rows, part, scale: 3 * shrink, mostWidth)
    return (montage.bounds, try PNGWriter().file(of: montage))
  }

  /// A part of pictures in rows and columns, at most so many times as large.
  private func montage(
    of rows: [[Pixmap]], _ part: PixelRect? = nil, scale: Int, _ mostWidth: Int,
    outlined: [PixelRect] = []
  ) throws -> Pixmap {
    let (gap, count, part) = (Self.gap, rows[0].count, part ?? rows[0][0].bounds)
    let width = max(1, min((mostWidth - gap * (count - 1)) / count, part.width * scale))
    let height = max(1, part.height * width / max(1, part.width))
    var montage = Montage(
      width: (width + gap) * count - gap, height: (height + gap) * rows.count - gap)
    for (y, row) in rows.enumerated() {
      for (x, picture) in row.enumerated() {
        let place = PixelRect(
          x: x * (width + gap), y: y * (height + gap), width: width, height: height)
        montage.tiles.append(
          Montage.Tile(pixels: picture, part: part, destination: place, outlined: outlined))
      }
    }
    return try montage.rendered()
  }
}

extension FrameSequence {
  /// The frame that shows at `seconds`; behind the end, the last one.
  fileprivate func pixels(at seconds: Double) throws -> Pixmap {
    try pixels(of: index(at: seconds))
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
        return try Self.replace(folder, by: files, jobs: jobs ?? Threads.defaultJobs)
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
