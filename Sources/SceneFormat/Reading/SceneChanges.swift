/// What a command line says in the place of what a scene says.
public struct SceneChanges: Hashable, Sendable {
  /// The transition, written as `cube,duration=400ms`; nil for the scene's own.
  public var transition: String?
  /// Whether the way back plays at the end of a scene of two screens.
  public var playsBack = false
  /// The device whose screen the canvas is; nil for what the scene says of its size.
  public var device: Device?
  /// Whether pictures show the device around the screen, whatever the scene says.
  public var hasBezel = false

  /// The scene as it is written.
  public init() {}

  /// How the flag of the transition is typed, which is the file of its places.
  static let transitionFlag = "-t"
  /// How the flag of the way back is typed.
  static let backFlag = "--back"
  /// How the flag of the bezel is typed.
  static let bezelFlag = "--bezel"
  /// How long a screen is seen between two transitions that the command line asks for, in seconds.
  package static let restSeconds = 0.5

  /// The places of those changes that a scene with steps does not take.
  var flagsOfPairs: [Place] {
    [transition.map { _ in Self.transitionFlag }, playsBack ? Self.backFlag : nil]
      .compactMap { $0.map { Place(file: $0, line: 0, column: 0) } }
  }

  /// The scene with the device and the bezel in its canvas.
  func replacingCanvas(of scene: JSONNode) -> JSONNode {
    var members: [JSONMember] = []
    let place = scene["canvas"]?.place ?? scene.place
    if let device { members.append(JSONMember("device", JSONNode(.text(device.name), at: place))) }
    if hasBezel {
      members.append(
        JSONMember(
          "bezel", JSONNode(.flag(true), at: Place(file: Self.bezelFlag, line: 0, column: 0))))
    }
    let canvas = scene["canvas"] ?? JSONNode(.object([]), at: place)
    guard !members.isEmpty, let written = canvas.members else { return scene }
    let replaced = members.map(\.key) + (device == nil ? [] : ["width", "height"])
    let others = written.filter { !replaced.contains($0.key) }
    return scene.replacing("canvas", with: JSONNode(.object(others + members), at: place))
  }

  /// The recipe file that the transition names; nil where it names none.
  package var recipeFile: String? {
    transition.map { String($0.prefix { $0 != "," }) }.flatMap {
      Notation.isRecipeFile($0) ? $0 : nil
    }
  }
}

extension Place {
  /// Whether it is in a flag of the command line, and in no file.
  public var isInFlag: Bool {
    [SceneChanges.transitionFlag, SceneChanges.backFlag, SceneChanges.bezelFlag].contains(file)
  }
}

extension JSONNode {
  /// The transition that a command line writes as `NAME,KEY=VALUE…`: a value is a number, `true` or
  /// `false`, else a text.
  init(transition text: String) throws(SceneError) {
    func place(_ part: Substring) -> Place {
      let column = text.unicodeScalars.distance(from: text.startIndex, to: part.startIndex)
      return Place(file: SceneChanges.transitionFlag, line: 1, column: column + 1)
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    var members: [JSONMember] = []
    for (index, part) in parts.enumerated() {
      guard index > 0 else {
        members.append(JSONMember("type", JSONNode(.text(String(part)), at: place(part))))
        continue
      }
      guard let sign = part.firstIndex(of: "="), sign != part.startIndex else {
        let problem = StructureProblem.badNotation(String(part), expected: "KEY=VALUE")
        throw SceneError(place: place(part), problem: .structure(problem))
      }
      let value = part[part.index(after: sign)...]
      members.append(
        JSONMember(
          String(part[..<sign]), JSONNode(Self.value(value), at: place(value)), at: place(part)))
    }
    self.init(.object(members), at: place(text[...]))
  }

  private static func value(_ text: Substring) -> Kind {
    if let flag = Bool(String(text)) { return .flag(flag) }
    // The standard library would take "nan" and "0x1p3", too.
    let isDecimal = text.utf8.allSatisfy { (48...57).contains($0) || "+-.".utf8.contains($0) }
    return (isDecimal ? Double(text) : nil).map(Kind.number) ?? .text(String(text))
  }
}
