import CFriBidi
import CHarfBuzz
import CUnibreak

/// The libraries that turn text into placed glyphs: another version may place them elsewhere.
public enum TextLibraries {
  /// The name and the version of each, as it is installed.
  public static var versions: [(name: String, version: String)] {
    [("FriBidi", friBidi), ("HarfBuzz", harfBuzz), ("libunibreak", libunibreak)]
  }

  private static var harfBuzz: String { unsafe String(cString: hb_version_string()) }

  // The first line is "(GNU FriBidi) 1.0.8".
  private static var friBidi: String {
    let words = unsafe String(cString: rt_fribidi_version())
    let line = words.prefix { !$0.isNewline }
    return line.split(separator: " ").last.map(String.init) ?? "unknown"
  }

  // 0x0501 is 5.1.
  private static var libunibreak: String {
    let number = rt_unibreak_version()
    return "\(number >> 8).\(number & 255)"
  }
}
