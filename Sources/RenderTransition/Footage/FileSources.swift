package import Codecs
import Formatting
import Pixels
import SceneFormat

/// PNGs, in the order in which they show.
struct PictureSource: FrameSource {
  private let frames: [ListedFrame]
  private let limits: ImageLimits
  private var index = 0

  init(_ frames: [ListedFrame], _ limits: ImageLimits) {
    (self.frames, self.limits) = (frames, limits)
  }

  mutating func next() throws -> SourceFrame? {
    guard index < frames.count else { return nil }
    let (frame, limits) = (frames[index], limits)
    index += 1
    // Until the next one begins: a manifest may have gaps.
    let end = index < frames.count ? frames[index].times?.lowerBound : frame.times?.upperBound
    let seconds = frame.times.flatMap { times in end.map { $0 - times.lowerBound } }
    return SourceFrame(seconds: seconds, name: frame.path) {
      let bytes = try TextFile.read(frame.path, limit: limits.fileBytes)
      guard PictureFormat(bytes) == .png else {
        let format = PictureFormat(bytes).map { "it is \($0)" } ?? "it is no PNG"
        throw FootageError.content(
          frame.path, reason: "\(format); of several inputs, all have to be PNGs")
      }
      do throws(PNGError) {
        return try PNGImage(png: bytes, limits: limits).premultiplied
      } catch {
        throw FootageError.content(frame.path, reason: "\(error)")
      }
    }
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

/// The frames in a folder: what its manifest lists, or all PNGs in the natural order of their names.
package enum FrameListing {
  /// The frames of the folder at `path`.
  package static func frames(
    in path: String, _ limits: ImageLimits
  ) throws -> [ListedFrame] {
    if let frames = try listed(path, limits) { return frames }
    return try Folder.listing(path).filter { $0.lowercased().hasSuffix(".png") }
      .sorted(by: NaturalOrder.areInOrder).map { ListedFrame(path: file($0, in: path)) }
  }

  /// What the manifest lists; nil where there is none.
  private static func listed(
    _ path: String, _ limits: ImageLimits
  ) throws -> [ListedFrame]? {
    let name = file(FrameFolder.manifestName, in: path)
    guard try FileStatus(name)?.isRegular == true else { return nil }
    let bytes = try TextFile.read(name, limit: limits.fileBytes)
    let root: JSONNode
    do throws(SceneError) {
      root = try JSONParser.parse(bytes, file: name, limits: Limits())
    } catch {
      throw FootageError.content(name, reason: "\(error)")
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
enum NaturalOrder {
  static func areInOrder(_ one: String, _ other: String) -> Bool {
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

/// The frames of a GIF or an APNG, which are read from the first on.
package final class AnimationSource: FrameSource {
  private var reader: ShownFrames
  private let path: String
  private let isStill: Bool
  private var count = 0

  /// Reads the head of a file; errors call it `path`.
  package init(
    _ bytes: [UInt8], _ path: String, _ limits: ImageLimits
  ) throws(FootageError) {
    self.path = path
    do {
      if PictureFormat(bytes) == .gif {
        reader = .gif(try GIFReader(bytes, limits: limits))
        isStill = false
      } else {
        let apng = try APNGReader(bytes, limits: limits)
        reader = .apng(apng)
        isStill = apng.isStill
      }
    } catch {
      throw .content(path, reason: "\(error)")
    }
  }

  package func next() throws -> SourceFrame? {
    count += 1
    let frame: (pixels: Pixmap, seconds: Double)?
    do {
      frame = try reader.next()
    } catch {
      throw FootageError.frame(count, of: path, reason: "\(error)")
    }
    return frame.map { frame in
      SourceFrame(seconds: isStill ? nil : frame.seconds) { frame.pixels }
    }
  }
}

extension PictureFormat {
  /// Why a file is not read as frames, and how to convert it.
  static func refusal(_ bytes: [UInt8], _ path: String) -> String {
    guard let format = PictureFormat(bytes), ![.png, .gif].contains(format) else {
      return bytes.isEmpty ? "it is empty" : "it is no PNG, APNG or GIF"
    }
    if format == .mp4 {
      return "it is \(format); convert it: ffmpeg -i \(ShellWord.plain(path)) -f yuv4mpegpipe - | "
        + "render-transition encode - -o out.gif"
    }
    return "it is \(format); encode reads PNG, APNG, GIF and Y4M"
      + (format.conversion(of: path, isMoving: true).map { "; convert it: \($0)" } ?? "")
  }
}
