/// A bound on what a scene may ask for.
public enum Limit: String, Hashable, Sendable, CaseIterable {
  case fileBytes = "scene-size"
  case jsonDepth = "depth"
  case masks
  case layers
  case canvasSide = "canvas-side"
  case canvasPixels = "canvas-area"
  case frames
  case seconds = "duration"
  case imageBytes = "image-size"
  case imagePixels = "image-area"
  case assets
  case blurSigma = "blur"
  case memoryBytes = "memory"

  /// The flag that changes it.
  public var flag: String { "--limit-\(rawValue)" }

  /// What is said where it is exceeded, in front of the number that is allowed.
  var subject: String {
    switch self {
    case .fileBytes: "the file has more bytes than"
    case .jsonDepth: "lists and objects are nested deeper than"
    case .masks: "masks are nested deeper than"
    case .layers: "there are more layers than"
    case .canvasSide: "a side of the canvas has more pixels than"
    case .canvasPixels: "the canvas has more pixels than"
    case .frames: "there are more frames than"
    case .seconds: "the run has more seconds than"
    case .imageBytes: "an image file has more bytes than"
    case .imagePixels: "an image has more pixels than"
    case .assets: "the scene names more files than"
    case .blurSigma: "a blur has a larger sigma than"
    case .memoryBytes: "the planned memory has more bytes than"
    }
  }
}
