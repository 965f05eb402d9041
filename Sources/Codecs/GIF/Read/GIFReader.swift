internal import Pixels

/// Reads the frames of a GIF, one after the other, each as a player shows it.
public struct GIFReader: ~Copyable {
  /// The number of columns of the canvas.
  public let width: Int
  /// The number of rows of the canvas.
  public let height: Int
  /// How often the animation plays; 0 is for ever.
  public var loop: Int { extensions.loop }
  /// The text of the file's comments, as far as it was read.
  public var comment: String { extensions.comment }

  private let handle: GIFHandle
  private let limits: ImageLimits
  private var extensions = GIFExtensions()
  private var compositor: GIFCompositor
  private var frames = 0
  private var time = 0
  private var isAtImage = true

  /// Opens a file and reads up to its first image.
  public init(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(GIFError) {
    let handle = try Self.opened(bytes, limits)
    var extensions = GIFExtensions()
    guard try extensions.seekImage(in: handle) else { throw .noFrames }
    (width, height) = handle.canvas
    self.extensions = extensions
    self.limits = limits
    compositor = GIFCompositor(width: width, height: height)
    self.handle = handle
  }

  private static func opened(
    _ bytes: [UInt8], _ limits: ImageLimits
  ) throws(GIFError) -> GIFHandle {
    guard bytes.count <= limits.fileBytes else {
      throw .fileTooLarge(bytes: bytes.count, limit: limits.fileBytes)
    }
    guard bytes.starts(with: "GIF8".utf8) else { throw .notGIF }
    let handle = try GIFHandle(bytes)
    let (width, height) = handle.canvas
    guard width > 0, height > 0 else { throw .badCanvas(width: width, height: height) }
    guard width <= limits.pixels / height else {
      throw .tooManyPixels(width: width, height: height, limit: limits.pixels)
    }
    return handle
  }

  /// The next frame; nil when there is none left.
  public mutating func next() throws(GIFError) -> GIFFrame? {
    guard isAtImage else { return nil }
    guard frames < limits.frames else { throw .tooManyFrames(limit: limits.frames) }
    try readImage()
    let frame = GIFFrame(
      pixels: compositor.canvas, startCentiseconds: time,
      delayCentiseconds: extensions.control.delay)
    frames += 1
    time += extensions.control.delay
    extensions.control = GIFControl()
    isAtImage = try extensions.seekImage(in: handle)
    return frame
  }

  private mutating func readImage() throws(GIFError) {
    let (area, isInterlaced) = try handle.nextImage()
    guard area.width <= limits.pixels / area.height else {
      throw .tooManyPixels(width: area.width, height: area.height, limit: limits.pixels)
    }
    let colors = try handle.colors()
    compositor.begin(area, extensions.control)
    var row = [UInt8](repeating: 0, count: area.width)
    for y in GIFCompositor.order(of: area.height, isInterlaced: isInterlaced) {
      try handle.read(into: &row)
      compositor.paint(row, y: y, colors)
    }
  }
}
