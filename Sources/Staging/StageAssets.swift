public import Drawing
import SceneFormat
public import Typeface

/// What level 3 has decoded and opened: the images' sizes and the fonts, by who needs them.
public struct StageAssets: Sendable {
  /// An image as staging sees it.
  public struct Image: Hashable, Sendable {
    /// The name under which the compositor finds its pixels.
    public var id: ImageID
    /// Its width in pixels.
    public var width: Int
    /// Its height in pixels.
    public var height: Int
    /// Its pixels per point.
    public var scale: Double

    /// An image of `width` by `height` pixels.
    public init(id: ImageID, width: Int, height: Int, scale: Double) {
      (self.id, self.width, self.height, self.scale) = (id, width, height, scale)
    }
  }

  private var images: [String: Image] = [:]
  private var fonts: [FontKey: FontStack] = [:]

  /// No asset yet.
  public init() {}

  /// Files `image` under the need that it meets.
  public mutating func add(_ image: Image, for need: AssetNeeds.Image) {
    images[need.file.path] = image
  }

  /// Files `fonts` under the need that they meet.
  public mutating func add(_ fonts: FontStack, for need: AssetNeeds.Font) {
    self.fonts[need.key] = fonts
  }

  func image(_ need: AssetNeeds.Image) throws(SceneError) -> Image {
    guard let image = images[need.file.path] else {
      throw SceneError(layout: .notLoaded(need.file.path), at: need.file.place)
    }
    return image
  }

  func fonts(
    _ reference: FontReference, weight: Double, at place: Place
  ) throws(SceneError) -> FontStack {
    guard let stack = fonts[FontKey(reference, weight: weight)] else {
      throw SceneError(layout: .notLoaded("a font"), at: place)
    }
    return stack
  }
}
