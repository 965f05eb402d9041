// To gather the colours, to look up each pixel's, and to do both again for what can be painted anew
// because it is as before, is the plain way. Here the indices of all pixels come of one walk over runs
// of equal ones.

internal import Pixels

/// A canvas in its own colours, numbered in the order in which they come.
struct OwnColors: Sendable {
  /// The colours, behind those that were to be preferred.
  private(set) var table: ColorTable
  /// For each pixel its index, whether it is as before or not; `hole` for one that is not visible.
  private(set) var all: [UInt8]
  /// The same, but `hole` where a pixel is as before or is not visible.
  private(set) var changed: [UInt8]
  /// Whether there is an index for every pixel; if not, there are too many colours.
  private(set) var isComplete = true
  /// How many pixels are as before.
  private(set) var sameCount = 0
  /// How many runs of equal pixels there are.
  private(set) var runCount = 0
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
    all = [UInt8](repeating: Self.hole, count: canvas.area.width * canvas.area.height)
    changed = canvas.base == nil ? [] : all
    isComplete = !canvas.anyRun { run, pixels, _ in
      runCount &+= 1
      return !number(run, pixels) || usedCount > limit
    }
    if canvas.base == nil { changed = all }
  }

  /// Numbers the pixels of a run; answers false if there are too many colours.
  @inline(__always)
  private mutating func number(_ run: RowRuns.Run, _ pixels: Range<Int>) -> Bool {
    guard let color = GIFColor(run.pixel)?.opaque else {
      hasInvisible = true
      fill(pixels, with: Self.hole, isSame: run.isSame)
      return true
    }
    guard let index = index(of: color, before: pixels.lowerBound) else { return false }
    note(index, isSame: run.isSame)
    sameCount &+= run.isSame ? pixels.count : 0
    fill(pixels, with: index, isSame: run.isSame)
    return true
  }

  @inline(__always)
  private mutating func fill(_ pixels: Range<Int>, with index: UInt8, isSame: Bool) {
    var target = all.mutableSpan
    target.fill(pixels, with: index)
    guard !changed.isEmpty else { return }
    target = changed.mutableSpan
    target.fill(pixels, with: isSame ? Self.hole : index)
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
  private mutating func index(of color: UInt32, before place: Int) -> UInt8? {
    if let index = table.index(of: color) { return index }
    // The last index is a hole's as long as there is another way.
    if table.colors.count >= Int(Self.hole) { makeRoom(before: place) }
    return table.insert(color)
  }

  /// Takes out preferred colours that no pixel before `place` has.
  private mutating func makeRoom(before place: Int) {
    guard usedCount < table.colors.count else { return }
    let names = keep(isUsed)
    all.rename(names, upTo: place)
    changed.rename(names, upTo: min(place, changed.count))
  }

  /// Forgets all other colours; answers what becomes of each index.
  private mutating func keep(_ isKept: [Bool]) -> [UInt8] {
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
    return names
  }

  /// The same in the colours of pixels that are not as before.
  func reducedToChanged() -> OwnColors {
    var fewer = self
    let names = fewer.keep(isChanged)
    fewer.all.rename(names, upTo: all.count)
    fewer.changed.rename(names, upTo: changed.count)
    return fewer
  }

  /// The same in the colours of all pixels, without saying which are as before.
  func reducedToUsed() -> OwnColors {
    var fewer = self
    fewer.changed = []
    let names = fewer.keep(isUsed)
    fewer.all.rename(names, upTo: all.count)
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

extension [UInt8] {
  /// Gives the first indices new names.
  mutating func rename(_ names: [UInt8], upTo end: Int) {
    var target = mutableSpan
    let names = names.span
    for place in 0..<end { target[place] = names[Int(target[place])] }
  }

  /// Replaces one index by another one.
  mutating func replace(_ old: UInt8, with new: UInt8) {
    var target = mutableSpan
    let (olds, news) = (SIMD16(repeating: old), SIMD16(repeating: new))
    var place = 0
    while place &+ 16 <= target.count {
      let here = target.span.sixteen(at: place)
      target.setSixteen(here.replacing(with: news, where: here .== olds), at: place)
      place &+= 16
    }
    while place < target.count {
      if target[place] == old { target[place] = new }
      place &+= 1
    }
  }
}
