import Codecs
import ImageDiff
import Pixels
import SceneFormat

/// A folder of PNGs that are the frames of an animation: our own sequence, whose manifest says
/// when each shows, or any that are numbered.
struct PictureFolder {
  let path: String
  let limits: ImageLimits

  /// What is taken for the rate where nothing says it, in frames per second.
  static let usualRate = 50.0

  private struct Entry {
    var name: String
    var start, end: Double
  }

  /// The frames; every one is decoded once, for what the manifest says of its pixels may be old.
  func sequence(fps: Double) throws -> FrameSequence {
    let entries = try listed ?? numbered(fps: fps)
    guard entries.count <= limits.frames else {
      throw ExhibitError.content(
        path: path, reason: "it has more frames than the limit of \(limits.frames)")
    }
    var (frames, size) = ([FrameSequence.Frame](), (width: 0, height: 0))
    var known: [[UInt8]: FrameHash] = [:]
    for entry in entries {
      try Task.checkCancellation()
      let bytes = try read(entry.name)
      let hash: FrameHash
      if let found = known[bytes] {
        hash = found
      } else {
        let pixels = try decode(bytes, entry.name)
        hash = FrameHash(pixels)
        known[bytes] = hash
        size = (max(size.width, pixels.width), max(size.height, pixels.height))
      }
      frames.append(
        FrameSequence.Frame(startSeconds: entry.start, endSeconds: entry.end, hash: hash))
    }
    let sequence = FrameSequence(width: size.width, height: size.height, frames: frames) { index in
      try decode(try read(entries[index].name), entries[index].name)
    }
    guard let sequence else {
      throw ExhibitError.content(path: path, reason: "there are no PNGs in it")
    }
    return sequence
  }

  /// What the manifest lists; nil where there is none.
  private var listed: [Entry]? {
    get throws(ExhibitError) {
      let name = "\(path)/\(FrameFolder.manifestName)"
      guard FileStatus(name)?.isRegular == true else { return nil }
      let bytes = try read(FrameFolder.manifestName)
      let root: JSONNode
      do throws(SceneError) {
        root = try JSONParser.parse(bytes, file: name, limits: Limits())
      } catch {
        throw .content(path: name, reason: "\(error)")
      }
      let nodes = root["frames"]?.elements ?? []
      let entries = nodes.compactMap(Self.entry)
      let isInOrder = zip(entries, entries.dropFirst()).allSatisfy { $0.start <= $1.start }
      guard entries.count == nodes.count, isInOrder, !entries.isEmpty else {
        throw .content(path: name, reason: "it is no list of frames in order of time")
      }
      return entries
    }
  }

  private static func entry(_ node: JSONNode) -> Entry? {
    guard let file = node["file"]?.text, !file.contains("/"), let start = node["time"]?.number,
      let delay = node["delay"]?.number, delay >= 0
    else { return nil }
    return Entry(name: file, start: start, end: start + delay)
  }

  private func numbered(fps: Double) -> [Entry] {
    let names = Folder.names(in: path).filter { $0.lowercased().hasSuffix(".png") }
    return names.sorted { Self.key($0) < Self.key($1) }.enumerated().map { index, name in
      Entry(name: name, start: Double(index) / fps, end: Double(index + 1) / fps)
    }
  }

  // "9.png" is before "10.png": the last number in a name counts.
  private static func key(_ name: String) -> (Int, String) {
    let digits = name.dropLast(4).reversed().drop { !$0.isNumber }.prefix { $0.isNumber }
    return (Int(String(digits.reversed())) ?? 0, name)
  }

  private func read(_ name: String) throws(ExhibitError) -> [UInt8] {
    do throws(FileError) {
      return try TextFile.read("\(path)/\(name)", limit: limits.fileBytes)
    } catch {
      // The folder is there: one of its pictures is bad.
      let reason = error.isAboutMissing ? "there is no such file" : "\(error)"
      throw .content(path: error.path, reason: reason)
    }
  }

  private func decode(_ bytes: [UInt8], _ name: String) throws(ExhibitError) -> Pixmap {
    do throws(PNGError) {
      return try PNGImage(png: bytes, limits: limits).premultiplied
    } catch {
      throw .content(path: "\(path)/\(name)", reason: "\(error)")
    }
  }
}
