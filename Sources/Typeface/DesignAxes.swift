/// What a variable font can be told: its axes, and how they are normalized.
struct DesignAxes: Sendable {
  fileprivate struct Axis {
    let tag: Int
    /// In 65536ths, as the file has them.
    let lowest, standard, highest: Int
    /// Pairs of normalized coordinates, before and after, in 16384ths; rising.
    var map: [(from: Int, to: Int)] = []
  }

  private var axes: [Axis]

  /// "wght" and "opsz".
  private static let (weight, opticalSize) = (0x7767_6874, 0x6F70_737A)

  /// The axes of a font; nil for one that is not variable.
  init?(_ directory: FontDirectory) {
    guard let table = directory.reader("fvar") else { return nil }
    var header = table.skipping(4)
    let (offset, _, count, size) = (header.word(), header.word(), header.word(), header.word())
    axes = []
    for index in 0..<count {
      var record = table.skipping(offset + index * size)
      let axis = Axis(
        tag: record.long(), lowest: record.signedLong(), standard: record.signedLong(),
        highest: record.signedLong())
      guard !record.isPastEnd, axis.lowest <= axis.standard, axis.standard <= axis.highest else {
        return nil
      }
      axes.append(axis)
    }
    guard !axes.isEmpty else { return nil }
    readMaps(directory)
  }

  /// The table "avar", of the version that maps each axis for itself.
  private mutating func readMaps(_ directory: FontDirectory) {
    guard var table = directory.reader("avar"), table.word() == 1 else { return }
    _ = (table.word(), table.word())
    guard table.word() == axes.count else { return }
    for index in axes.indices {
      let count = table.word()
      axes[index].map = table.list(count) { (from: $0.signedWord(), to: $0.signedWord()) }
    }
  }

  /// How many there are.
  var count: Int { axes.count }

  /// The weights that the font can take on.
  var weights: ClosedRange<Double>? {
    axes.first { $0.tag == Self.weight }.map { axis in
      Double(axis.lowest) / 65536...Double(axis.highest) / 65536
    }
  }

  /// The normalized coordinates of a text, in 16384ths; axes that it says nothing of stay as the
  /// font has them.
  ///
  /// The optical size is a whole number of points: so a font has few instances, and each can be
  /// tested on other versions of HarfBuzz.
  func coordinates(weight: Double, size: Double) -> [Int32] {
    axes.map { axis in
      switch axis.tag {
      case Self.weight: axis.normalized(weight)
      case Self.opticalSize: axis.normalized(size.rounded())
      default: 0
      }
    }
  }
}

extension DesignAxes.Axis {
  /// The place of `value` between -1 and 1, in 16384ths, to the nearest.
  fileprivate func normalized(_ value: Double) -> Int32 {
    let value = min(Double(highest), max(Double(lowest), value * 65536))
    let distance = value - Double(standard)
    let reach = distance < 0 ? standard - lowest : highest - standard
    guard reach > 0 else { return 0 }
    return Int32(mapped((distance / Double(reach) * 16384).rounded()).rounded())
  }

  private func mapped(_ value: Double) -> Double {
    guard let next = map.firstIndex(where: { Double($0.from) >= value }) else { return value }
    guard next > 0 else { return Double(map[0].to) }
    let (low, high) = (map[next - 1], map[next])
    guard high.from > low.from else { return Double(high.to) }
    let fraction = (value - Double(low.from)) / Double(high.from - low.from)
    return Double(low.to) + fraction * Double(high.to - low.to)
  }
}
