import CFriBidi

/// Which way the letters of a paragraph run: its levels by the Unicode bidirectional algorithm.
struct BidiParagraph {
  /// The level of the paragraph: 0 from left to right, 1 from right to left.
  let baseLevel: UInt8
  /// The level of each scalar; odd ones run from right to left.
  let levels: [UInt8]

  /// Finds the levels of `scalars`, which hold no line break; the first strong one decides.
  init(_ scalars: [UInt32]) {
    let count = FriBidiStrIndex(clamping: scalars.count)
    var types = [FriBidiCharType](repeating: FRIBIDI_TYPE_ON, count: scalars.count)
    var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
    var levels = [FriBidiLevel](repeating: 0, count: scalars.count)
    var direction = FRIBIDI_PAR_ON
    unsafe fribidi_get_bidi_types(scalars, count, &types)
    unsafe fribidi_get_bracket_types(scalars, count, types, &brackets)
    let highest = unsafe fribidi_get_par_embedding_levels_ex(
      types, brackets, count, &direction, &levels)
    guard highest > 0 else {
      (baseLevel, self.levels) = (0, [UInt8](repeating: 0, count: scalars.count))
      return
    }
    baseLevel = UInt8(direction.rawValue & 1)
    self.levels = levels.map { UInt8(clamping: $0) }
  }

  /// The order from left to right of neighbours with these levels.
  ///
  /// From the highest level down to the lowest odd one, every stretch at or above it is turned.
  static func visualOrder(_ levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), let lowest = levels.filter({ $0 % 2 == 1 }).min() else {
      return order
    }
    for level in (lowest...highest).reversed() {
      var start = 0
      while start < order.count {
        let end = order[start...].firstIndex { levels[$0] < level } ?? order.count
        order[start..<end].reverse()
        start = end + 1
      }
    }
    return order
  }
}
