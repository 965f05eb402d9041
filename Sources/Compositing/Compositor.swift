public import Drawing
import Geometry
public import Pixels
import Raster

/// Turns display lists into frames: the same list always into the same bytes.
public struct Compositor: Sendable {
  let textures: Textures

  /// The canvas that its frames are as large as.
  public var grid: CanvasGrid { textures.grid }

  /// A compositor for the canvas of `textures`.
  public init(_ textures: Textures) {
    self.textures = textures
  }

  /// The frame that `list` describes.
  public func render(_ list: DisplayList) throws(CompositingError) -> Pixmap {
    let grid = textures.grid
    var frame = Pixmap(unwrittenWidth: grid.pixelWidth, height: grid.pixelHeight)
    try render(list, into: &frame)
    return frame
  }

  /// Renders `list` over whatever `frame` held, whose size must be the canvas's; else it is made.
  public func render(
    _ list: DisplayList, into frame: inout Pixmap
  ) throws(CompositingError) {
    let grid = textures.grid
    var own = Pixmap(width: 0, height: 0)
    swap(&own, &frame)
    if own.bounds != grid.bounds {
      own = Pixmap(unwrittenWidth: grid.pixelWidth, height: grid.pixelHeight)
    }
    try render(list, over: &own, from: 0)
    frame = own
  }

  /// The rows `band` of the frame that `list` describes, to the byte as they are in the whole.
  public func render(_ list: DisplayList, band: Range<Int>) throws(CompositingError) -> Pixmap {
    let rows = band.clamped(to: 0..<textures.grid.pixelHeight)
    guard !list.hasBackdrops else {
      let band = PixelRect(x: 0, y: rows.lowerBound, width: grid.pixelWidth, height: rows.count)
      return try render(list).cropped(to: band)
    }
    var part = Pixmap(unwrittenWidth: textures.grid.pixelWidth, height: rows.count)
    try render(list, over: &part, from: rows.lowerBound)
    return part
  }

  /// Whether the bands of a frame together cost no more than the whole frame.
  ///
  /// What blurs pixels has to look beyond the band, and would do so for each of them again.
  public func isFitForBands(_ list: DisplayList) -> Bool {
    list.commands.allSatisfy { command in
      guard case .beginGroup(let effects) = command else { return true }
      return effects.filters.isEmpty && effects.mask.isEmpty && !effects.isCast
        && effects.backdrop == nil
    }
  }

  /// Renders `list` over `part`, which holds the rows from `top` on.
  private func render(
    _ list: DisplayList, over part: inout Pixmap, from top: Int
  ) throws(CompositingError) {
    let commands = list.commands.joiningSlices()
    let occlusion = Occlusion(commands, textures)
    var context = DrawContext(textures, grid: textures.grid, on: Surface(part, x: 0, y: top))
    part = Pixmap(width: 0, height: 0)
    context.surface.clearLater(occlusion.background, to: Pixel(list.background))
    try context.paint(commands, hiding: occlusion)
    context.surface.finishClear()
    part = context.surface.pixmap
  }
}

extension DisplayList {
  /// Whether anything in it shows pixels that are painted elsewhere, and so may lie outside of a band.
  fileprivate var hasBackdrops: Bool {
    commands.contains { command in
      if case .beginGroup(let effects) = command { effects.backdrop != nil } else { false }
    }
  }
}

/// Why a list cannot be drawn.
public enum CompositingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A command speaks of an image that the run does not have.
  case unknownImage(ImageID, layer: LayerPath)
  /// A command speaks of a picture that the run does not have, or not before this one.
  case unknownPicture(PictureID, layer: LayerPath)
  /// A group ends that never began, or begins and never ends.
  case unbalancedGroups
  /// The canvas has no pixels, or more than can be counted.
  case emptyCanvas
  /// A picture is larger than any canvas can be.
  case pictureTooLarge(PictureID)

  /// One sentence.
  public var description: String {
    switch self {
    case .unknownImage(let image, let layer):
      "\(layer.name) draws image \(image.index), which the run does not have"
    case .unknownPicture(let picture, let layer):
      "\(layer.name) draws picture \(picture.index), which the run does not have by then"
    case .unbalancedGroups: "the groups of a display list are not balanced"
    case .emptyCanvas: "the canvas has no pixels"
    case .pictureTooLarge(let picture): "picture \(picture.index) is larger than 16,384 pixels"
    }
  }
}
