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
  private(set) var runs = IndexRuns()
  /// How many pixels there are.
  let pixelCount: Int
  /// Whether there is an index for every pixel; if not, there are too many colours.
  private(set) var isComplete = true
  /// How many pixels are as before.
  private(set) var sameCount = 0
  /// Whether there are pixels that are not visible.
  private(set) var hasInvisible = false
  /// For each index whether a pixel has it, and whether one that is not as before has it.
  private(set) var isUsed = [Bool](repeating: false, count: 256)
  private(set) var isChanged = [Bool](repeating: false, count: 256)
  /// How many these are.
  private(set) var usedCount = 0
  private(set) var changedCount = 0

  /// What stands for no colour.
  static let hole: UInt8 = 255

  /// At most `limit` colours, those of `preferred` numbered first.
  init(of canvas: GIFCanvas, preferring preferred: ColorTable, atMost limit: Int) {
    table = preferred
    pixelCount = canvas.area.width * canvas.area.height
    isComplete = !canvas.anyRun { run, pixels, _ in
      !number(run, pixels.count) || usedCount > limit
    }
  }

  /// Numbers the pixels of a run; answers false if there are too many colours.
  @inline(__always)
  private mutating func number(_ run: RowRuns.Run, _ length: Int) -> Bool {
    guard let color = GIFColor(run.pixel)?.opaque else {
      hasInvisible = true
      runs.append(Self.hole, or: Self.hole, length: length)
      return true
    }
    guard let index = index(of: color) else { return false }
    note(index, isSame: run.isSame)
    sameCount &+= run.isSame ? length : 0
    runs.append(run.isSame ? Self.hole : index, or: index, length: length)
    return true
  }

  @inline(__always)
  private mutating func note(_ index: UInt8, isSame: Bool) {
    if !isUsed[Int(index)] {
      isUsed[Int(index)] = true
      usedCount &+= 1
    }
    if !isSame, !isChanged[Int(index)] {
      isChanged[Int(index)] = true
      changedCount &+= 1
    }
  }

  /// The index of a colour that may be new; nil if there is no room.
  @inline(__always)
  private mutating func index(of color: UInt32) -> UInt8? {
    if let index = table.index(of: color) { return index }
    // The last index is a hole's as long as there is another way.
    if table.colors.count >= Int(Self.hole) { makeRoom() }
    return table.insert(color)
  }

  /// Takes out preferred colours that no pixel has so far.
  private mutating func makeRoom() {
    guard usedCount < table.colors.count else { return }
    keep(isUsed)
  }

  /// Forgets all other colours.
  private mutating func keep(_ isKept: [Bool]) {
    let (old, changedBefore) = (table.colors, isChanged)
    var names = [UInt8](repeating: Self.hole, count: 256)
    table = ColorTable()
    isUsed = [Bool](repeating: false, count: 256)
    isChanged = isUsed
    for index in old.indices where isKept[index] {
      names[index] = table.insert(old[index]) ?? Self.hole
      isUsed[Int(names[index])] = true
      isChanged[Int(names[index])] = changedBefore[index]
    }
    (usedCount, changedCount) = (isUsed.count { $0 }, isChanged.count { $0 })
    runs.rename(names)
  }

  /// The same in the colours of pixels that are not as before.
  func reducedToChanged() -> OwnColors {
    var fewer = self
    fewer.keep(isChanged)
    return fewer
  }

  /// The same in the colours of all pixels.
  func reducedToUsed() -> OwnColors {
    var fewer = self
    fewer.keep(isUsed)
    return fewer
  }
}

extension OwnColors {
  /// For each index the one that another table has for its colour; nil if it lacks one.
  func names(in other: ColorTable) -> [UInt8]? {
    var names = [UInt8](repeating: Self.hole, count: 256)
    for (place, color) in table.colors.enumerated() where isUsed[place] {
      guard let index = other.index(of: color) else { return nil }
      names[place] = index
    }
    return names
  }
}
