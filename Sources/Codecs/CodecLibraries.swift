internal import CCodecShim
internal import CDeflate
internal import CLibGIF

/// The libraries that read and write pictures.
public enum CodecLibraries {
  /// The name and the version of each; of giflib and libdeflate, with which the program was built.
  public static var versions: [(name: String, version: String)] {
    [("giflib", giflib), ("libdeflate", LIBDEFLATE_VERSION_STRING), ("libpng", libpng)]
  }

  /// The version of the library that decodes PNGs.
  public static var libpng: String {
    // 10640 is 1.6.40.
    let number = rt_png_version()
    return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
  }

  private static var giflib: String { "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)" }
}
