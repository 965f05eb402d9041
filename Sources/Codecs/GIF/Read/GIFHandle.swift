internal import CCodecShim
internal import CLibGIF
internal import Pixels

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

  /// What comes next.
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
    // Of a code size that is not there giflib says nothing, of a bad one that it cannot be read.
    guard [0, D_GIF_ERR_READ_FAILED].contains(code) else {
      throw GIFError(giflib: code, in: section)
    }
    throw isAtEnd ? .cutShort(section) : .damaged(section)
  }
}

extension GIFError {
  /// What giflib answered while it read `section`.
  init(giflib code: Int32, in section: GIFSection) {
    switch code {
    case D_GIF_ERR_NOT_GIF_FILE: self = .notGIF
    case D_GIF_ERR_NOT_ENOUGH_MEM: self = .outOfMemory
    case D_GIF_ERR_READ_FAILED, D_GIF_ERR_NO_SCRN_DSCR: self = .cutShort(section)
    default: self = .damaged(section)
    }
  }
}
