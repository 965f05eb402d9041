/// How a player disposes of a frame's area before the next frame.
///
/// The raw values are those of APNG; GIF counts from 1, and treats 0 as 1.
enum Disposal: UInt8, Hashable, Sendable, CaseIterable {
  /// Leaves the area.
  case none
  /// Makes the area transparent.
  case background
  /// Restores what the area showed before the frame.
  case previous

  /// The number in a GIF's graphic control extension.
  var gifCode: UInt8 { rawValue + 1 }

  /// The method of a GIF; undefined numbers leave the area.
  init(gifCode: UInt8) { self = gifCode == 0 ? .none : Self(rawValue: gifCode - 1) ?? .none }
}
