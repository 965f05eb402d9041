internal import Geometry
package import Pixels

/// How near a picture is to the one that was meant; both have the same size.
package enum ImageQuality {
  /// The mean squared error over red, green and blue.
  package static func meanSquare(_ one: Pixmap, _ other: Pixmap) -> Double {
    var squares = 0
    let (mine, others) = (one.bytes.span, other.bytes.span)
    for offset in stride(from: 0, to: mine.count, by: 4) {
      let a = SIMD4<Int32>(truncatingIfNeeded: mine.pixel(at: offset).channels)
      let b = SIMD4<Int32>(truncatingIfNeeded: others.pixel(at: offset).channels)
      let difference = a &- b
      let square = difference &* difference
      squares += Int(square[0] &+ square[1] &+ square[2])
    }
    return Double(squares) / Double(max(1, mine.count / 4 * 3))
  }

  /// The peak signal-to-noise ratio of a mean squared error, in dB; 99 for equal pictures.
  package static func psnr(meanSquare: Double) -> Double {
    guard meanSquare > 0 else { return 99 }
    return min(99, 10 * Elementary.log(255 * 255 / meanSquare) / Elementary.log(10))
  }
}

/// How much pixels change in what is seen that stand still in what was meant.
package struct Flicker {
  /// A frame as it was meant and as it is seen.
  package typealias Frame = (meant: Pixmap, seen: Pixmap)

  /// How many pixels stood still.
  package private(set) var pixels = 0
  private var change = 0

  /// That of no frames.
  package init() {}

  /// That of two frames.
  package init(from before: Frame, to now: Frame) { add(from: before, to: now) }

  /// By how many levels a channel of such a pixel changes on average; 0 if there are none.
  package var levels: Double { pixels == 0 ? 0 : Double(change) / Double(3 * pixels) }

  /// Counts the pixels of two frames, one after the other.
  package mutating func add(from before: Frame, to now: Frame) {
    let meant = (before.meant.bytes.span, now.meant.bytes.span)
    let seen = (before.seen.bytes.span, now.seen.bytes.span)
    for at in stride(from: 0, to: meant.0.count, by: 4)
    where meant.0.pixel(at: at) == meant.1.pixel(at: at) {
      pixels += 1
      for channel in at..<at + 3 { change += abs(Int(seen.0[channel]) - Int(seen.1[channel])) }
    }
  }
}
