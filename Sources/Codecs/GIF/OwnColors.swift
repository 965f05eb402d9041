// To gather the colours, to look up each pixel's, and to do both again for what can be painted anew
// because it is as before, is the plain way. Here the indices of all pixels come of one walk over runs
// of equal ones.

internal import Pixels

/// A canvas in its own colours, numbered in the order in which they come.
struct OwnColors: Sendable {
  /// The colours, behind those that were to be preferred.
  private(set) var table: ColorTable
  /// For each pixel `hole` if it is as before or not visible, and else its index; or its index, whether
  /// it is as before or not.
  private(set) var runs: IndexRuns
  /// How many pixels there are.
  let pixelCount: Int
  /// Whether there is an index for every pixel; if not, there are too many colours.
  let isComplete: Bool
  /// How many pixels are as before.
  let sameCount: Int
  /// Whether there are pixels that are not visible.
  let hasInvisible: Bool
  /// For each index whether pixels have it: 1 if those are as before, 2 if not, 3 if both are.
  private var seen: [UInt8]

  /// What stands for no colour.
  static let hole: UInt8 = 255

  /// At most `limit` colours, those of `preferred` numbered first.
  init(of canvas: GIFCanvas, preferring preferred: ColorTable, atMost limit: Int) {
    var table = preferred
    var numbers = RunNumbers(colors: 256)
    numbers.settle(table)
    var hasInvisible = false
    let isComplete = numbers.append(canvas) { run, length, numbers in
      guard let color = GIFColor(run.pixel)?.opaque else {
        hasInvisible = true
        numbers.runs.append(Self.hole, or: Self.hole, length: length)
        return true
      }
      guard let index = Self.index(of: color, in: &table, &numbers) else { return false }
      numbers.append(run, as: run.isSame ? Self.hole : index, or: index, length: length)
      return Self.count(numbers.seen) <= limit
    }
    pixelCount = canvas.area.width * canvas.area.height
    self.hasInvisible = hasInvisible
    self.isComplete = isComplete && Self.count(numbers.seen) <= limit
    (self.table, runs, seen, sameCount) = (table, numbers.runs, numbers.seen, numbers.sameCount)
  }

  /// How many colours pixels have, and pixels that are not as before.
  var usedCount: Int { Self.count(seen) }
  var changedCount: Int { seen.count { $0 & 2 != 0 } }

  private static func count(_ seen: [UInt8]) -> Int { seen.count { $0 != 0 } }

  /// The index of a colour that may be new; nil if there is no room.
  private static func index(
    of color: UInt32, in table: inout ColorTable, _ numbers: inout RunNumbers
  ) -> UInt8? {
    if let index = table.index(of: color) { return index }
    // The last index is a hole's as long as there is another way: without colours that were preferred
    // and that no pixel has so far.
    if table.colors.count >= Int(hole), count(numbers.seen) < table.colors.count {
      let names = table.keep(numbers.seen.map { $0 != 0 })
      numbers.rename(names)
      numbers.settle(table)
    }
    guard let index = table.insert(color) else { return nil }
    numbers.settle(color, as: index)
    return index
  }

  /// The same in the colours of pixels that are not as before.
  func reducedToChanged() -> OwnColors { reduced(to: seen.map { $0 & 2 != 0 }) }

  /// The same in the colours of all pixels.
  func reducedToUsed() -> OwnColors { reduced(to: seen.map { $0 != 0 }) }

  private func reduced(to isKept: [Bool]) -> OwnColors {
    var fewer = self
    let names = fewer.table.keep(isKept)
    fewer.runs.rename(names)
    fewer.seen = [UInt8](repeating: 0, count: 256)
    for index in isKept.indices where isKept[index] { fewer.seen[Int(names[index])] = seen[index] }
    return fewer
  }
}

extension ColorTable {
  /// Forgets all other colours; answers what becomes of each index, which is a hole if it is forgotten.
  fileprivate mutating func keep(_ isKept: [Bool]) -> [UInt8] {
    var names = [UInt8](repeating: OwnColors.hole, count: 256)
    let old = colors
    self = ColorTable()
    for index in old.indices where isKept[index] {
      names[index] = insert(old[index]) ?? OwnColors.hole
    }
    return names
  }
}

extension RunNumbers {
  /// Settles what becomes of a colour: its index, or a hole that may be painted again.
  fileprivate mutating func settle(_ color: UInt32, as index: UInt8) {
    settle(
      color, same: Choice(index: OwnColors.hole, other: index),
      other: Choice(index: index, other: index))
  }

  /// Settles what becomes of all colours of a table.
  fileprivate mutating func settle(_ table: ColorTable) {
    for (place, color) in table.colors.enumerated() { settle(color, as: UInt8(place)) }
  }
}

extension OwnColors {
  /// For each index the one that another table has for its colour; nil if it lacks one.
  func names(in other: ColorTable) -> [UInt8]? {
    var names = [UInt8](repeating: Self.hole, count: 256)
    for (place, color) in table.colors.enumerated() where seen[place] != 0 {
      guard let index = other.index(of: color) else { return nil }
      names[place] = index
    }
    return names
  }
}
