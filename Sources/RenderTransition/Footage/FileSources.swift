package import Codecs
import Pixels
import SceneFormat

/// PNGs, JPEGs and WebPs, in the order in which they show.
package struct PictureSource: FrameSource {
  private let frames: [ListedFrame]
  private let limits: ImageLimits
  private var index = 0

  /// The pictures in `frames`.
  package init(_ frames: [ListedFrame], _ limits: ImageLimits) {
    (self.frames, self.limits) = (frames, limits)
  }

  package mutating func next() throws -> SourceFrame? {
    guard index < frames.count else { return nil }
    let (frame, limits) = (frames[index], limits)
    index += 1
    // Until the next one begins: a manifest may have gaps.
    let end = index < frames.count ? frames[index].times?.lowerBound : frame.times?.upperBound
    let seconds = frame.times.flatMap { times in end.map { $0 - times.lowerBound } }
    let file = { @Sendable in try TextFile.read(frame.path, limit: limits.fileBytes) }
    var shown = SourceFrame(seconds: seconds, name: frame.path) {
      let bytes = try file()
      return try FootageError.content(of: frame.path) { () throws(PictureError) in
        try PictureFile.image(bytes, limits: limits).premultiplied
      }
    }
    shown.file = file
    return shown
  }
}

/// A picture of a folder, and when it shows; nil if that is not known.
package struct ListedFrame: Hashable, Sendable {
  package var path: String
  package var times: ClosedRange<Double>?

  package init(path: String, times: ClosedRange<Double>? = nil) {
    (self.path, self.times) = (path, times)
  }
}

/// The frames in a folder: what its manifest lists, or all pictures in the natural order of their names.
package enum FrameListing {
  /// The frames of the folder at `path`, at least one.
  package static func frames(
    in path: String, _ limits: ImageLimits
  ) throws -> [ListedFrame] {
    if let frames = try listed(path, limits) { return frames }
    let names = try Folder.listing(path).filter { name in
      [".png", ".jpg", ".jpeg", ".webp"].contains(where: name.lowercased().hasSuffix)
    }
    guard !names.isEmpty else {
      throw FootageError.content(path, reason: "there are no PNG, JPEG or WebP files in it")
    }
    return names.sorted(by: NaturalOrder.areInOrder).map { ListedFrame(path: file($0, in: path)) }
  }

  /// What the manifest lists; nil where there is none.
  private static func listed(
    _ path: String, _ limits: ImageLimits
  ) throws -> [ListedFrame]? {
    let name = file(FrameFolder.manifestName, in: path)
    guard try FileStatus(name)?.isRegular == true else { return nil }
    let bytes = try TextFile.read(name, limit: limits.fileBytes)
    let root = try FootageError.content(of: name) { () throws(SceneError) in
      try JSONParser.parse(bytes, file: name, limits: Limits())
    }
    let nodes = root["frames"]?.elements ?? []
    let frames = nodes.compactMap { frame($0, in: path) }
    let starts = frames.compactMap(\.times?.lowerBound)
    guard frames.count == nodes.count, !frames.isEmpty,
      zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 })
    else { throw FootageError.content(name, reason: "it is no list of frames in order of time") }
    return frames
  }

  private static func file(_ name: String, in folder: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private static func frame(_ node: JSONNode, in folder: String) -> ListedFrame? {
    guard let file = node["file"]?.text, !file.contains("/"), !file.utf8.contains(0),
      let start = node["time"]?.number, let delay = node["delay"]?.number, delay >= 0
    else { return nil }
    return ListedFrame(path: Self.file(file, in: folder), times: start...start + delay)
  }
}

/// The order of names in which "9.png" is before "10.png".
public enum NaturalOrder {
  /// Whether `one` is in front of `other`.
  public static func areInOrder(_ one: String, _ other: String) -> Bool {
    let (left, right) = (parts(of: one), parts(of: other))
    for (a, b) in zip(left, right) where a != b { return a.lexicographicallyPrecedes(b) }
    return left.count != right.count ? left.count < right.count : one < other
  }

  /// Text, and numbers without zeros in front, behind their length.
  private static func parts(of name: String) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var rest = Array(name.utf8)[...]
    func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    while let first = rest.first {
      let part = rest.prefix { isDigit($0) == isDigit(first) }
      rest = rest.dropFirst(part.count)
      let number = part.drop { $0 == 48 }
      parts.append(isDigit(first) ? [48, UInt8(clamping: number.count)] + number : Array(part))
    }
    return parts
  }
}

/// The frames of a GIF, an APNG or a WebP, which are read from the first on; or the one of a picture.
package final class AnimationSource: FrameSource {
  /// What is read.
  package static let formats: [PictureFormat] = [.png, .gif, .jpeg, .webp, .animatedWebP]

  /// The number of columns.
  package let width: Int
  /// The number of rows.
  package let height: Int
  /// The number of frames; nil where only reading tells.
  package let frameCount: Int?
  /// Whether it is one picture that shows for no time.
  package let isStill: Bool
  private var reader: ShownFrames?
  private let picture: [UInt8]
  private let path: String
  private let limits: ImageLimits
  private var count = 0

  /// Reads the head of a file in one of the formats; errors call it `path`.
  package init(
    _ bytes: [UInt8], _ format: PictureFormat, _ path: String, _ limits: ImageLimits
  ) throws(FootageError) {
    (self.path, self.limits, picture) = (path, limits, bytes)
    if format == .gif {
      let gif = try FootageError.content(of: path) { () throws(GIFError) in
        try GIFReader(bytes, limits: limits)
      }
      (width, height, frameCount, isStill) = (gif.width, gif.height, nil, false)
      reader = .gif(gif)
      return
    }
    if format == .animatedWebP {
      let webp = try FootageError.content(of: path) { () throws(WebPError) in
        try WebPReader(bytes, limits: limits)
      }
      (width, height, frameCount) = (webp.width, webp.height, webp.frameCount)
      isStill = false
      reader = .webp(webp)
      return
    }
    if format == .png {
      let apng = try FootageError.content(of: path) { () throws(PNGError) in
        try APNGReader(bytes, limits: limits)
      }
      if !apng.isStill {
        (width, height, frameCount) = (apng.width, apng.height, apng.frameCount)
        isStill = false
        reader = .apng(apng)
        return
      }
    }
    let header = try FootageError.content(of: path) { () throws(PictureError) in
      try PictureHeader(bytes, limits: limits)
    }
    (width, height, frameCount, isStill) = (header.width, header.height, 1, true)
  }

  package func next() throws -> SourceFrame? {
    count += 1
    guard reader != nil else { return count == 1 ? still : nil }
    let frame: (pixels: Pixmap, seconds: Double)?
    do {
      frame = try reader?.next()
    } catch {
      throw FootageError.frame(count, of: path, reason: "\(error)")
    }
    return frame.map { frame in SourceFrame(seconds: frame.seconds) { frame.pixels } }
  }

  private var still: SourceFrame {
    let (path, picture, limits) = (path, picture, limits)
    return SourceFrame {
      try FootageError.content(of: path) { () throws(PictureError) in
        try PictureFile.image(picture, limits: limits).premultiplied
      }
    }
  }
}

extension PictureFormat {
  /// Why such a file is not read as frames, and how to convert the one at `path`, if there is one.
  package func refusal(of path: String?, because reason: String) -> String {
    let command = path.flatMap { conversion(of: $0, isMoving: true) }
    return "it is \(self); \(reason)" + (command.map { "; convert it: \($0)" } ?? "")
  }
}
