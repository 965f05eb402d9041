internal import Pixels

extension GIFCanvas {
  /// For each pixel the index that `quantizer` gives it.
  func indices(through quantizer: Quantizer, transparent: UInt8) -> [UInt8] {
    switch quantizer.dither {
    case .ordered:
      indices(through: quantizer, transparent: transparent) { DitherPattern.threshold($0, $1) }
    case .auto, .none: indices(through: quantizer, transparent: transparent) { _, _ in 0 }
    }
  }

  /// The indices in `table`, which has all colours; what is as before is left transparent, or painted
  /// again by a colour that `isExact` wherever it was painted.
  func runs(
    in table: ColorTable, transparent: UInt8, isExact: (_ color: UInt32) -> Bool = { _ in true }
  ) -> IndexRuns {
    var runs = IndexRuns()
    forEachRun { run, pixels in
      let color = run.isSame && run.pixel >> 24 < 255 ? nil : GIFColor(run.pixel)?.opaque
      let known = color.flatMap { run.isSame && !isExact($0) ? nil : table.index(of: $0) }
      let index = known ?? transparent
      runs.append(run.isSame ? transparent : index, or: index, length: pixels.count)
    }
    return runs
  }

  /// The indices in a palette for which all colours are settled, and others that show the same, or
  /// hardly worse.
  ///
  /// What is as before may be left, or is painted again wherever that shows the same if `repaints` says so.
  func runs(
    in design: PaletteDesign, transparent: UInt8, repaints: Bool = false
  ) -> IndexRuns {
    let settled = design.settled
    let colors = settled.colors
    var numbers = RunNumbers(colors: colors.count)
    for color in colors {
      guard let (index, other) = settled.choice(for: color) else { continue }
      // Of what is as before only what is exact wherever it was painted is painted again.
      let same = settled.steadyIndex(of: color) ?? transparent
      numbers.settle(
        color, same: RunNumbers.Choice(index: repaints ? same : transparent, other: same),
        other: RunNumbers.Choice(index: index, other: other))
    }
    _ = numbers.append(self, design.runs) { run, length, numbers in
      let color = run.isSame ? nil : GIFColor(run.pixel)?.opaque
      let (index, other) = color.flatMap { settled.choice(for: $0) } ?? (transparent, transparent)
      numbers.append(run, as: index, or: other, length: length)
      return true
    }
    return numbers.runs
  }

  /// For each pixel the index that `quantizer` gives it, as the encoder leaves it.
  func packedIndices(through quantizer: Quantizer, transparent: UInt8) -> [UInt8] {
    guard quantizer.dither == .auto else {
      return indices(through: quantizer, transparent: transparent)
    }
    var rows = RowQuantizer(self, through: quantizer, transparent: transparent)
    var indices: [UInt8] = []
    var seconds = 0.0
    _ = LZWEncoder(colors: Int(transparent) + 1).imageData(
      of: &rows, quantizingSeconds: &seconds
    ) { plans in for x in plans.indices { indices.append(plans[x].index) } }
    return indices
  }

  /// Decides between a cell's two colours by where a pixel lies, and by a threshold for its place.
  @inline(__always)
  private func indices(
    through quantizer: Quantizer, transparent: UInt8, threshold: (_ x: Int, _ y: Int) -> Int32
  ) -> [UInt8] {
    let (places, choices) = (quantizer.places.span, quantizer.choices.span)
    var indices = [UInt8](repeating: transparent, count: area.width * area.height)
    var target = indices.mutableSpan
    for row in 0..<area.height {
      forEachPixel(inRow: row, 0..<area.width) { pixel, isSame, x in
        guard !isSame, let color = GIFColor(pixel)?.opaque else { return }
        let here = row &* area.width &+ x
        let entry = places[ColorCells.cell(of: color)]
        if let index = quantizer.settledIndex(color, entry) {
          target[here] = index
          return
        }
        let place = Int(entry & Quantizer.placeBits)
        let choice = place > 0 ? choices[place &- 1] : quantizer.choice(for: color)
        target[here] = choice.index(of: color, threshold: threshold(area.x &+ x, area.y &+ row))
      }
    }
    return indices
  }
}
