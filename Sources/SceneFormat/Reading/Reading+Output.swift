// What is written, and what must hold.
extension Reading {
  mutating func output(_ node: JSONNode?) -> Output {
    var output = Output()
    guard let node else { return output }
    output.fps = node["fps"]?.number ?? output.fps
    if let hold = node["hold"]?.elements, hold.count == 2 {
      output.holdFirst = seconds(hold[0]) ?? output.holdFirst
      output.holdLast = seconds(hold[1]) ?? output.holdLast
    }
    output.loop = node["loop"]?.whole ?? output.loop
    output.colors = node["colors"]?.whole ?? output.colors
    output.dither = node["dither"]?.choice() ?? output.dither
    output.formats = node["formats"]?.elements?.compactMap { $0.choice() } ?? output.formats
    if let place = node["fps"]?.place, output.fps > 50, output.formats.contains(.gif) {
      mistakes.append(SceneError(warning: .gifRate(output.fps), at: place))
    }
    output.overlay = node["overlay"]?.elements?.compactMap { $0.choice() } ?? output.overlay
    return output
  }

  mutating func expectations(_ node: JSONNode?) -> Expectations {
    var expectations = Expectations(
      settledBySeconds: seconds(node?["settledBy"]),
      overshootFraction: node?["overshoot"]?.text.flatMap(Notation.bound),
      maxStepPoints: node?["maxStep"]?.number)
    func find(_ key: String, _ place: inout Place) { place = node?[key]?.place ?? place }
    find("settledBy", &expectations.settledByPlace)
    find("overshoot", &expectations.overshootPlace)
    find("maxStep", &expectations.maxStepPlace)
    return expectations
  }
}
