internal import CCodecShim
internal import CDeflate
internal import CLibGIF

/// The libraries that read and write pictures.
public enum CodecLibraries {
  /// The name and the version of each; of giflib, libdeflate and libjpeg-turbo, with which the program
  /// was built.
  public static var versions: [(name: String, version: String)] {
    [
      ("giflib", giflib), ("libdeflate", LIBDEFLATE_VERSION_STRING), decoder(of: .jpeg),
      decoder(of: .png), decoder(of: .webp),
    ]
  }

  /// The library that decodes pictures of a format: PNG, JPEG or WebP.
  public static func decoder(of format: PictureFormat) -> (name: String, version: String) {
    switch format {
    case .jpeg: ("libjpeg-turbo", text(of: rt_jpeg_version(), base: 1000))
    case .webp: ("libwebp", text(of: rt_webp_version(), base: 256))
    // 10640 is 1.6.40.
    default: ("libpng", text(of: rt_png_version(), base: 100))
    }
  }

  /// A version whose three parts are digits of a number.
  private static func text(of number: UInt32, base: UInt32) -> String {
    "\(number / base / base).\(number / base % base).\(number % base)"
  }

  private static var giflib: String { "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)" }
}
