internal import Pixels

/// What a graphic control extension says about the image that follows.
struct GIFControl: Hashable, Sendable {
  /// In centiseconds.
  var delay = 0
  /// The index that leaves what is there.
  var transparent: UInt8?
  /// 2 clears the image's area when its time is over, 3 brings back what was there before.
  var disposal = 0

  /// An image that simply stays.
  init() {}

  /// Reads the extension's block; nil if it is too short.
  init?(_ block: [UInt8]) {
    guard block.count >= 4 else { return nil }
    delay = Int(block[1]) | Int(block[2]) << 8
    transparent = block[0] & 1 == 1 ? block[3] : nil
    disposal = Int(block[0] >> 2 & 7)
  }
}

/// The canvas on which a player paints one image after the other.
struct GIFCompositor: Hashable, Sendable {
  private(set) var canvas: Pixmap
  private var before: Pixmap?
  private var area = PixelRect.empty
  private var control = GIFControl()

  init(width: Int = 0, height: Int = 0) {
    canvas = Pixmap(width: width, height: height)
  }

  /// Takes away the image before, as it wanted, and makes ready for the next.
  mutating func begin(_ area: PixelRect, _ control: GIFControl) {
    if self.control.disposal == 3, let before { canvas = before }
    if self.control.disposal == 2 { clear(self.area.intersection(canvas.bounds)) }
    before = control.disposal == 3 ? canvas : nil
    (self.area, self.control) = (area, control)
  }

  /// Paints one row of indices; what lies outside of the canvas or the palette is left out.
  mutating func paint(_ row: [UInt8], y: Int, _ colors: [UInt32]) {
    let line = PixelRect(x: area.x, y: area.y + y, width: area.width, height: 1)
      .intersection(canvas.bounds)
    guard !line.isEmpty else { return }
    let (stride, left, transparent) = (canvas.stride, area.x, control.transparent)
    canvas.withMutableSpan { span in
      for x in line.x..<line.maxX {
        let index = row[x - left]
        guard index != transparent, Int(index) < colors.count else { continue }
        span.setWord(colors[Int(index)], at: line.y * stride + x * 4)
      }
    }
  }

  /// The rows of an image in the order in which they are stored.
  static func order(of rows: Int, isInterlaced: Bool) -> [Int] {
    guard isInterlaced else { return Array(0..<rows) }
    let passes = [(0, 8), (4, 8), (2, 4), (1, 2)]
    return passes.flatMap { first, step in Array(stride(from: first, to: rows, by: step)) }
  }

  private mutating func clear(_ area: PixelRect) {
    let stride = canvas.stride
    canvas.withMutableSpan { span in
      for y in area.y..<max(area.y, area.maxY) {
        for x in area.x..<area.maxX { span.setWord(0, at: y * stride + x * 4) }
      }
    }
  }
}
