internal import Pixels

extension GIFCanvas {
  /// For each pixel the index that `quantizer` gives it.
  func indices(through quantizer: Quantizer, transparent: UInt8) -> [UInt8] {
    switch quantizer.dither {
    case .auto: indicesWithFeedback(through: quantizer, transparent: transparent)
    case .ordered:
      indices(through: quantizer, transparent: transparent) { DitherPattern.threshold($0, $1) }
    case .none: indices(through: quantizer, transparent: transparent) { _, _ in 0 }
    }
  }

  /// Decides between a cell's two colours by where a pixel lies, and by a threshold for its place.
  @inline(__always)
  private func indices(
    through quantizer: Quantizer, transparent: UInt8, threshold: (_ x: Int, _ y: Int) -> Int32
  ) -> [UInt8] {
    let (places, choices) = (quantizer.places.span, quantizer.choices.span)
    var indices = [UInt8](repeating: transparent, count: area.width * area.height)
    var target = indices.mutableSpan
    var next = 0
    forEachPixel { pixel, x, y in
      let here = next
      next &+= 1
      guard let color = pixel else { return }
      let place = Int(places[ColorCells.cell(of: color)])
      let choice = place > 0 ? choices[place &- 1] : quantizer.choice(for: color)
      if choice.hasFlat, let index = quantizer.flat(color) {
        target[here] = index
      } else {
        target[here] = choice.index(of: color, threshold: threshold(x, y))
      }
    }
    return indices
  }

  /// Decides likewise, for a colour that makes good for a part of what was lost around the pixel.
  private func indicesWithFeedback(through quantizer: Quantizer, transparent: UInt8) -> [UInt8] {
    let (places, choices) = (quantizer.places.span, quantizer.choices.span)
    var indices = [UInt8](repeating: transparent, count: area.width * area.height)
    var target = indices.mutableSpan
    var next = 0
    var loss = ColorLoss(columns: area.width)
    forEachPixel { pixel, x, _ in
      let here = next
      next &+= 1
      let owed = loss.owed(toColumn: x &- area.x)
      guard let color = pixel else { return loss.forgive() }
      let cell = ColorCells.cell(of: color)
      let place = Int(places[cell])
      var choice = place > 0 ? choices[place &- 1] : quantizer.choice(for: color)
      if choice.hasFlat, let index = quantizer.flat(color) {
        target[here] = index
        return loss.forgive()
      }
      let wanted = ColorLoss.Amount(color) &+ owed
      let nearby = wanted.color
      let nearbyCell = ColorCells.cell(of: nearby)
      if nearbyCell != cell {
        // Where no pixel fell nobody knows what is near; then the first cell does.
        let place = Int(places[nearbyCell])
        if place > 0 { choice = choices[place &- 1] }
      }
      let index = choice.index(of: nearby, threshold: 0)
      target[here] = index
      loss.note(wanted &- quantizer.amounts[Int(index)])
    }
    return indices
  }
}
