public import Pixels

/// A picture moved by whole pixels: its rows are copied.
public struct CopiedRows: RowSource {
  private let picture: Surface
  /// Whether nothing ever shows through.
  public let isOpaque: Bool
  /// Where nothing shows through for certain.
  public let solid: PixelRect

  /// `picture`, moved by whole pixels; outside of it, the pixels at its edge go on.
  ///
  /// Nothing shows through the pixels of `core`, counted from its first one.
  public init(
    _ picture: Surface, dx: Int, dy: Int, isOpaque: Bool, core: PixelRect = .empty
  ) {
    solid =
      isOpaque
      ? .everywhere
      : core.moved(x: picture.x + dx, y: picture.y + dy)
    self.picture = Surface(picture.pixmap, x: picture.x + dx, y: picture.y + dy)
    self.isOpaque = isOpaque
  }

  /// Copies a row, its ends drawn out.
  public func write(
    y: Int, x: Int, width: Int, to row: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let bounds = picture.bounds
    guard !bounds.isEmpty else { return }
    let y = max(bounds.y, min(bounds.maxY - 1, y))
    let left = max(x, min(x + width, bounds.x))
    let right = max(left, min(x + width, bounds.maxX))
    let source = picture.pixmap.bytes.span
    fill(
      source.pixel(at: picture.offset(bounds.x, y)), onto: &row, at: offset, width: left - x)
    row.copyBytes(
      source, from: picture.offset(min(left, bounds.maxX - 1), y),
      to: offset + (left - x) * 4, length: (right - left) * 4)
    fill(
      source.pixel(at: picture.offset(bounds.maxX - 1, y)), onto: &row,
      at: offset + (right - x) * 4, width: x + width - right)
  }
}
