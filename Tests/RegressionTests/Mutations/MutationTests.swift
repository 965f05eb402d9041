import Foundation
import TestSupport
import Testing

/// Changes scenes and frames, and looks whether `diff` says what was changed.
///
/// With RT_MUTATIONS=N, N mutations of the example scenes and N renderings of unchanged ones, by
/// the release build; without it, a few of one small scene, by the debug build.
@Suite("mutations", .serialized)
struct MutationTests {
  private static let longRun = ProcessInfo.processInfo.environment["RT_MUTATIONS"].flatMap(Int.init)

  private static let seed =
    ProcessInfo.processInfo.environment["RT_SEED"].flatMap(UInt64.init) ?? 20_261

  /// Scenes with a duration of their own and no finger.
  private static let scenes = [
    "blinds", "cards", "cover", "cube", "custom", "doors", "fade-through", "fade", "flip", "fold",
    "iris", "move-in", "paired-bars", "plain", "pop", "push", "recede", "reveal", "rise",
    "shared-axis-x", "shared-axis-y", "shared-axis-z", "shift", "slide", "tea", "turn", "wipe",
    "zoom",
  ]

  /// A folder with one scene that costs next to nothing.
  private static func smallScenes(in scratch: ScratchFolder) throws -> URL {
    let screens = [
      "from": """
      { "version": 1, "background": "#ffffff", "layers": [
        { "id": "card", "frame": [4, 3, 16, 9], "fill": "#DD3333" },
        { "id": "title", "type": "text", "text": "Ab", "size": 10, "frame": [3, 13, 28, 13] },
        { "id": "dot", "frame": [30, 5, 6, 6], "fill": "#1122AA" } ] }
      """,
      "to": """
      { "version": 1, "background": "#123456", "layers": [
        { "id": "hero", "frame": [6, 6, 20, 12], "fill": "#33DD33" },
        { "id": "mark", "type": "text", "text": "Cd", "size": 11, "color": "#FFFFFF",
          "frame": [4, 14, 30, 13] } ] }
      """,
    ]
    for (name, text) in screens { try scratch.write(text, to: "scenes/screens/\(name).json") }
    try scratch.write(
      """
      { "version": 1, "canvas": { "width": 40, "height": 28, "scale": 1 },
        "from": "screens/from.json", "to": "screens/to.json",
        "transition": { "type": "custom", "duration": 0.5, "push": {
          "curve": "easeOut", "order": ["from", "to", "to#hero", "to#mark"], "tracks": [
            { "target": "from", "opacity": [1, 0.2] },
            { "target": "to", "x": [40, 0] },
            { "target": "to#hero", "y": [-18, 0], "opacity": [0.1, 1] },
            { "target": "to#mark", "x": [20, 0], "opacity": [0.3, 0.9] } ] } },
        "output": { "hold": [0, 0] } }
      """, to: "scenes/small.json")
    return URL(filePath: scratch.path("scenes"))
  }

  private func lab(_ scratch: ScratchFolder) throws -> (MutationLab, [String])? {
    let isLong = Self.longRun != nil
    guard let program = DiffProgram(isLongRun: isLong) else { return nil }
    let folder = isLong ? DiffProgram.scenes : try Self.smallScenes(in: scratch)
    let lab = try MutationLab(
      program, scenes: folder, scale: isLong ? "0.25" : "1", seed: Self.seed)
    return (lab, isLong ? Self.scenes : ["small"])
  }

  @Test("what was changed is named: class, frames and layer")
  func named() throws {
    let scratch = try ScratchFolder()
    guard let set = try lab(scratch) else { return }
    var lab = set.0
    let scenes = set.1
    let (wanted, kinds) = (Self.longRun ?? 11, Mutation.Kind.allCases)
    var (tally, done, tries) = (MutationTally(), 0, 0)
    while done < wanted, tries < wanted * 8 {
      let scene = scenes[lab.number(0...scenes.count - 1)]
      let kind = kinds[done % kinds.count]
      tries += 1
      guard let mutation = try lab.mutate(scene, kind) else { continue }
      let (old, new) = lab.paths(of: mutation)
      let flags = mutation.kind.isOfFrames ? [] : lab.flags
      let answer = try lab.program.diff(old, new, flags)
      // Not all that can be changed is seen: "same" is said by hashes alone.
      guard answer.verdict != "same" else { continue }
      tally.judge(mutation, answer)
      done += 1
    }
    print("\(done) mutations, seed \(Self.seed)\n\(tally.table)")
    for mistake in tally.mistakes { print("mistaken in \(mistake)") }
    #expect(done == wanted)
    #expect(tally.rate("delay") >= 0.99)
    #expect(tally.rate("class") >= 0.98)
    #expect(tally.rate("layer") >= 0.95)
    #expect(tally.rate("frames") >= 0.98)
  }

  @Test("what was only rendered again is the same")
  func unchanged() throws {
    let scratch = try ScratchFolder()
    guard let (lab, scenes) = try lab(scratch) else { return }
    let wanted = Self.longRun ?? 3
    var alarms: [String] = []
    for index in 0..<wanted {
      let scene = lab.scratch.path("old/\(scenes[index % scenes.count]).json")
      let film = lab.scratch.path(index % 3 == 0 ? "film.apng" : "film-\(index)/")
      let jobs = ["--jobs", "\(1 + index % 4)"]
      if index % 3 == 1 {
        let answer = try lab.program.diff(scene, scene, lab.flags + jobs)
        if answer.verdict != "same" { alarms.append("\(scene): \(answer.headline)") }
      } else {
        _ = try lab.program.run(["render", scene, "-q", "-o", film] + lab.flags + jobs)
        let answer = try lab.program.diff(scene, film, lab.flags)
        if answer.verdict != "same" { alarms.append("\(film): \(answer.headline)") }
      }
    }
    print("\(wanted) renderings of what was not changed, \(alarms.count) false alarms")
    #expect(alarms == [])
  }
}
