internal import CCodecShim
public import Pixels

/// Decodes files of one picture.
public enum PictureFile {
  /// The upright picture in sRGB; a file beyond `limits` is refused before memory is allocated.
  public static func image(
    _ file: [UInt8], limits: ImageLimits = ImageLimits()
  ) throws(PictureError) -> StraightImage {
    let header = try PictureHeader(file, limits: limits)
    let conversion = try header.profile.map { data throws(PictureError) in
      try ProfileConversion(ColorProfile(data))
    }
    var pixels: [UInt8]
    switch header.format {
    case .png:
      do {
        let image = try StraightImage(png: file, limits: limits)
        if conversion?.isIdentity ?? true, header.orientation == .upright { return image }
        pixels = image.bytes
      } catch {
        throw .png(error)
      }
    default: pixels = try decode(file, header)
    }
    if let conversion, !conversion.isIdentity { conversion.convert(&pixels) }
    pixels = header.orientation.upright(
      pixels, width: header.stored.width, height: header.stored.height)
    guard let image = StraightImage(width: header.width, height: header.height, straight: pixels)
    else {
      throw .outOfMemory
    }
    return image
  }

  private static func decode(
    _ file: [UInt8], _ header: PictureHeader
  ) throws(PictureError) -> [UInt8] {
    let (width, height) = (Int32(header.stored.width), Int32(header.stored.height))
    let count = header.stored.width * header.stored.height * 4
    var (status, reason) = (RT_PICTURE_DAMAGED, rt_picture_reason())
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      unsafe file.withUnsafeBufferPointer { source in
        status =
          header.format == .jpeg
          ? unsafe rt_jpeg_decode(
            source.baseAddress, source.count, width, height, target.baseAddress, &reason)
          : unsafe rt_webp_decode(
            source.baseAddress, source.count, width, height, target.baseAddress)
      }
      initialized = status == RT_PICTURE_DECODED ? count : 0
    }
    switch status {
    case RT_PICTURE_DECODED: return pixels
    case RT_PICTURE_OUT_OF_MEMORY: throw .outOfMemory
    case RT_PICTURE_SIZE_MISMATCH: throw .damaged(header.format, "its headers have two sizes")
    default:
      let text = reason.printable
      throw .damaged(
        header.format, text.isEmpty ? "it ends too early, or its data is wrong" : text)
    }
  }
}
