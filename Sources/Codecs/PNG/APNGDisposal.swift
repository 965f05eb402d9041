/// What becomes of a frame's area when its time is over, by the numbers in the file.
enum APNGDisposal: UInt8, Hashable, Sendable, CaseIterable {
  /// It stays as it is.
  case stay
  /// It becomes clear.
  case wipe
  /// It becomes what it was before.
  case comeBack
}
