import Formatting

/// How much a scene may ask for; scenes are written by strangers.
public struct Limits: Hashable, Sendable {
  private var values: [Limit: Double] = [:]

  /// The limits that hold unless flags change them.
  public init() {}

  /// The greatest value that `limit` allows.
  public subscript(_ limit: Limit) -> Double {
    get { values[limit] ?? Self.standard(limit) }
    set { values[limit] = newValue }
  }

  private static func standard(_ limit: Limit) -> Double {
    switch limit {
    case .fileBytes: 8_000_000
    case .svgBytes: 32_000_000
    case .svgElements: 100_000
    case .svgRules: 2000
    case .svgDepth: 24
    case .jsonDepth: 64
    case .masks, .sheets: 16
    case .layers: 20_000
    case .tracks, .shared, .snapshots, .steps, .screens, .fonts: 2000
    case .cells: 2500
    case .dashes: 10_000
    case .motions, .stepLayers: 100_000
    case .letters: 20_000
    case .allLetters: 200_000
    case .canvasSide: 8192
    case .canvasPixels: 33_500_000
    case .frames: 3600
    case .seconds: 120
    case .imageBytes: 64_000_000
    case .imagePixels: 50_000_000
    case .comparedSide: 16_384
    case .assets: 512
    case .blurSigma: 512
    case .memoryBytes, .temporaryBytes: 1_000_000_000
    case .work: 200_000_000_000
    }
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
    "\(subject) \(NumberFormat.shortest(allowed)) (\(flag) changes that limit)"
  }

  /// What is said in front of the number that is allowed.
  private var subject: String {
    switch self {
    case .fileBytes: "the file has more bytes than"
    case .svgBytes: "the SVG has more bytes than"
    case .svgElements: "the SVG has more elements than"
    case .svgRules: "the SVG has more style rules than"
    case .svgDepth: "groups of the SVG with a name or an effect are nested deeper than"
    case .jsonDepth: "lists and objects are nested deeper than"
    case .masks: "masks are nested deeper than"
    case .sheets: "sheets rest on each other deeper than"
    case .layers: "there are more layers than"
    case .tracks: "a side has more tracks than"
    case .shared: "a transition has more shared elements than"
    case .snapshots: "a side has more snapshots than"
    case .cells: "a side has more snapshots and cells of slices than"
    case .dashes: "a stroke has more dashes than"
    case .motions: "all steps and cells together animate more properties than"
    case .steps: "a flow has more steps than"
    case .stepLayers: "the screens of all steps together have more layers than"
    case .screens: "a flow has more screens than"
    case .fonts: "a scene names more fonts than"
    case .letters: "a text has more letters than"
    case .allLetters: "the texts together have more letters than"
    case .canvasSide: "a side of the canvas has more pixels than"
    case .canvasPixels: "the canvas has more pixels than"
    case .frames: "there are more frames than"
    case .seconds: "the run has more seconds than"
    case .imageBytes: "an image file has more bytes than"
    case .imagePixels: "an image has more pixels than"
    case .comparedSide: "a side of a compared picture has more pixels than"
    case .assets: "the scene names more files than"
    case .blurSigma: "a blur has a larger sigma than"
    case .memoryBytes: "the planned memory has more bytes than"
    case .temporaryBytes: "the temporary file has more raw bytes than"
    case .work: "the run touches more pixels than"
    }
  }
}
