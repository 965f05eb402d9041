public import Pixels

extension Pixmap {
  /// The same picture in at most `count` colours (2 to 256), chosen as for a GIF of one frame.
  ///
  /// A picture that has no more is returned as it is. What is less than half there becomes clear.
  public func reduced(toColors count: Int, dither: GIFOptions.Dither = .auto) -> Pixmap {
    let canvas = GIFCanvas(pixels: self, base: nil, area: bounds)
    let hasTransparency = canvas.hasTransparency()
    let room = Swift.max(1, Swift.min(count, 256) - (hasTransparency ? 1 : 0))
    guard canvas.colors(atMost: room) == nil else { return self }
    let design = canvas.design(count: room, steady: [])
    let transparent = UInt8(truncatingIfNeeded: design.colors.count)
    let indices =
      design.hasGradients
      ? canvas.packedIndices(
        through: Quantizer(design, dither: dither), transparent: transparent)
      : canvas.runs(in: design, transparent: transparent).indices
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * indices.count)
    for index in indices {
      let color = Int(index) < design.colors.count ? design.colors[Int(index)] : 0
      for shift in [0, 8, 16, 24] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: color >> shift))
      }
    }
    return Pixmap(width: width, height: height, premultiplied: bytes) ?? self
  }
}
