/// What was found of one pixel, as one byte.
enum Mark {
  static let same: UInt8 = 0
  /// Different, and not lighter than it was.
  static let different: UInt8 = 1
  /// Different, and lighter than it was.
  static let lighter: UInt8 = 2
  /// Different, but as antialiasing explains.
  static let antialiased: UInt8 = 3
  /// Not looked at.
  static let ignored: UInt8 = 4
}
