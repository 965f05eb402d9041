import Codecs
import Foundation
import Pixels
import SceneFormat
import TestSupport
import Testing

@testable import RenderTransition

@Suite("pictures in a format that is not read")
struct ConversionTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  static let commands: [(PictureFormat, path: String, command: String?)] = [
    (.jpeg, "home.jpg", "ffmpeg -i home.jpg home.png"),
    (.jpeg, "screens/home", "ffmpeg -i screens/home screens/home.png"),
    (.bmp, "a.b/home", "ffmpeg -i a.b/home a.b/home.png"),
    (.tiff, ".tiff", "ffmpeg -i .tiff .tiff.png"),
    (.gif, "a.gif", "ffmpeg -i a.gif -frames:v 1 a.png"),
    (.webp, "Bild ä.webp", "dwebp 'Bild ä.webp' -o 'Bild ä.png'"),
    (.heic, "it's.heic", #"heif-convert 'it'\''s.heic' 'it'\''s.png'"#),
    (.heic, "a'\u{301}; b.heic", "heif-convert 'a'\\''\u{301}; b.heic' 'a'\\''\u{301}; b.png'"),
    (.svg, "$(touch x).svg", "rsvg-convert '$(touch x).svg' -o '$(touch x).png'"),
    (.pdf, "-help.pdf", "pdftoppm -png -singlefile ./-help.pdf ./-help"),
    (.jpeg, "concat:a.jpg", "ffmpeg -i './concat:a.jpg' './concat:a.png'"),
    (.jpeg, "/a:b.jpg", "ffmpeg -i '/a:b.jpg' '/a:b.png'"),
    (.jpeg, "a%d.jpg", nil), (.jpeg, "a\u{202E}.jpg", nil), (.jpeg, "a\n.jpg", nil),
    (.png, "a.png", nil),
  ]

  @Test("the command has the file's name as a shell takes it", arguments: commands)
  func command(_ format: PictureFormat, _ path: String, _ command: String?) {
    #expect(format.conversion(of: path) == command)
  }

  /// A picture in each format, made of PNGs, and the command line that makes it.
  static let pictures: [(PictureFormat, maker: String, ending: String)] = [
    (.jpeg, "ffmpeg -v error -i a.png", "jpg"), (.bmp, "ffmpeg -v error -i a.png", "bmp"),
    (.tiff, "ffmpeg -v error -i a.png", "tiff"), (.gif, "ffmpeg -v error -i a.png", "gif"),
    (.mp4, "ffmpeg -v error -i a.png -pix_fmt yuv420p", "mp4"),
    (.matroska, "ffmpeg -v error -i a.png -pix_fmt yuv420p", "mkv"),
    (.webp, "cwebp -quiet a.png -o", "webp"),
    (.animatedWebP, "img2webp a.png b.png -o", "webp"),
    (.heic, "heif-enc a.png -o", "heic"), (.avif, "heif-enc -A a.png -o", "avif"),
    (.svg, "echo '<svg width=\"20\" height=\"20\"/>' | cat >", "svg"),
    (.pdf, "echo '<svg width=\"20\" height=\"20\"/>' | rsvg-convert -f pdf -o", "pdf"),
  ]

  /// What makes pictures and PNGs of them, and a line that succeeds where it is installed.
  static let tools =
    [
      "ffmpeg", "cwebp", "dwebp", "img2webp", "webpmux", "heif-enc", "heif-convert", "rsvg-convert",
      "pdftoppm",
    ].map { ($0, "command -v \($0)") } + [("PIL", "python3 -c 'from PIL import Image'")]

  /// Where the program is that was built beside the tests.
  private static let programs = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../.build/debug").standardized.path()

  @Test(
    "the command makes a PNG, where all programs that it takes are installed",
    arguments: pictures, ["a file", "-x:$y'"])
  func conversion(_ picture: (PictureFormat, maker: String, ending: String), _ stem: String) throws
  {
    let (format, maker, ending) = picture
    var image = Pixmap(width: 20, height: 20)
    for (name, blue) in [("a.png", UInt8(0)), ("b.png", 200)] {
      for place in 0..<400 {
        let (x, y) = (place % 20, place / 20)
        image[x, y] = Pixel(SIMD4(UInt8(12 * x), UInt8(12 * y), blue, 255))
      }
      try folder.write(PNGWriter().file(of: image), to: name)
    }
    let name = "\(stem).\(ending)"
    let kinds = [.mp4, .matroska, .animatedWebP].contains(format) ? [false, true] : [false]
    let commands = kinds.compactMap { format.conversion(of: name, isMoving: $0) }
    for (tool, check) in Self.tools
    where (commands + [maker]).contains(where: { $0.contains(tool) }) {
      guard try Shell.run(check).code == 0 else {
        return OutsideProgram.skip("\(tool) is not installed")
      }
    }
    let line = "cd '\(folder.path)' && \(maker) made.\(ending) && mv made.\(ending)"
    guard try Shell.run("\(line) \"$NAME\"", ["NAME": "./" + name]).code == 0 else {
      OutsideProgram.skip("no program makes a \(ending)")
      return
    }
    let found = try PictureFormat(folder.bytes(of: name))
    #expect(found == format)
    for isMoving in kinds {
      let command = try #require(found?.conversion(of: name, isMoving: isMoving))
      let path = "PATH='\(Self.programs)':$PATH"
      let run = try Shell.run("cd '\(folder.path)' && \(path) && \(command)")
      #expect(run.code == 0, "\(command): \(run.printed)")
      let made = try folder.bytes(of: stem + (isMoving ? ".apng" : ".png"))
      #expect(PictureFormat(made) == .png, "\(command)")
    }
  }

  @Test("a scene's error names the format and the command, with a path that can be typed")
  func inScene() throws {
    let bitmap = Array("BM".utf8) + [UInt8](repeating: 0, count: 60)
    let name = try folder.write(bitmap, to: "scenes/home.jpg")
    let layer = #"{ "layers": [{ "type": "image", "src": "home.jpg", "frame": [0, 0, 8, 8] }] }"#
    let icon = #"{ "tabBar": { "items": [{ "title": "a", "icon": "home.jpg" }] } }"#
    let bare = #""home.jpg""#
    // As a bare screen, whose size is that of the canvas, in a layer, and as an icon.
    for (from, to) in [(bare, bare), (bare, "{}"), (layer, "{}"), (icon, "{}")] {
      let text = #"{ "version": 1, "from": \#(from), "to": \#(to), "transition": "push" }"#
      let scene = try folder.write(text, to: "scenes/scene.json")
      let failure = #expect(throws: LoadFailure.self) { try Animation(sceneAt: scene) }
      guard case .mistakes(let mistakes, _)? = failure else { return }
      let first = try #require(mistakes.first?.problem)
      #expect(first.message == "\"home.jpg\" is a BMP; scenes read PNG, JPEG and WebP")
      let stem = String(name.dropLast(4))
      #expect(first.hint == "convert it: ffmpeg -i \(stem).jpg \(stem).png")
      #expect(first.isAboutAsset)
    }
  }
}
