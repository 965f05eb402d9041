import Drawing
import Geometry
import Pixels

extension Textures {
  /// The image that `commands` draw pixel by pixel over all of `bounds`, so that it needs no copy.
  ///
  /// Nil if anything else can be seen. `scale` pixels are a point.
  func wholeImage(
    _ commands: [DrawCommand], _ bounds: PixelRect, scale: Double
  ) -> SourceImage? {
    let area = Rect(
      x: Double(bounds.x) / scale, y: Double(bounds.y) / scale,
      width: Double(bounds.width) / scale, height: Double(bounds.height) / scale)
    var hidden = commands.filter { !$0.isIdle(in: area) }
    guard case .image(let draw)? = hidden.popLast(), draw.clip == nil,
      draw.crop == Rect(x: 0, y: 0, width: 1, height: 1), draw.transform == .identity,
      draw.destination == area, let image = image(draw.image),
      image.pixels.width == bounds.width, image.pixels.height == bounds.height,
      hidden.isEmpty || image.alphaKind == .opaque, hidden.allSatisfy(\.isFill)
    else { return nil }
    return image
  }
}

extension DrawCommand {
  /// Whether it begins a group that changes nothing inside `area`, or ends a group: where no other
  /// groups begin, none other end.
  func isIdle(in area: Rect) -> Bool {
    switch self {
    case .fill, .image, .picture: return false
    case .endGroup: return true
    case .beginGroup(let effects):
      guard !effects.needsIsolation, effects.shadow == nil else { return false }
      guard let clip = effects.clip else { return true }
      guard clip.transform == .identity, case .rect(let outline) = clip.outline else {
        return false
      }
      return outline.radii == .zero && outline.rect.intersection(area) == area
    }
  }

  fileprivate var isFill: Bool {
    if case .fill = self { true } else { false }
  }
}
