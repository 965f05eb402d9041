import Codecs
import Compositing
import Drawing
import Glibc
import Pixels
import SceneFormat
import Staging
import Typeface

/// A font that was opened, as its file has it.
package struct LoadedFont: Hashable, Sendable {
  /// The path that the scene gives it; of a font of the system, its file's name.
  package var name: String
  /// All of the file.
  package var bytes: [UInt8]
}

/// Opens the files that a scene needs: decodes images, checks fonts; finds every bad one at once.
///
/// A scene can be laid out while its images are still decoded: `finish` waits for these.
struct AssetLoader {
  private let sceneFiles: SceneFiles
  private let limits: Limits
  private let fallback: [FontReference]
  private let jobs: Int
  private let emojiFolders: [String]
  private var fonts: [String: FontFile] = [:]
  private var plannedBytes = 0
  private var decoding: Decoding?
  /// How many mistakes come before those in the images' pixels.
  private var mistakesOfFiles = 0
  /// What staging sees.
  private(set) var assets = StageAssets()
  /// The images' pixels, in the order of their identifiers; none before all is finished.
  private(set) var images: [SourceImage] = []
  /// The pictures of glyphs, which follow the images.
  private(set) var glyphs: [SourceImage] = []
  /// The images by the hashes of their files, if that is wanted.
  private(set) var decoded: DecodedImages?
  private var imageCount = 0
  private var knownGlyphs: Set<GlyphPicture> = []
  /// The pictures of glyphs, in the order of their identifiers.
  private var plannedGlyphs: [(glyph: GlyphPicture, png: [UInt8])] = []
  /// The fonts that were opened.
  private(set) var fontFiles: [LoadedFont] = []
  /// The formats of the images.
  private(set) var pictureFormats: Set<PictureFormat> = []
  /// The real paths of the files that were read.
  private(set) var paths: [String] = []
  /// The mistakes in the files; those in images' pixels only after `finish`.
  private(set) var mistakes: [SceneError] = []
  /// Warnings.
  private(set) var warnings: [SceneError] = []

  /// Loads what `needs` lists, with `fallback` behind every font, on no more than `jobs` threads.
  ///
  /// The font called "emoji" is looked for in `emojiFolders`.
  init(
    _ needs: AssetNeeds, from sceneFiles: SceneFiles, limits: Limits, fallback: [FontReference],
    jobs: Int, emojiFolders: [String] = Emoji.folders
  ) {
    (self.sceneFiles, self.limits, self.fallback) = (sceneFiles, limits, fallback)
    (self.jobs, self.emojiFolders) = (jobs, emojiFolders)
    decoded = sceneFiles.decoded.map { _ in [:] }
    decode(needs.images)
    mistakesOfFiles = mistakes.count
    for need in needs.fonts { load(need, emoji: needs.emoji) }
    // All are planned before the first one takes memory.
    guard Double(plannedBytes) <= limits[.memoryBytes] else { return }
    for (glyph, png) in plannedGlyphs { decode(glyph, png) }
  }

  /// Waits for the images.
  mutating func finish() {
    guard let decoding else { return }
    self.decoding = nil
    let fontMistakes = Array(mistakes.dropFirst(mistakesOfFiles))
    mistakes.removeLast(fontMistakes.count)
    for (need, image) in decoding.images {
      switch image {
      case .success((let image, let file)):
        images.append(image)
        if let file { decoded?[file] = image }
      case .failure(let failure): complain(need.file, failure)
      }
    }
    mistakes += fontMistakes
  }

  /// All images: first those of files, then those of glyphs.
  var allImages: [SourceImage] { images + glyphs }

  /// An image file that may be decoded.
  private struct OpenImage: Sendable {
    var need: AssetNeeds.Image
    var head: FileHead
    var header: PictureHeader

    /// What its pixels take.
    var byteCount: Int { 4 * header.width * header.height }
    /// What it takes while it is decoded, in addition: its file, a second copy of the pixels, and the
    /// coefficients of a JPEG.
    var decodingBytes: Int {
      head.size + byteCount + (header.format == .jpeg ? 6 * header.width * header.height : 0)
    }

    /// Reads the rest and decodes it, unless it is among those that are `known` by the hashes of
    /// their files.
    func decode(
      from folder: any FileSource, _ limits: ImageLimits, known: DecodedImages?
    ) throws(AssetFailure) -> (image: SourceImage, file: FrameHash?) {
      let image: StraightImage
      let file: FrameHash?
      do {
        let bytes = try head.file ?? folder.read(need.file.path, limit: limits.fileBytes)
        file = known.map { _ in FrameHash(ofBytes: bytes) }
        if let file, let image = known?[file] { return (image, file) }
        image = try PictureFile.image(bytes, limits: limits)
      } catch let error as FileError {
        throw error.failure
      } catch {
        throw .notAnImage("\(error)")
      }
      // By its header, the scene is laid out already.
      guard image.width == header.width, image.height == header.height else {
        throw .notAnImage("it has changed while it was read")
      }
      return (
        image.isOpaque
          ? SourceImage(image.premultiplied, isOpaque: true) : SourceImage(image.premultiplied),
        file
      )
    }
  }

  /// Images on their way.
  private struct Decoding {
    private let needs: [AssetNeeds.Image]
    /// Whose turn it is, one after the other.
    private let turns: [Int]
    private let work: BackgroundMap<Result<Decoded, AssetFailure>>

    typealias Decoded = (image: SourceImage, file: FrameHash?)

    /// The largest files come first, for the last one leaves the other threads without work.
    init(
      _ files: [OpenImage], from folder: any FileSource, _ limits: ImageLimits,
      known: DecodedImages?, jobs: Int
    ) {
      let turns = files.indices.sorted { files[$0].head.size > files[$1].head.size }
      (needs, self.turns) = (files.map(\.need), turns)
      work = BackgroundMap(files.count, jobs: jobs) { turn in
        Result { () throws(AssetFailure) in
          try files[turns[turn]].decode(from: folder, limits, known: known)
        }
      }
    }

    /// The images or their errors, in the order of the files.
    var images: [(AssetNeeds.Image, Result<Decoded, AssetFailure>)] {
      zip(turns, work.finish()).sorted { $0.0 < $1.0 }.map { (needs[$0], $1) }
    }
  }

  /// Opens all images in order, tells staging how large they are, and begins to decode them.
  private mutating func decode(_ needs: [AssetNeeds.Image]) {
    let files = needs.compactMap { open($0) }
    imageCount = files.count
    for (index, file) in files.enumerated() {
      assets.add(
        StageAssets.Image(
          id: ImageID(index), width: file.header.width, height: file.header.height,
          scale: file.need.scale),
        for: file.need)
    }
    let jobs = jobsThatFit(files)
    decoding = Decoding(
      jobs > 0 ? files : [], from: folder, bounds, known: sceneFiles.decoded, jobs: jobs)
  }

  /// As many jobs as fit into memory.
  ///
  /// If not even one does, reports the limit at the largest file and returns 0.
  private mutating func jobsThatFit(_ files: [OpenImage]) -> Int {
    let largest = files.sorted { $0.decodingBytes > $1.decodingBytes }
    func planned(_ jobs: Int) -> Double {
      Double(largest.prefix(jobs).reduce(plannedBytes) { $0 + $1.decodingBytes })
    }
    if let file = largest.first, planned(1) > limits[.memoryBytes] {
      _ = plan(file.decodingBytes, for: file.need.file.place)
      return 0
    }
    var jobs = jobs
    while jobs > 1, planned(jobs) > limits[.memoryBytes] { jobs -= 1 }
    return jobs
  }

  private var folder: any FileSource { sceneFiles.folder }

  private var bounds: ImageLimits { sceneFiles.imageLimits }

  private mutating func open(_ need: AssetNeeds.Image) -> OpenImage? {
    let head: FileHead
    do throws(FileError) {
      if let bytes = sceneFiles.pictures[need.file.path] {
        head = FileHead(bytes: bytes, size: bytes.count)
      } else {
        head = try folder.readHead(of: need.file.path, count: PictureFormat.headCount)
      }
    } catch {
      complain(need.file, error.failure)
      return nil
    }
    guard head.size <= bounds.fileBytes else {
      complain(need.file, .tooLarge)
      return nil
    }
    note(need.file.path)
    do throws(AssetFailure) {
      let header = try sceneFiles.header(of: need.file.path, head)
      pictureFormats.insert(header.format)
      let file = OpenImage(need: need, head: head, header: header)
      return plan(file.byteCount, for: need.file.place) ? file : nil
    } catch {
      complain(need.file, error)
      return nil
    }
  }

  /// Whether there is memory for so many bytes more; the first file for which there is none, and
  /// that one alone, is reported.
  private mutating func plan(_ bytes: Int, for place: Place) -> Bool {
    let wasWithin = Double(plannedBytes) <= limits[.memoryBytes]
    plannedBytes += bytes
    guard Double(plannedBytes) > limits[.memoryBytes] else { return true }
    if wasWithin {
      let problem = Problem.limit(.memoryBytes, allowed: limits[.memoryBytes])
      mistakes.append(SceneError(place: place, problem: problem))
    }
    return false
  }

  private mutating func load(_ need: AssetNeeds.Font, emoji: [AssetNeeds.Emoji]) {
    guard let primary = font(need.reference) else { return }
    checkWeight(of: primary, for: need)
    var stack = FontStack(primary: primary)
    let letters = emoji.map(\.letter)
    for reference in fallback where reference != need.reference {
      // A scene without emoji looks the same whether their font is installed or not.
      if reference == .emoji {
        guard let letter = stack.firstLacking(of: letters) else { continue }
        let missing = emoji.first { $0.letter == letter }
        if let font = emojiFont(for: missing) { stack.fallback.append(font) }
      } else if let font = font(reference) {
        stack.fallback.append(font)
      }
    }
    for (glyph, png) in stack.pictures(of: letters) { plan(glyph, png) }
    assets.add(stack, for: need)
  }

  /// Plans the picture of a glyph, if it is not known.
  private mutating func plan(_ glyph: GlyphPicture, _ png: [UInt8]) {
    guard knownGlyphs.insert(glyph).inserted else { return }
    do {
      let header = try PNGHeader(png, limits: bounds)
      guard plan(4 * header.width * header.height, for: start) else { return }
      let id = ImageID(imageCount + plannedGlyphs.count)
      plannedGlyphs.append((glyph, png))
      assets.add(
        StageAssets.Image(id: id, width: header.width, height: header.height, scale: 1), for: glyph)
    } catch {
      complain(glyph, error)
    }
  }

  private mutating func decode(_ glyph: GlyphPicture, _ png: [UInt8]) {
    do {
      glyphs.append(SourceImage(try StraightImage(png: png, limits: bounds).premultiplied))
    } catch {
      complain(glyph, error)
    }
  }

  private mutating func complain(_ glyph: GlyphPicture, _ error: PNGError) {
    complain(
      unnamed(glyph.font), .notAFont("its glyph \(glyph.glyph) is a damaged PNG: \(error)"))
  }

  // A text without a weight accepts the weight of its font.
  private mutating func checkWeight(of font: FontFile, for need: AssetNeeds.Font) {
    guard case .file(let file) = need.reference, font.weightAxis == nil,
      need.weight != TextContent("").weight, need.weight != font.weight
    else { return }
    let warning = Warning.weight(font: file.path, has: font.weight, wanted: need.weight)
    warnings.append(SceneError(warning: warning, at: file.place))
  }

  private mutating func font(_ reference: FontReference) -> FontFile? {
    switch reference {
    case .system: return systemFont()
    case .emoji: return emojiFont()
    case .file(let file):
      if let font = fonts[file.path] { return font }
      guard let bytes = bytes(of: file, limit: FontFile.byteLimit),
        plan(bytes.count, for: file.place)
      else { return nil }
      return open(bytes, of: file)
    }
  }

  private mutating func bytes(of file: AssetPath, limit: Int) -> [UInt8]? {
    do {
      let bytes = try folder.read(file.path, limit: limit)
      note(file.path)
      return bytes
    } catch {
      complain(file, error.failure)
      return nil
    }
  }

  /// Inter, which the program carries.
  private mutating func systemFont() -> FontFile? {
    fonts[Inter.name] ?? open(Inter.bytes, of: unnamed(Inter.name))
  }

  /// The system's font of emoji; `missing` is one that the scene has.
  private mutating func emojiFont(for missing: AssetNeeds.Emoji? = nil) -> FontFile? {
    if let font = fonts[Emoji.fontName] { return font }
    do {
      if let bytes = try Emoji.installedFont(in: emojiFolders) {
        return open(bytes, of: unnamed(Emoji.fontName))
      }
    } catch {
      complain(unnamed(Emoji.fontName), error.failure)
      return nil
    }
    let place = missing?.place ?? start
    let problem = AssetProblem.noEmojiFont(
      letter: missing?.letter, package: Emoji.package, folders: emojiFolders)
    mistakes.append(SceneError(place: place, problem: .asset(problem)))
    return nil
  }

  private mutating func open(_ bytes: [UInt8], of file: AssetPath) -> FontFile? {
    do {
      let font = try FontFile(bytes: bytes, name: file.path)
      fonts[file.path] = font
      fontFiles.append(LoadedFont(name: file.path, bytes: bytes))
      return font
    } catch {
      complain(file, .notAFont("\(error.problem)"))
      return nil
    }
  }

  private mutating func note(_ path: String) {
    if let real = folder.realPath(path) { paths.append(real) }
  }

  /// A font that the scene does not name.
  private func unnamed(_ font: String) -> AssetPath { AssetPath(path: font, place: start) }

  /// Where the scene begins.
  private var start: Place { Place(file: folder.scenePath, line: 1, column: 1) }

  private mutating func complain(_ file: AssetPath, _ failure: AssetFailure) {
    mistakes.append(
      SceneError(place: file.place, problem: .asset(.unusable(file.path, failure))))
  }
}

extension Emoji {
  /// The bytes of the system's font of emoji; nil if there is none.
  package static func installedFont(
    in folders: [String] = folders
  ) throws(FileError) -> [UInt8]? {
    for folder in folders {
      do {
        return try TextFile.read("\(folder)/\(fontName)", limit: FontFile.byteLimit)
      } catch  where error.isAboutMissing {
        continue
      }
    }
    return nil
  }
}

extension FileError {
  /// The same, as scenes speak of it.
  var failure: AssetFailure {
    switch reason {
    case .system(ENOENT), .system(ENOTDIR): .missing
    case .system(let code):
      .unreadable(FileError.sentence(of: code), isTransient: isTransient)
    case .tooLarge: .tooLarge
    case .notRegular: .notRegular
    case .outsideRoot, .link: .outsideRoot
    case .foreignFolder, .input: .notRegular
    case .noRepository, .noRevision, .noFolder: .missing
    case .otherRepository, .noObject: .unreadable(sentence)
    }
  }
}
