// Strings that are long come again for other reasons than short ones, and are far fewer. So for each
// of several lengths only the last place is known, which is one look instead of a walk along all
// places that begin alike.

/// Where strings were last seen, by their first 3, 6, 9, 12, 18, 24 and 36 bytes.
struct RepetitionNotes {
  /// How many lengths there are.
  static let kinds = 7
  /// Of all kinds together.
  static let slots = kinds << slotBits
  private static let slotBits = 15

  /// Where the string at `place` is noted, if it is as long as `kind` says.
  @inline(__always)
  static func slot(of kind: Int, _ bytes: Span<UInt8>, at place: Int) -> Int {
    // Numbers without pattern, of which the upper bits of a product are made.
    let first: UInt64 = 0x9E37_79B9_7F4A_7C15
    let second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    var key = bytes.doubleWord(at: place)
    key = (key &<< (kind == 0 ? 40 : 16)) &* first
    if kind > 1 { key ^= (bytes.doubleWord(at: place &+ 6) &<< (kind == 2 ? 40 : 16)) &* second }
    if kind > 3 { key ^= (bytes.doubleWord(at: place &+ 12) &<< 16) &* 0xD6E8_FEB8_6659_FD93 }
    if kind > 4 { key ^= (bytes.doubleWord(at: place &+ 18) &<< 16) &* 0xA076_1D64_78BD_642F }
    if kind > 5 {
      key ^= (bytes.doubleWord(at: place &+ 24) &<< 16) &* 0x6A09_E667_F3BC_C909
      key ^= (bytes.doubleWord(at: place &+ 30) &<< 16) &* 0xBB67_AE85_84CA_A73B
    }
    return kind &<< slotBits | Int(truncatingIfNeeded: key &>> UInt64(64 - slotBits))
  }

  /// Whether a kind is looked for between pixels as well.
  @inline(__always)
  static func isBetween(_ kind: Int) -> Bool { kind == 1 || kind == 3 }

  /// Notes a place.
  @inline(__always)
  static func note(
    _ place: Int, between isBetween: Bool, _ bytes: Span<UInt8>,
    in notes: inout MutableSpan<Int32>
  ) {
    for kind in 0..<kinds where !isBetween || Self.isBetween(kind) {
      notes[slot(of: kind, bytes, at: place)] = Int32(truncatingIfNeeded: place &+ 1)
    }
  }
}
