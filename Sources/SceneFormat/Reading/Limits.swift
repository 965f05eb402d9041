import Formatting

/// How much a scene may ask for; scenes are written by strangers.
public struct Limits: Hashable, Sendable {
  private var values: [Limit: Double] = [:]

  /// The limits that hold unless flags change them.
  public init() {}

  /// The greatest value that `limit` allows.
  public subscript(_ limit: Limit) -> Double {
    get { values[limit] ?? limit.row.standard }
    set { values[limit] = newValue }
  }

  /// The limit as a count; never below 0.
  public func count(_ limit: Limit) -> Int {
    Int(exactly: self[limit].rounded(.down)).map { max(0, $0) } ?? .max
  }

  /// The depth that may be used, whatever the flag says: each level takes some of the stack.
  var usableJSONDepth: Int { min(count(.jsonDepth), 256) }

  /// The same for the layers of an SVG.
  var usableSVGDepth: Int { min(count(.svgDepth), 128) }
}

/// A bound on what a scene may ask for.
public enum Limit: String, Hashable, Sendable, CaseIterable {
  case fileBytes = "scene-size"
  case svgBytes = "svg-size"
  case svgElements = "svg-elements"
  case svgRules = "svg-rules"
  case svgDepth = "svg-depth"
  case jsonDepth = "depth"
  case masks
  case sheets
  case layers
  case tracks
  case shared
  case snapshots
  case cells
  case dashes
  case motions
  case steps
  case stepLayers = "step-layers"
  case screens
  case fonts
  case letters
  case allLetters = "all-letters"
  case canvasSide = "canvas-side"
  case canvasPixels = "canvas-area"
  case frames
  case seconds = "duration"
  case imageBytes = "image-size"
  case imagePixels = "image-area"
  case comparedSide = "compared-side"
  case assets
  case blurSigma = "blur"
  case memoryBytes = "memory"
  /// Beyond it, `encode` compresses what it stores.
  case temporaryBytes = "temporary"
  case work = "work"

  /// The flag that changes it.
  public var flag: String { "--limit-\(rawValue)" }

  /// What is said where more than `allowed` is asked for.
  public func excess(over allowed: Double) -> String {
    "\(row.subject) \(NumberFormat.shortest(allowed)) (\(flag) changes that limit)"
  }

  /// What it is unless a flag changes it, and what is said in front of the number that is allowed.
  fileprivate var row: (standard: Double, subject: String) {
    switch self {
    case .fileBytes: (8_000_000, "the file has more bytes than")
    case .svgBytes: (32_000_000, "the SVG has more bytes than")
    case .svgElements: (100_000, "the SVG has more elements than")
    case .svgRules: (2000, "the SVG has more style rules than")
    case .svgDepth: (24, "groups of the SVG with a name or an effect are nested deeper than")
    case .jsonDepth: (64, "lists and objects are nested deeper than")
    case .masks: (16, "masks are nested deeper than")
    case .sheets: (16, "sheets rest on each other deeper than")
    case .layers: (20_000, "there are more layers than")
    case .tracks: (2000, "a side has more tracks than")
    case .shared: (2000, "a transition has more shared elements than")
    case .snapshots: (2000, "a side has more snapshots than")
    case .cells: (2500, "a side has more snapshots and cells of slices than")
    case .dashes: (10_000, "a stroke has more dashes than")
    case .motions: (100_000, "all steps and cells together animate more properties than")
    case .steps: (2000, "a flow has more steps than")
    case .stepLayers: (100_000, "the screens of all steps together have more layers than")
    case .screens: (2000, "a flow has more screens than")
    case .fonts: (2000, "a scene names more fonts than")
    case .letters: (20_000, "a text has more letters than")
    case .allLetters: (200_000, "the texts together have more letters than")
    case .canvasSide: (8192, "a side of the canvas has more pixels than")
    case .canvasPixels: (33_500_000, "the canvas has more pixels than")
    case .frames: (3600, "there are more frames than")
    case .seconds: (120, "the run has more seconds than")
    case .imageBytes: (64_000_000, "an image file has more bytes than")
    case .imagePixels: (50_000_000, "an image has more pixels than")
    case .comparedSide: (16_384, "a side of a compared picture has more pixels than")
    case .assets: (512, "the scene names more files than")
    case .blurSigma: (512, "a blur has a larger sigma than")
    case .memoryBytes: (1_000_000_000, "the planned memory has more bytes than")
    case .temporaryBytes: (1_000_000_000, "the temporary file has more raw bytes than")
    case .work: (200_000_000_000, "the run touches more pixels than")
    }
  }
}
