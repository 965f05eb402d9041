extension SceneReading {
  /// Whether a text is meant as a scene, sound or not, and not as a screen or a recipe: an object
  /// with a version that names screens.
  public static func isScene(_ bytes: [UInt8], limits: Limits = Limits()) -> Bool {
    guard let node = try? JSONParser.parse(bytes, file: "", limits: limits) else { return false }
    let keys = ["from", "to", "screens", "steps"]
    return node["version"] != nil && keys.contains { node[$0] != nil }
  }
}
