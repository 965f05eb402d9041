/// Where the font called "system", Inter, lies on a Linux machine.
public enum SystemFont {
  /// The folders to look in, in order; the first is Debian's.
  public static let folders = [
    "/usr/share/fonts/opentype/inter",
    "/usr/share/fonts/truetype/inter",
    "/usr/share/fonts/rsms-inter-fonts",
    "/usr/share/fonts/inter",
    "/usr/local/share/fonts/inter",
  ]

  /// The name of Inter's file for the weight nearest to `weight`, the heavier of two.
  public static func fileName(forWeight weight: Double) -> String {
    let known = weight.isNaN ? 400 : min(900, max(100, weight))
    return "Inter-\(styles[Int(known / 100 + 0.5) - 1]).otf"
  }

  /// From 100 to 900.
  private static let styles = [
    "Thin", "ExtraLight", "Light", "Regular", "Medium", "SemiBold", "Bold", "ExtraBold", "Black",
  ]
}
