import SceneFormat

// What the command line asks of formats.
extension OutputFormat {
  /// The format that an ending says; nil if it says none.
  static func ofEnding(_ ending: String) -> OutputFormat? {
    let ending = ending.lowercased()
    return ending == "png" ? .png : allCases.first { $0 != .frames && $0.rawValue == ending }
  }

  /// Whether it is made smaller than its pixels.
  var isPacked: Bool { self != .y4m && self != .rgba }

  /// The end of a name: a folder's is `/`.
  var ending: String { self == .frames ? "/" : "." + rawValue }
}
