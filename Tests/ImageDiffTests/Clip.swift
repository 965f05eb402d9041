import ImageDiff
import Pixels

/// A small animation for tests: a card that slides over a page while the page fades.
struct Clip {
  static let (width, height) = (40, 24)

  var frames: [Pixmap]
  var fps: Double

  /// The card along `curve`, which says for each time in seconds how far it is.
  init(
    seconds: Double = 0.6, fps: Double = 50, rest: Double = 0.06, color: Color = .black,
    _ curve: (Double) -> Double = { $0 * $0 * (3 - 2 * $0) }
  ) {
    self.fps = fps
    let count = Int((seconds + 2 * rest) * fps + 0.5) + 1
    frames = (0..<count).map { index in
      let share = (Double(index) / fps - rest) / seconds
      return Self.frame(at: curve(max(0, min(1, share))), color)
    }
  }

  static func frame(at share: Double, _ color: Color = .black) -> Pixmap {
    let level = UInt8(255 - share * 60)
    var frame = Pixmap(
      width: width, height: height,
      filledWith: Pixel(Color(red: level, green: level, blue: 255)))
    let left = 34 - share * 30
    // A card with a smooth edge, so that it can stand between two columns.
    let column = Int(left)
    let part = UInt8((1 - (left - Double(column))) * 255)
    var edge = color
    edge.alpha = part
    for y in 3..<20 {
      frame[column, y] = Pixel(edge).over(frame[column, y])
    }
    frame.fill(PixelRect(x: column + 1, y: 3, width: 300, height: 17), with: Pixel(color))
    return frame
  }

  /// The frames at the clip's rate.
  var sequence: FrameSequence {
    let (pictures, fps) = (frames, fps)
    let known = pictures.enumerated().map { index, picture in
      FrameSequence.Frame(
        startSeconds: Double(index) / fps, endSeconds: Double(index + 1) / fps,
        hash: FrameHash(picture))
    }
    return FrameSequence(width: Self.width, height: Self.height, frames: known) { pictures[$0] }
      ?? FrameSequence(still: Pixmap(width: 1, height: 1))
  }

  /// The frames but for some, whose time the ones before them take.
  func holding(over missing: Set<Int>) -> FrameSequence? {
    let (all, pictures) = (sequence.frames, frames)
    let kept = all.indices.filter { !missing.contains($0) }
    let frames = kept.enumerated().map { place, index in
      let next = place + 1 < kept.count ? all[kept[place + 1]].startSeconds : all[index].endSeconds
      return FrameSequence.Frame(
        startSeconds: all[index].startSeconds, endSeconds: next, hash: all[index].hash)
    }
    return FrameSequence(width: Self.width, height: Self.height, frames: frames) {
      pictures[kept[$0]]
    }
  }

  /// The frames at times in whole hundredths of a second, as a GIF has them.
  var inHundredths: FrameSequence? {
    let pictures = frames
    let frames = sequence.frames.map { frame in
      FrameSequence.Frame(
        startSeconds: (frame.startSeconds * 100).rounded() / 100,
        endSeconds: (frame.endSeconds * 100).rounded() / 100, hash: frame.hash)
    }
    return FrameSequence(width: Self.width, height: Self.height, frames: frames) { pictures[$0] }
  }

  /// The same with other frames.
  func with(_ change: (inout [Pixmap]) -> Void) -> Clip {
    var copy = self
    change(&copy.frames)
    return copy
  }
}
