import Codecs
import Pixels

/// Hands a part of every frame on to another sink.
struct CropSink<Inner: FrameSink>: FrameSink {
  let area: PixelRect
  var inner: Inner

  func encode(_ frame: Frame) throws -> Inner.Part {
    var part = frame
    part.pixels = frame.pixels.cropped(to: area)
    part.previous = frame.previous?.cropped(to: area)
    let damage = frame.damage.intersection(area)
    part.damage = PixelRect(
      x: damage.x - area.x, y: damage.y - area.y, width: damage.width, height: damage.height)
    return try inner.encode(part)
  }

  mutating func append(_ part: Inner.Part) throws -> [SinkOutput] { try inner.append(part) }

  mutating func finish() throws -> [SinkOutput] { try inner.finish() }
}
