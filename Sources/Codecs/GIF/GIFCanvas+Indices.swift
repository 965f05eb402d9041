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

  /// For each pixel its index in a palette for which all colours are settled, and another one that
  /// shows the same, or hardly worse.
  func indices(in design: PaletteDesign, transparent: UInt8) -> ([UInt8], [UInt8]) {
    var indices = [UInt8](repeating: transparent, count: area.width * area.height)
    var others = indices
    var first = indices.mutableSpan
    var second = others.mutableSpan
    forEachRun { run, pixels in
      let (index, other) = design.settled.choice(for: run) ?? (transparent, transparent)
      first.fill(pixels, with: run.isSame ? transparent : index)
      second.fill(pixels, with: other)
    }
    return (indices, others)
  }

  /// The same, as the encoder leaves it.
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

extension SettledColors {
  /// The index of a run's colour, and another one that shows as good; for one that is as before only
  /// a colour that is exact wherever it was painted.
  @inline(__always)
  fileprivate func choice(for run: RowRuns.Run) -> (index: UInt8, other: UInt8)? {
    guard !run.isSame else { return steadyIndex(of: run.pixel).map { ($0, $0) } }
    return GIFColor(run.pixel).flatMap { choice(for: $0.opaque) }
  }
}
