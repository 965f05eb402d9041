internal import CCodecShim
internal import CLibGIF
public import Pixels

/// Reads the frames of a GIF, one after the other, each as a player shows it.
public struct GIFReader: ~Copyable {
  /// The number of columns of the canvas.
  public let width: Int
  /// The number of rows of the canvas.
  public let height: Int
  /// How often the animation plays; 0 is for ever.
  public var loop: Int { extensions.loop }
  /// The text of the file's comments, as far as it was read.
  public var comment: String { extensions.comment }

  private let handle: GIFHandle
  private let limits: ImageLimits
  private var extensions = GIFExtensions()
  private var compositor: GIFCompositor
  private var frames = 0
  private var time = 0
  private var isAtImage = true

  /// Opens a file and reads up to its first image.
  public init(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(GIFError) {
    let handle = try Self.opened(bytes, limits)
    var extensions = GIFExtensions()
    guard try extensions.seekImage(in: handle) else { throw .noFrames }
    (width, height) = handle.canvas
    self.extensions = extensions
    self.limits = limits
    compositor = GIFCompositor(width: width, height: height)
    self.handle = handle
  }

  private static func opened(
    _ bytes: [UInt8], _ limits: ImageLimits
  ) throws(GIFError) -> GIFHandle {
    guard bytes.count <= limits.fileBytes else {
      throw .fileTooLarge(bytes: bytes.count, limit: limits.fileBytes)
    }
    guard bytes.starts(with: "GIF8".utf8) else { throw .notGIF }
    let handle = try GIFHandle(bytes)
    let (width, height) = handle.canvas
    guard width > 0, height > 0 else { throw .badCanvas(width: width, height: height) }
    guard width <= limits.pixels / height else {
      throw .tooManyPixels(width: width, height: height, limit: limits.pixels)
    }
    return handle
  }

  /// The next frame; nil when there is none left.
  public mutating func next() throws(GIFError) -> GIFFrame? {
    guard isAtImage else { return nil }
    guard frames < limits.frames else { throw .tooManyFrames(limit: limits.frames) }
    try readImage()
    let frame = GIFFrame(
      pixels: compositor.canvas, startCentiseconds: time,
      delayCentiseconds: extensions.control.delay)
    frames += 1
    time += extensions.control.delay
    extensions.control = GIFControl()
    isAtImage = try extensions.seekImage(in: handle)
    return frame
  }

  private mutating func readImage() throws(GIFError) {
    let (area, isInterlaced) = try handle.nextImage()
    guard area.width <= limits.pixels / area.height else {
      throw .tooManyPixels(width: area.width, height: area.height, limit: limits.pixels)
    }
    let colors = try handle.colors()
    compositor.begin(area, extensions.control)
    var row = [UInt8](repeating: 0, count: area.width)
    for y in GIFCompositor.order(of: area.height, isInterlaced: isInterlaced) {
      try handle.read(into: &row)
      compositor.paint(row, y: y, colors)
    }
  }
}

/// A frame of a GIF as a player shows it: the whole canvas, with all that went before.
public struct GIFFrame: Hashable, Sendable {
  /// The canvas; every pixel is opaque or transparent.
  public var pixels: Pixmap
  /// When it begins, in centiseconds.
  public var startCentiseconds: Int
  /// How long it shows, in centiseconds, as the file says it: players turn 0 and 1 into 10.
  public var delayCentiseconds: Int
}

/// A graphic control extension, which applies to the next image.
struct GIFControl: Hashable, Sendable {
  /// In centiseconds.
  var delay = 0
  /// The index that leaves what is there.
  var transparent: UInt8?
  var disposal = Disposal.none

  /// An image that simply stays.
  init() {}

  /// Reads the extension's block; nil if it is too short.
  init?(_ block: [UInt8]) {
    guard block.count >= 4 else { return nil }
    delay = Int(block[1]) | Int(block[2]) << 8
    transparent = block[0] & 1 == 1 ? block[3] : nil
    disposal = Disposal(gifCode: block[0] >> 2 & 7)
  }
}

/// The canvas on which a player paints one image after the other.
struct GIFCompositor: Hashable, Sendable {
  // Allocated with the first image.
  private(set) var canvas = Pixmap(width: 0, height: 0)
  private let width, height: Int
  private var before: Pixmap?
  private var area = PixelRect.empty
  private var control = GIFControl()

  init(width: Int = 0, height: Int = 0) {
    (self.width, self.height) = (width, height)
  }

  /// Takes away the image before, as it wanted, and makes ready for the next.
  mutating func begin(_ area: PixelRect, _ control: GIFControl) {
    if canvas.width != width { canvas = Pixmap(width: width, height: height) }
    if self.control.disposal == .previous, let before { canvas = before }
    if self.control.disposal == .background { clear(self.area.intersection(canvas.bounds)) }
    before = control.disposal == .previous ? canvas : nil
    (self.area, self.control) = (area, control)
  }

  /// Paints one row of indices; what lies outside of the canvas or the palette is left out.
  mutating func paint(_ row: [UInt8], y: Int, _ colors: [UInt32]) {
    let line = PixelRect(x: area.x, y: area.y + y, width: area.width, height: 1)
      .intersection(canvas.bounds)
    guard !line.isEmpty else { return }
    let (stride, left, transparent) = (canvas.stride, area.x, control.transparent)
    canvas.withMutableSpan { span in
      for x in line.x..<line.maxX {
        let index = row[x - left]
        guard index != transparent, Int(index) < colors.count else { continue }
        span.setWord(colors[Int(index)], at: line.y * stride + x * 4)
      }
    }
  }

  /// The rows of an image in the order in which they are stored.
  static func order(of rows: Int, isInterlaced: Bool) -> [Int] {
    guard isInterlaced else { return Array(0..<rows) }
    let passes = [(0, 8), (4, 8), (2, 4), (1, 2)]
    return passes.flatMap { first, step in Array(stride(from: first, to: rows, by: step)) }
  }

  private mutating func clear(_ area: PixelRect) {
    let stride = canvas.stride
    canvas.withMutableSpan { span in
      for y in area.y..<max(area.y, area.maxY) {
        for x in area.x..<area.maxX { span.setWord(0, at: y * stride + x * 4) }
      }
    }
  }
}

/// The extension blocks between images.
struct GIFExtensions: Hashable, Sendable {
  /// How often the animation plays; 0 is for ever.
  private(set) var loop = 1
  /// The text of all comments so far.
  private(set) var comment = ""
  /// The control of the next image.
  var control = GIFControl()

  /// Reads blocks; answers whether an image follows.
  ///
  /// A file may end between two blocks without saying so, as it does for every other reader.
  mutating func seekImage(in handle: borrowing GIFHandle) throws(GIFError) -> Bool {
    while !handle.isAtEnd {
      switch try handle.nextRecord() {
      case IMAGE_DESC_RECORD_TYPE: return true
      case TERMINATE_RECORD_TYPE: return false
      case EXTENSION_RECORD_TYPE:
        // Keeps at most 256 blocks: only comments are read that far.
        let (code, blocks) = try handle.nextExtension(limit: 256)
        take(code, blocks)
      default: continue
      }
    }
    return false
  }

  private mutating func take(_ code: Int32, _ blocks: [[UInt8]]) {
    switch code {
    case GRAPHICS_EXT_FUNC_CODE: control = blocks.first.flatMap(GIFControl.init) ?? control
    case COMMENT_EXT_FUNC_CODE where comment.utf8.count < 65_536:
      comment += String(decoding: blocks.joined(), as: UTF8.self)
    case APPLICATION_EXT_FUNC_CODE: readLoop(blocks)
    default: break
    }
  }

  private mutating func readLoop(_ blocks: [[UInt8]]) {
    guard blocks.count > 1, blocks[0].elementsEqual("NETSCAPE2.0".utf8) else { return }
    guard blocks[1].count > 2, blocks[1][0] == 1 else { return }
    let repeats = Int(blocks[1][1]) | Int(blocks[1][2]) << 8
    loop = repeats == 0 ? 0 : repeats + 1
  }
}

/// The door to giflib, of which only the streaming calls are used.
@safe struct GIFHandle: ~Copyable {
  private let gif: UnsafeMutablePointer<GifFileType>

  /// Opens a file that lies in memory.
  init(_ bytes: [UInt8]) throws(GIFError) {
    var error: Int32 = 0
    guard let gif = unsafe rt_gif_open(bytes, bytes.count, &error) else {
      throw GIFError(giflib: error, in: .header)
    }
    unsafe self.gif = unsafe gif
  }

  deinit { unsafe rt_gif_close(gif) }

  /// The sides of the canvas.
  var canvas: (width: Int, height: Int) {
    unsafe (Int(gif.pointee.SWidth), Int(gif.pointee.SHeight))
  }

  /// Whether all bytes have been read.
  var isAtEnd: Bool { unsafe rt_gif_left(gif) == 0 }

  /// How many images were begun.
  private var images: Int { unsafe Int(gif.pointee.ImageCount) }

  /// The type of the next record.
  func nextRecord() throws(GIFError) -> GifRecordType {
    var type = UNDEFINED_RECORD_TYPE
    try check(unsafe DGifGetRecordType(gif, &type), in: .block(after: images))
    return type
  }

  /// An extension's code and its first blocks, of which there are at most `limit`.
  func nextExtension(limit: Int) throws(GIFError) -> (code: Int32, blocks: [[UInt8]]) {
    var code: Int32 = 0
    var block: UnsafeMutablePointer<GifByteType>?
    let section = GIFSection.block(after: images)
    try check(unsafe DGifGetExtension(gif, &code, &block), in: section)
    var blocks: [[UInt8]] = []
    while let bytes = unsafe block {
      let body = unsafe [UInt8](UnsafeBufferPointer(start: bytes + 1, count: Int(bytes.pointee)))
      if blocks.count < limit { blocks.append(body) }
      try check(unsafe DGifGetExtensionNext(gif, &block), in: section)
    }
    return (code, blocks)
  }

  /// The place of the next image, and whether its rows are interlaced.
  func nextImage() throws(GIFError) -> (area: PixelRect, isInterlaced: Bool) {
    // giflib counts some images that it refuses, and others not.
    let section = GIFSection.image(images + 1)
    try check(unsafe DGifGetImageDesc(gif), in: section)
    let image = unsafe gif.pointee.Image
    let area = unsafe PixelRect(
      x: Int(image.Left), y: Int(image.Top), width: Int(image.Width), height: Int(image.Height))
    guard !area.isEmpty else { throw .damaged(section) }
    return unsafe (area, image.Interlace)
  }

  /// Reads the next row of the image at hand.
  func read(into row: inout [UInt8]) throws(GIFError) {
    try check(unsafe DGifGetLine(gif, &row, Int32(clamping: row.count)), in: .image(images))
  }

  /// The palette of the image at hand, its own or the file's, RGBA with red in the lowest byte.
  func colors() throws(GIFError) -> [UInt32] {
    guard let map = unsafe gif.pointee.Image.ColorMap ?? gif.pointee.SColorMap else {
      throw .noPalette(image: images)
    }
    var colors: [UInt32] = []
    for place in unsafe 0..<Int(map.pointee.ColorCount) {
      let color = unsafe map.pointee.Colors[place]
      let (red, green, blue) = (UInt32(color.Red), UInt32(color.Green), UInt32(color.Blue))
      colors.append(red | green << 8 | blue << 16 | 0xFF00_0000)
    }
    return colors
  }

  private func check(_ answer: Int32, in section: GIFSection) throws(GIFError) {
    guard answer == GIF_ERROR else { return }
    let code = unsafe gif.pointee.Error
    // giflib reports no error for a missing code size, and a read error for an invalid one.
    guard [0, D_GIF_ERR_READ_FAILED].contains(code) else {
      throw GIFError(giflib: code, in: section)
    }
    throw isAtEnd ? .cutShort(section) : .damaged(section)
  }
}

extension GIFError {
  /// Converts giflib's error code for `section`.
  init(giflib code: Int32, in section: GIFSection) {
    switch code {
    case D_GIF_ERR_NOT_GIF_FILE: self = .notGIF
    case D_GIF_ERR_NOT_ENOUGH_MEM: self = .outOfMemory
    case D_GIF_ERR_READ_FAILED, D_GIF_ERR_NO_SCRN_DSCR: self = .cutShort(section)
    default: self = .damaged(section)
    }
  }
}
