public import Pixels

/// A frame of an APNG as a player shows it: the whole canvas.
public struct APNGFrame: Hashable, Sendable {
  /// The canvas, premultiplied.
  public var pixels: Pixmap
  /// When it begins, in seconds.
  public var startSeconds: Double
  /// How long it shows, in seconds.
  public var delaySeconds: Double
}

/// Reads the frames of an animated PNG; any other PNG is an animation of one frame.
public struct APNGReader: Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// How often the animation plays; 0 is for ever.
  public var loop: Int { outline.loop }
  /// The number of frames; 1 for a PNG that is not animated.
  public var frameCount: Int { outline.frames.count }

  /// Whether the only frame is what a reader without animations shows.
  public var isStill: Bool { outline.isStill }

  private let file: [UInt8]
  private let outline: APNGOutline
  private let limits: ImageLimits
  private var canvas: Pixmap
  private var next = 0
  private var time = 0.0

  /// Reads the chunks of a file; pixels are decoded frame by frame.
  public init(_ file: [UInt8], limits: ImageLimits = ImageLimits()) throws(PNGError) {
    let header = try PNGHeader(file, limits: limits)
    (width, height) = (header.width, header.height)
    outline = try APNGOutline(of: file, header, limits)
    (self.file, self.limits) = (file, limits)
    canvas = Pixmap(width: header.width, height: header.height)
  }

  /// The next frame; nil when there is none left.
  public mutating func nextFrame() throws(PNGError) -> APNGFrame? {
    guard next < outline.frames.count else { return nil }
    let control = outline.frames[next]
    let image = try PNGImage(png: outline.png(of: control, in: file), limits: limits).premultiplied
    let before = canvas
    paint(image, control)
    let frame = APNGFrame(
      pixels: canvas, startSeconds: time, delaySeconds: control.delay.seconds)
    next += 1
    time += control.delay.seconds
    switch control.disposal {
    case .none: break
    case .background: canvas.fill(control.area, with: .clear)
    case .previous: canvas = before
    }
    return frame
  }

  private mutating func paint(_ image: Pixmap, _ control: APNGFrameControl) {
    let area = control.area
    guard control.isBlended else {
      canvas.copy(image, from: image.bounds, toX: area.x, y: area.y)
      return
    }
    for y in 0..<area.height {
      for x in 0..<area.width {
        canvas[area.x + x, area.y + y] = image[x, y].over(canvas[area.x + x, area.y + y])
      }
    }
  }
}
