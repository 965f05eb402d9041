package import Codecs
import Formatting

extension PictureFormat {
  /// The command that makes a PNG of the file at `path`, or of all its frames an APNG if `isMoving`;
  /// nil for a name that people cannot type or that a program could take for something else.
  package func conversion(of path: String, isMoving: Bool = false) -> String? {
    // ffmpeg takes "%" for a number, what stands before a colon for a protocol, and every program a
    // leading dash for a flag.
    let scalars = path.unicodeScalars
    guard scalars.allSatisfy(Escaped.isPrintable), !scalars.contains("%") else { return nil }
    let isPlain = scalars.first == "/" || (scalars.first != "-" && !scalars.contains(":"))
    let name = isPlain ? path : "./" + path
    let stem = Self.stem(name)
    let (old, new) = (ShellWord.plain(name), ShellWord.plain(stem + (isMoving ? ".apng" : ".png")))
    switch self {
    case .png: return nil
    case .jpeg, .bmp, .tiff: return "ffmpeg -i \(old) \(ShellWord.plain(stem + ".png"))"
    case .animatedWebP where isMoving, .mp4 where isMoving, .matroska where isMoving:
      return "render-transition encode \(old) -o \(new)"
    case .gif, .mp4, .matroska: return "ffmpeg -i \(old) -frames:v 1 \(new)"
    case .webp: return "dwebp \(old) -o \(ShellWord.plain(stem + ".png"))"
    case .animatedWebP: return "webpmux -get frame 1 \(old) -o - | dwebp -o \(new) -- -"
    case .heic, .avif: return "heif-convert \(old) \(ShellWord.plain(stem + ".png"))"
    case .svg: return "rsvg-convert \(old) -o \(ShellWord.plain(stem + ".png"))"
    // The program adds the ending.
    case .pdf: return "pdftoppm -png -singlefile \(old) \(ShellWord.plain(stem))"
    }
  }

  private static func stem(_ path: String) -> String {
    let scalars = path.unicodeScalars
    let name = scalars.lastIndex(of: "/").map { scalars.index(after: $0) } ?? scalars.startIndex
    guard let dot = scalars[name...].lastIndex(of: "."), dot != name else { return path }
    return String(scalars[..<dot])
  }
}
