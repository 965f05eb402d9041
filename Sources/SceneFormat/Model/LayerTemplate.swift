/// Layer keys as a recipe writes them: numbers may be expressions and percents.
///
/// It becomes ordinary layer values once the canvas and the parameters are known; where it was
/// read, it has been checked with the parameters' defaults.
public struct LayerTemplate: Hashable, Sendable {
  /// What the keys are those of.
  enum Kind: Hashable, Sendable {
    /// A layer of the recipe's own.
    case layer
    /// What `set` says of a target.
    case settings
  }

  /// Where it is written.
  public var place: Place
  /// The keys, as they are written.
  var node: JSONNode
  /// What they are the keys of.
  var kind: Kind
  /// What `random` depends on: the name of the layer or the target.
  var owner: String
  /// The files that it names, as far as they are there.
  var files: TemplateFiles

  /// No keys, at `place`.
  public init(place: Place) {
    self.init(
      JSONNode(.object([]), at: place), kind: .settings, owner: "", files: TemplateFiles())
  }

  init(_ node: JSONNode, kind: Kind, owner: String, files: TemplateFiles) {
    (place, self.node, self.kind) = (node.place, node, kind)
    (self.owner, self.files) = (owner, files)
  }

  /// What the keys may be.
  var definition: Definition { kind == .layer ? .recipeLayer : .settings }
}

/// The files that a template names: what was looked up when it was read.
struct TemplateFiles: Hashable, Sendable, AssetSource {
  /// The file that the template is written in.
  var namedBy: String = ""
  /// Those that are there.
  var paths: Set<String> = []
  /// The scene's names for font files.
  var fonts: [FontName] = []

  func bytes(of path: String, limit: Int) throws(AssetFailure) -> [UInt8] { throw .missing }

  func hasFile(at path: String) -> Bool { paths.contains(path) }

  func fileNames(in folder: String) -> [String] { [] }

  func imageSize(of path: String) throws(AssetFailure) -> (width: Int, height: Int) {
    throw .missing
  }
}
