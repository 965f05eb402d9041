import CCodecShim

/// The library that opens PNGs.
public enum PNGLibrary {
  /// Its version, as it is installed.
  public static var version: String {
    // 10640 is 1.6.40.
    let number = rt_png_version()
    return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
  }
}
