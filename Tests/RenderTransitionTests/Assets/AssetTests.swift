import Codecs
import Formatting
import Foundation
import Pixels
import SceneFormat
import Synchronization
import TestSupport
import Testing
import Typeface

@testable import RenderTransition
@testable import Staging

/// A folder whose images are others a moment after they were first read.
private final class RestlessFolder: FileSource {
  let folder: AssetFolder
  /// What a picture is when it is read for the first time.
  let first: [UInt8]
  private let isRead = Mutex(false)

  init(_ folder: AssetFolder, first: [UInt8]) { (self.folder, self.first) = (folder, first) }

  var scenePath: String { folder.scenePath }

  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard path.hasSuffix(".png") else { return try folder.read(path, limit: limit) }
    let wasRead = isRead.withLock { isRead in
      defer { isRead = true }
      return isRead
    }
    return wasRead ? try folder.read(path, limit: limit) : first
  }

  func readHead(of path: String, count: Int) throws(FileError) -> FileHead {
    FileHead(bytes: Array(first.prefix(count / 32)), size: first.count)
  }
  func hasFile(_ path: String) -> Bool { folder.hasFile(path) }
  func names(in path: String) -> [String] { folder.names(in: path) }
  func reasonAgainst(_ path: String) -> FileError.Reason { folder.reasonAgainst(path) }
  func realPath(_ path: String) -> String? { folder.realPath(path) }
}

@Suite("assets")
struct AssetTests {
  private let folder: ScratchFolder
  private static let red = picture(4, 4, [255, 0, 0, 255])

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.red, to: "scenes/a.png")
    try folder.write(Self.red, to: "outside.png")
  }

  /// A PNG of one colour.
  private static func picture(_ width: Int, _ height: Int, _ pixel: [UInt8]) -> [UInt8] {
    let bytes = Array(repeatElement(pixel, count: width * height).joined())
    let pixmap = Pixmap(width: width, height: height, premultiplied: bytes)
    return pixmap.flatMap { try? PNGWriter().file(of: $0) } ?? []
  }

  /// Reads a scene whose `from` has the image `path`.
  private func animation(
    _ path: String, scale: Double? = nil, root: String? = nil, limits: Limits = Limits()
  ) throws -> Animation {
    let text = """
      { "version": 1, "canvas": { "width": 8, "height": 8 }, "to": {}, "transition": "none",
        "from": { "layers": [
          { "type": "image", "src": "\(path)", "frame": [0, 0, 8, 8] } ] } }
      """
    return try Animation(
      sceneAt: folder.write(text, to: "scenes/scene.json"), scale: scale, assetRoot: root,
      limits: limits)
  }

  /// The mistakes of a scene whose `from` has the image `path`: place, problem.
  private func mistakes(
    _ path: String, root: String? = nil, limits: Limits = Limits()
  ) throws -> [String] {
    do {
      _ = try animation(path, root: root, limits: limits)
      return []
    } catch let failure as LoadFailure {
      guard case .mistakes(let mistakes, _) = failure else { return ["\(failure)"] }
      return mistakes.map { mistake in
        let place = mistake.place
        #expect(place.file == folder.path("scenes/scene.json") && place.line == 3)
        return "\(mistake.problem.code) \(mistake.problem.isAboutAsset)"
      }
    }
  }

  @Test("an image beneath the scene's folder is drawn")
  func drawn() throws {
    let frame = try animation("./x/../a.png").renderer().still(.from)
    #expect(Array(frame.bytes.prefix(4)) == [255, 0, 0, 255])
  }

  @Test("a picture in an SVG is drawn, and one that is none is a mistake at its address")
  func embedded() throws {
    func screen(_ bytes: [UInt8]) throws -> Animation {
      let svg = """
        <svg viewBox='0 0 8 8'><clipPath id='c'><rect width='4' height='8'/></clipPath>
        <image clip-path='url(#c)' width='8' height='8' href='data:image/png;base64,\(Base64.text(bytes))'/></svg>
        """
      try folder.write(svg, to: "scenes/in/a.svg")
      let text = ##"{ "version": 1, "from": "in/a.svg", "to": "in/a.svg", "transition": "none" }"##
      return try Animation(sceneAt: folder.write(text, to: "scenes/scene.json"))
    }
    let animation = try screen(Self.red)
    let frame = try animation.renderer().still(.from)
    #expect(Array(frame.bytes.prefix(4)) == [255, 0, 0, 255])
    #expect(Array(frame.bytes.dropFirst(4 * 5).prefix(4)) == [255, 255, 255, 255])
    #expect(animation.inputs.map { $0.suffix(8) } == ["ene.json", "in/a.svg"])
    #expect(animation.pictureFormats == [.png])
    do {
      _ = try screen(Array(Self.red.prefix(20)))
      #expect(Bool(false))
    } catch LoadFailure.mistakes(let mistakes, _) {
      #expect(mistakes.map(\.place.line) == [2])
      #expect(mistakes.map(\.problem.code) == ["bad-file"])
    }
  }

  @Test("no way leads out of the asset root")
  func confined() throws {
    let manager = FileManager.default
    let scenes = folder.path("scenes")
    try manager.createSymbolicLink(
      atPath: scenes + "/link.png", withDestinationPath: "../outside.png")
    try manager.createSymbolicLink(atPath: scenes + "/up", withDestinationPath: "..")
    try manager.createSymbolicLink(atPath: scenes + "/ok.png", withDestinationPath: "a.png")
    #expect(try mistakes("../outside.png") == ["path false"])
    #expect(try mistakes("x/../../outside.png") == ["path false"])
    #expect(try mistakes(folder.path("outside.png")) == ["path false"])
    #expect(try mistakes("https://example.org/a.png") == ["path false"])
    #expect(try mistakes("link.png") == ["bad-file true"])
    #expect(try mistakes("up/outside.png") == ["bad-file true"])
    #expect(try mistakes("ok.png") == [])
    // A folder beside the root whose name begins as the root's does.
    try folder.write(Self.red, to: "scenes2/a.png")
    try manager.createSymbolicLink(
      atPath: scenes + "/near.png", withDestinationPath: "../scenes2/a.png")
    #expect(try mistakes("near.png") == ["bad-file true"])
    #expect(throws: LoadFailure.self) { try animation("a.png", root: folder.path("scene")) }
    #expect(throws: LoadFailure.self) { try animation("a.png", root: folder.path("scenes2")) }
    #expect(try mistakes("../outside.png", root: folder.path) == [])
    #expect(try mistakes("link.png", root: folder.path) == [])
    #expect(throws: LoadFailure.self) { try animation("a.png", root: scenes + "/none") }
    #expect(throws: LoadFailure.self) { try animation("a.png", root: "/usr") }
  }

  @Test("what is no regular file is no image, and does not block")
  func notRegular() throws {
    try #require(unsafe mkfifo(folder.path("scenes/fifo.png"), 0o600) == 0)
    try folder.write("", to: "scenes/folder.png/x")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("scenes/zero.png"), withDestinationPath: "/dev/zero")
    for name in ["fifo.png", "zero.png", "folder.png"] {
      #expect(try mistakes(name) == ["bad-file true"], "\(name)")
    }
    for name in ["none.png", "a.png/b.png"] {
      #expect(try mistakes(name) == ["missing-file true"], "\(name)")
    }
  }

  @Test("a broken image is named at its place")
  func broken() throws {
    let cuts = [0, 1, 8, 20, 40, Self.red.count - 1]
    for count in cuts {
      try folder.write(Array(Self.red.prefix(count)), to: "scenes/cut.png")
      #expect(try mistakes("cut.png") == ["bad-file true"], "\(count) bytes")
    }
    try folder.write("GIF89a, really", to: "scenes/cut.png")
    #expect(try mistakes("cut.png") == ["bad-file true"])
  }

  @Test("an image that changes while it is read is a mistake, not another picture")
  func restless() throws {
    let scene = folder.path("scenes/scene.json")
    #expect(try mistakes("a.png") == [])
    for (picture, isSame) in [(Self.red, true), (Self.picture(4, 5, [0, 0, 0, 255]), false)] {
      let sceneFiles = SceneFiles(
        RestlessFolder(try AssetFolder(scene: scene, wider: nil), first: picture), scene: scene)
      if isSame {
        _ = try Animation(sceneFiles, scale: nil, limits: Limits())
      } else {
        let failure = #expect(throws: LoadFailure.self) {
          try Animation(sceneFiles, scale: nil, limits: Limits())
        }
        var said: [String] = []
        if case .mistakes(let mistakes, _)? = failure { said = mistakes.map { "\($0.problem)" } }
        #expect(said.count == 1 && said[0].contains("has changed while it was read"))
      }
    }
  }

  @Test("the size of a picture is asked within the limits of pictures")
  func sizeWithinLimits() throws {
    let scene = folder.path("scenes/scene.json")
    var files = SceneFiles(try AssetFolder(scene: scene, wider: nil), scene: scene)
    files.imageLimits = ImageLimits(pixels: 16)
    #expect(try files.imageSize(of: "a.png") == (4, 4))
    files.imageLimits = ImageLimits(pixels: 15)
    #expect(throws: AssetFailure.self) { try files.imageSize(of: "a.png") }
  }

  @Test("an image that is too large is not decoded")
  func tooLarge() throws {
    var limits = Limits()
    limits[.imageBytes] = Double(Self.red.count - 1)
    #expect(try mistakes("a.png", limits: limits) == ["bad-file true"])
    limits[.imageBytes] = Double(Self.red.count)
    #expect(try mistakes("a.png", limits: limits) == [])
    limits[.imagePixels] = 15
    #expect(try mistakes("a.png", limits: limits) == ["bad-file true"])
    limits[.imagePixels] = 16
    #expect(try mistakes("a.png", limits: limits) == [])
    // Its 16 pixels fit, but not what decoding takes beside them: the file, and the pixels once more.
    for bytes in [63, 64 + 63 + Self.red.count] {
      limits[.memoryBytes] = Double(bytes)
      #expect(try mistakes("a.png", limits: limits) == ["limit false"])
    }
  }

  @Test("the version of an image is taken that has a pixel for every pixel of the canvas")
  func enlarged() throws {
    try folder.write(Self.picture(8, 8, [0, 255, 0, 255]), to: "scenes/a@2x.png")
    try folder.write(Self.picture(12, 12, [0, 0, 255, 255]), to: "scenes/a@3x.png")
    let table: [(scale: Double, pixel: [UInt8])] = [
      (0.5, [255, 0, 0, 255]), (1, [255, 0, 0, 255]), (1.5, [0, 255, 0, 255]),
      (2, [0, 255, 0, 255]), (3, [0, 0, 255, 255]), (4, [0, 0, 255, 255]),
    ]
    for (scale, pixel) in table {
      let frame = try animation("a.png", scale: scale).renderer().still(.from)
      #expect(Array(frame.bytes.prefix(4)) == pixel, "\(scale)")
    }
  }

  @Test("a font of one weight is doubted where another is asked for", arguments: [false, true])
  func weight(isNamed: Bool) throws {
    // Inter, with its table of axes hidden.
    let axes = try #require(
      Inter.bytes.indices.first { Inter.bytes[$0...].starts(with: "fvar".utf8) })
    var bytes = Inter.bytes
    bytes[axes] = UInt8(ascii: "x")
    try folder.write(bytes, to: "scenes/regular.otf")
    for (weight, isDoubted) in [
      ("", false), (#", "weight": 400"#, false), (#", "weight": 300"#, true),
    ] {
      let text = """
        { "version": 1, "fonts": { "Brand": "regular.otf" }, "to": {}, "transition": "none",
          "from": { "layers": [ { "type": "text", "text": "A", "frame": [0, 0, 8, 8],
            "font": "\(isNamed ? "Brand" : "regular.otf")"\(weight) } ] } }
        """
      let path = try folder.write(text, to: "scenes/scene.json")
      let warnings = try Animation(sceneAt: path).warnings
      #expect(warnings.map(\.problem.code) == (isDoubted ? ["font-weight"] : []))
      #expect(warnings.allSatisfy { $0.severity == .warning && $0.place.line == (isNamed ? 1 : 3) })
    }
  }

  private func emoji(_ keys: String = "") throws -> String {
    try folder.write(
      """
      { "version": 1, "to": {}, "transition": "none", \(keys)
        "from": { "layers": [
          { "type": "text", "text": "Done 🎉", "frame": [0, 0, 90, 20] } ] } }
      """, to: "scenes/emoji.json")
  }

  /// The loader of the scene at `path`, which looks for the emoji font in `folders`.
  private func loader(
    of path: String, emojiFolders folders: [String], limits: Limits = Limits()
  ) throws -> AssetLoader {
    let sceneFiles = SceneFiles(try AssetFolder(scene: path, wider: nil), scene: path)
    let scene = try #require(
      SceneReading(of: sceneFiles.folder.scenePath, from: sceneFiles, limits: Limits()).scene)
    var loader = AssetLoader(
      AssetNeeds(of: scene, scale: 1), from: sceneFiles, limits: limits,
      fallback: scene.fallback, jobs: 1, emojiFolders: folders)
    loader.finish()
    return loader
  }

  @Test("an emoji is drawn in colour from the system's font, which the lock names")
  func systemEmoji() throws {
    let path = "\(Emoji.folders[0])/\(Emoji.fontName)"
    guard FileManager.default.fileExists(atPath: path) else {
      OutsideProgram.skip("\(path) is not installed")
      return
    }
    let animation = try Animation(sceneAt: try emoji())
    #expect(animation.fontFiles.map(\.name) == [Inter.name, Emoji.fontName])
    let frame = try animation.renderer().still(.from)
    let colors = stride(from: 0, to: frame.bytes.count, by: 4).filter { index in
      let pixel = frame.bytes[index..<index + 3]
      return (pixel.max() ?? 0) - (pixel.min() ?? 0) > 60
    }
    #expect(colors.count > 50)
    // The scene is the same, whatever the font's version.
    let plain = try Animation(sceneAt: try emoji())
    #expect(plain.contentHash == animation.contentHash)
  }

  @Test("the pictures of a font are planned before any is decoded")
  func plannedGlyphs() throws {
    let signs = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../GoldenTests/Cases/text/assets/Signs.ttf")
    try folder.write([UInt8](Data(contentsOf: signs)), to: "scenes/Signs.ttf")
    let path = try folder.write(
      """
      { "version": 1, "to": {}, "transition": "none", "fallback": ["Signs.ttf"], "from": {
          "layers": [{ "type": "text", "text": "🟦🇩🇪", "frame": [0, 0, 90, 9] }] } }
      """, to: "scenes/signs.json")
    let all = try loader(of: path, emojiFolders: [])
    #expect(all.mistakes.isEmpty && all.glyphs.count == 2)
    // Two pictures of 64 by 48 pixels, beside the font.
    let fonts = all.fontFiles.filter { $0.name == "Signs.ttf" }
    let bytes = fonts.reduce(2 * 4 * 64 * 48) { $0 + $1.bytes.count }
    var limits = Limits()
    limits[.memoryBytes] = Double(bytes - 1)
    let some = try loader(of: path, emojiFolders: [], limits: limits)
    #expect(some.mistakes.count == 1 && some.glyphs.isEmpty)
  }

  @Test("without a font for it an emoji is an error, at its text, that names the package")
  func noEmojiFont() throws {
    let path = try emoji()
    let loader = try self.loader(of: path, emojiFolders: [folder.path("nowhere")])
    #expect(
      loader.mistakes.map { "\($0)".components(separatedBy: "\n")[0] } == [
        """
        \(path):3:31: error: there is no font for the emoji "🎉"; install the package \
        fonts-noto-color-emoji, or add a font that has it to "fallback"; looked in \
        \(folder.path("nowhere"))
        """
      ])
    // Where a scene has none, the font is not looked for.
    let plain = try folder.write(
      """
      { "version": 1, "to": {}, "transition": "none", "from": { "layers": [
          { "type": "text", "text": "© 1", "frame": [0, 0, 9, 9] } ] } }
      """, to: "scenes/plain.json")
    #expect(try self.loader(of: plain, emojiFolders: []).mistakes.isEmpty)
  }

  @Test(
    "what is wrong with a text's font or its letters is said where they are written",
    arguments: [
      (#""font": "no.ttf""#, "A", 15, #""no.ttf" cannot be used as a font: it is empty"#),
      (
        #""size": 12"#, "A\u{10FFFD}", 27,
        #"no font has a glyph for U+10FFFD; add a font that has it to "fallback""#
      ),
    ])
  func letters(key: String, letters: String, column: Int, sentence: String) throws {
    try folder.write("", to: "scenes/no.ttf")
    let text = """
      { "version": 1, "to": {}, "transition": "none", "from": { "layers": [
          { "frame": [0, 0, 8, 8], "type": "text",
            \(key), "text": "\(letters)" } ] } }
      """
    let path = try folder.write(text, to: "scenes/scene.json")
    let failure = #expect(throws: LoadFailure.self) { try Animation(sceneAt: path) }
    guard case .mistakes(let mistakes, _)? = failure else { throw try #require(failure) }
    #expect(
      mistakes.map { "\($0.place.line):\($0.place.column) \($0.problem)" } == [
        "3:\(column) \(sentence)"
      ])
  }

  @Test("a scene that is not there, or no file, says so")
  func noScene() throws {
    for name in ["none.json", "scenes", "", "none/scene.json"] {
      #expect(throws: LoadFailure.self) { try Animation(sceneAt: folder.path(name)) }
    }
    #expect(throws: LoadFailure.self) { try Animation(sceneAt: "") }
    for name in [".", "/", folder.path, folder.path("scenes/")] {
      do {
        _ = try Animation(sceneAt: name)
      } catch {
        guard case .unreadable(let reason) = error else { throw error }
        #expect(reason == FileError(.read, name, .notRegular))
      }
    }
  }
}
