import Codecs
import Foundation
import Pixels
import TestSupport

/// Makes pairs of scenes, or of folders of frames, that differ in one thing.
///
/// Two folders hold the same scenes; a mutation changes the second one, and is undone.
struct MutationLab {
  let program: DiffProgram
  let scratch: ScratchFolder
  let scale: String
  private var random: SeededRandom

  init(_ program: DiffProgram, scenes: URL, scale: String, seed: UInt64) throws {
    (self.program, self.scale) = (program, scale)
    (scratch, random) = (try ScratchFolder(), SeededRandom(seed: seed))
    for side in ["old", "new"] {
      try FileManager.default.copyItem(
        at: scenes, to: URL(filePath: scratch.path(side)))
    }
  }

  var flags: [String] { ["--scale", scale] }
  var old: String { scratch.path("old/pair.json") }
  var new: String { scratch.path("new/pair.json") }

  /// A number of a range.
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func one<Element>(of list: [Element]) -> Element? {
    list.randomElement(using: &random)
  }

  /// Makes a pair; nil where the scene has nothing of the kind.
  mutating func mutate(_ scene: String, _ kind: Mutation.Kind) throws -> Mutation? {
    guard var base = try expanded(scene) else { return nil }
    try write(base, to: old)
    try restoreScreens()
    var mutation = Mutation(kind: kind, scene: scene)
    switch kind {
    case .text, .color:
      try write(base, to: old)
      try write(base, to: new)
      return try mutateScreen(&mutation, base) ? mutation : nil
    case .dropped, .duplicated, .flash, .lateFrames:
      try write(base, to: old)
      return try mutateFrames(&mutation) ? mutation : nil
    default:
      guard let changed = mutateTransition(&mutation, &base) else { return nil }
      try write(base, to: old)
      try write(changed, to: new)
      return mutation
    }
  }

  private func write(_ scene: [String: Any], to path: String) throws {
    try JSONSerialization.data(withJSONObject: scene, options: .sortedKeys)
      .write(to: URL(filePath: path))
  }

  /// The scene with its transition written out; nil for a flow.
  private func expanded(_ scene: String) throws -> [String: Any]? {
    let path = scratch.path("old/\(scene).json")
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { line in
      !line.drop { $0 == " " }.hasPrefix("//")
    }
    let json = Data(lines.joined(separator: "\n").utf8)
    let recipe = try program.run(["inspect", path, "--recipe"]).printed
    guard var base = try JSONSerialization.jsonObject(with: json) as? [String: Any],
      var transition = try? JSONSerialization.jsonObject(with: recipe) as? [String: Any]
    else { return nil }
    if transition["duration"] is NSNumber { transition["duration"] = 0.5 }
    base["transition"] = transition
    return base
  }
}

// Changes of the transition.
extension MutationLab {
  /// The frames of the scene that is written at `old`: springs say themselves how long they take.
  private var frameCount: Double? {
    struct Length: Decodable { var duration, fps: Double }
    let printed = try? program.run(["inspect", old, "--timeline", "--json"]).printed
    let length = printed.flatMap { try? JSONDecoder().decode(Length.self, from: $0) }
    return length.map { $0.duration * $0.fps }
  }

  private mutating func mutateTransition(
    _ mutation: inout Mutation, _ base: inout [String: Any]
  ) -> [String: Any]? {
    guard var transition = base["transition"] as? [String: Any] else { return nil }
    switch mutation.kind {
    case .delay:
      let frames = number(1...8)
      mutation.frames = frames
      transition["delay"] = Double(frames) / 50
    case .duration:
      guard transition["duration"] is NSNumber,
        let factor = one(of: [0.6, 0.8, 1.2, 1.4, 1.6, 2])
      else { return nil }
      mutation.factor = factor
      transition["duration"] = 0.5 * factor
    default:
      guard let pair = mutateTrack(&mutation, transition) else { return nil }
      base["transition"] = pair.old
      transition = pair.new
    }
    var changed = base
    changed["transition"] = transition
    return changed
  }

  private mutating func mutateTrack(
    _ mutation: inout Mutation, _ transition: [String: Any]
  ) -> (old: [String: Any], new: [String: Any])? {
    let sides = transition.keys.sorted().filter { key in
      (transition[key] as? [String: Any])?["tracks"] != nil
    }
    guard let side = sides.first, var acts = transition[side] as? [String: Any],
      var tracks = acts["tracks"] as? [[String: Any]],
      let place = one(of: Array(tracks.indices)), let target = tracks[place]["target"] as? String,
      !tracks.enumerated().contains(where: { $0 != place && $1["target"] as? String == target })
    else { return nil }
    mutation.layer = target
    var track = tracks[place]
    guard let changed = mutate(&track, &mutation) else { return nil }
    var pair = (old: transition, new: transition)
    tracks[place] = track
    acts["tracks"] = tracks
    pair.old[side] = acts
    tracks[place] = changed
    acts["tracks"] = tracks
    pair.new[side] = acts
    return pair
  }

  /// Changes one track; what it is compared with may need a change as well.
  private mutating func mutate(
    _ track: inout [String: Any], _ mutation: inout Mutation
  ) -> [String: Any]? {
    switch mutation.kind {
    case .layerDelay:
      guard track["through"] == nil else { return nil }
      let frames = number(1...6)
      mutation.frames = frames
      guard let length = frameCount else { return nil }
      track["during"] = [0.04, 0.6]
      var late = track
      let shift = Double(frames) / length
      guard shift < 0.4 else { return nil }
      late["during"] = [0.04 + shift, 0.6 + shift]
      return late
    case .curve:
      let curves = ["linear", "easeIn", "easeOut", "easeInOut"]
      guard let one = one(of: curves), let two = self.one(of: curves.filter { $0 != one }) else {
        return nil
      }
      track["curve"] = one
      var other = track
      other["curve"] = two
      mutation.words = "\(one) to \(two)"
      return other
    default:
      let properties = track.keys.sorted().filter { key in
        (track[key] as? [NSNumber])?.count == 2 && !["during", "through"].contains(key)
      }
      guard let property = one(of: properties), var values = track[property] as? [NSNumber] else {
        return nil
      }
      let place = number(0...1)
      let value = values[place].doubleValue
      // A share stays between 0 and 1; others are moved by something that shows.
      let isShare = ["opacity", "shadow.opacity", "dim", "scale"].contains(property)
      let changed = isShare ? (value > 0.5 ? value - 0.3 : value + 0.3) : value + 13
      values[place] = NSNumber(value: changed)
      var other = track
      other[property] = values
      mutation.words = "\(property) \(value) to \(changed)"
      return other
    }
  }
}

// Changes of what is on the screens.
extension MutationLab {
  private func restoreScreens() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("old/screens"))
    for name in names where name.hasSuffix(".json") {
      let bytes = try Data(contentsOf: URL(filePath: scratch.path("old/screens/\(name)")))
      try bytes.write(to: URL(filePath: scratch.path("new/screens/\(name)")))
    }
  }

  private mutating func mutateScreen(
    _ mutation: inout Mutation, _ base: [String: Any]
  ) throws -> Bool {
    guard let side = one(of: ["from", "to"]), let file = base[side] as? String else { return false }
    let tree = try program.run(["inspect", old, "--tree"]).printed
    let lines = String(decoding: tree, as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: "  ", omittingEmptySubsequences: true).map(String.init)
    }
    let mark = mutation.kind == .text ? "text \"" : "fill #"
    let path = scratch.path("new/\(file)")
    var text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    let choices = lines.compactMap { words -> (layer: String, old: String)? in
      guard let layer = words.first, layer.hasPrefix("\(side)#") || layer.hasPrefix("\(side):"),
        let word = words.first(where: { $0.hasPrefix(mark) })
      else { return nil }
      let value = mark == "fill #" ? String(word.dropFirst(5)) : String(word.dropFirst(5))
      let quoted = mark == "fill #" ? "\"\(value)\"" : value
      return text.ranges(of: quoted).count == 1 ? (layer, quoted) : nil
    }
    guard let choice = one(of: choices), let range = text.firstRange(of: choice.old) else {
      return false
    }
    let replacement =
      mutation.kind == .text ? "\"W" + choice.old.dropFirst(2) : Self.otherColor(choice.old)
    guard replacement != choice.old else { return false }
    text.replaceSubrange(range, with: replacement)
    try Data(text.utf8).write(to: URL(filePath: path))
    (mutation.layer, mutation.words) = (choice.layer, "\(choice.old) to \(replacement)")
    return true
  }

  private static func otherColor(_ quoted: String) -> String {
    var digits = Array(quoted)
    digits[2] = digits[2] == "3" ? "C" : "3"
    return String(digits)
  }
}

// Changes of frames.
extension MutationLab {
  private mutating func mutateFrames(_ mutation: inout Mutation) throws -> Bool {
    let (from, to) = (scratch.path("frames-old"), scratch.path("frames-new"))
    for folder in [from, to] { try? FileManager.default.removeItem(atPath: folder) }
    let rendered = try program.run(
      ["render", old, "-q", "-o", from + "/", "--hold", "0s", "--compression", "fast"] + flags)
    guard rendered.code == 0 else { return false }
    try FileManager.default.removeItem(atPath: from + "/manifest.json")
    let names = try FileManager.default.contentsOfDirectory(atPath: from).sorted()
    var files = try names.map { try Data(contentsOf: URL(filePath: "\(from)/\($0)")) }
    let moving = files.indices.filter { $0 > 2 && $0 + 5 < files.count }.filter { index in
      Set(files[index - 2...index + 4]).count == 7
    }
    guard try change(&files, at: moving, &mutation) else { return false }
    try FileManager.default.createDirectory(atPath: to, withIntermediateDirectories: true)
    for (index, file) in files.enumerated() {
      try file.write(to: URL(filePath: "\(to)/\(1000 + index).png"))
    }
    return true
  }

  private mutating func change(
    _ files: inout [Data], at moving: [Int], _ mutation: inout Mutation
  ) throws -> Bool {
    guard let place = one(of: moving) else { return false }
    let count = number(1...3)
    (mutation.frames, mutation.place) = (count, place)
    switch mutation.kind {
    case .dropped: files.removeSubrange(place..<place + count)
    case .duplicated:
      files.insert(contentsOf: Array(repeating: files[place - 1], count: count), at: place)
    case .flash:
      let flash = try white(like: files[place])
      for index in place..<place + count { files[index] = flash }
    default:
      let late = number(1...8)
      (mutation.frames, mutation.place) = (late, nil)
      files.insert(contentsOf: Array(repeating: files[0], count: late), at: 0)
    }
    return true
  }

  private func white(like file: Data) throws -> Data {
    let image = try StraightImage(png: [UInt8](file))
    let pixmap = Pixmap(
      width: image.width, height: image.height,
      filledWith: Pixel(Color(red: 255, green: 254, blue: 240)))
    return Data(try PNGWriter().file(of: pixmap))
  }

  /// What is compared: scenes or folders.
  func paths(of mutation: Mutation) -> (String, String) {
    mutation.kind.isOfFrames
      ? (scratch.path("frames-old"), scratch.path("frames-new")) : (old, new)
  }
}
