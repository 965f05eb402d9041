import Pixels

/// The measures of UIKit's bars, in points.
enum BarMetrics {
  static let titleWeight = 600.0
  static let titleSize = 17.0
  static let backWeight = 400.0
  static let backSize = 17.0
  static let timeWeight = 600.0
  /// The chevron of the back button: its left edge, width and height.
  static let chevronInset = 9.0
  static let chevronWidth = 10.0
  static let chevronHeight = 18.0
  static let chevronStroke = 2.6
  /// From the chevron to its text, and what stays free around the title.
  static let backGap = 6.0
  static let titleMargin = 16.0
  /// UIKit's opaque separator.
  static let separator = Color(red: 0xC6, green: 0xC6, blue: 0xC8)
}
