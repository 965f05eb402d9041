import ImageDiff
import Pixels
import TestSupport
import Testing

@Suite("two animations")
struct AnimationComparisonTests {
  private let clip = Clip()

  private func compare(
    _ expected: Clip, _ actual: Clip, _ rules: AnimationRules = AnimationRules()
  ) throws -> AnimationComparison {
    try AnimationComparison(expected.sequence, actual.sequence, rules: rules)
  }

  @Test("equal hashes are enough: no pixel is fetched")
  func hashesFirst() throws {
    struct Fetched: Error {}
    let known = clip.sequence
    let blind = try #require(
      FrameSequence(width: known.width, height: known.height, frames: known.frames) { _ in
        throw Fetched()
      })
    let comparison = try AnimationComparison(blind, blind)
    #expect(comparison.isSame)
    #expect(comparison.className == "same")
    #expect(comparison.curve.count == clip.frames.count)
  }

  @Test("a delay is found with its exact number of frames", arguments: [1, 2, 3, 5, 8, 12])
  func delayed(_ frames: Int) throws {
    let late = clip.with { $0.insert(contentsOf: Array(repeating: $0[0], count: frames), at: 0) }
    let comparison = try compare(clip, late)
    #expect(
      comparison.change
        == .delayed(frames: Double(frames), seconds: Double(frames) * clip.sequence.stepSeconds))
    #expect(comparison.differentAfterAlignment == 0)
    #expect(!comparison.isSame)
    let cut = late.with { $0.removeLast(frames) }
    #expect(try compare(clip, cut).change.name == "delayed")
    let early = try compare(late, clip)
    #expect(
      early.change
        == .delayed(frames: -Double(frames), seconds: -Double(frames) * clip.sequence.stepSeconds))
  }

  @Test("a clip that begins early and is cut at its end is no delay, however long its end is held")
  func earlyAndCut() throws {
    let early = clip.with { $0 = Array($0[3..<20]) }
    #expect(try compare(clip, early).change.name != "delayed")
    var frames = early.sequence.frames
    frames[16].endSeconds = Double(clip.frames.count) / clip.fps
    let pictures = early.frames
    let held = try #require(
      FrameSequence(width: Clip.width, height: Clip.height, frames: frames) { pictures[$0] })
    #expect(try AnimationComparison(clip.sequence, held).change.name != "delayed")
  }

  @Test("60 frames a second in hundredths of a second are in time", arguments: [0, 1, 2, 3, 6])
  func hundredths(_ delay: Int) throws {
    let clip = Clip(fps: 60)
    let late = clip.with { $0.insert(contentsOf: Array(repeating: $0[0], count: delay), at: 0) }
    let (one, other) = (try #require(clip.inHundredths), try #require(late.inHundredths))
    for (expected, actual) in [(one, other), (clip.sequence, other), (one, late.sequence)] {
      let comparison = try AnimationComparison(expected, actual)
      guard case .delayed(_, let seconds) = comparison.change else {
        #expect(comparison.change == .none && delay == 0)
        continue
      }
      #expect((seconds - Double(delay) / 60).magnitude < 0.0101)
    }
  }

  @Test("a longer or shorter run is a stretch by its factor", arguments: [0.5, 0.8, 1.1, 1.25, 2])
  func stretched(_ factor: Double) throws {
    let other = Clip(seconds: 0.6 * factor)
    let comparison = try compare(clip, other)
    guard case .stretched(let found) = comparison.change else {
      Issue.record("it is \(comparison.change)")
      return
    }
    #expect((found - factor).magnitude < 0.03)
  }

  @Test("another curve on the same way")
  func curve() throws {
    let linear = Clip { $0 }
    #expect(try compare(clip, linear).change == .curve)
    let late = Clip { $0 * $0 * $0 }
    #expect(try compare(clip, late).change == .curve)
  }

  @Test("missing frames are named", arguments: [1, 2, 3])
  func dropped(_ count: Int) throws {
    let other = clip.with { $0.removeSubrange(20..<20 + count) }
    let comparison = try compare(clip, other)
    #expect(comparison.change == .dropped(expected: 20..<20 + count, count: count))
    #expect(comparison.differentAfterAlignment == 0)
  }

  @Test("a frame that stands instead of the next one was dropped")
  func held() throws {
    let other = clip.with { $0[21] = $0[20] }
    #expect(try compare(clip, other).change == .dropped(expected: 21..<22, count: 1))
  }

  @Test("frames whose time the ones before them took were dropped")
  func heldLonger() throws {
    let actual = try #require(clip.holding(over: [14, 15]))
    let comparison = try AnimationComparison(clip.sequence, actual)
    #expect(comparison.change == .dropped(expected: 14..<16, count: 2))
    #expect(comparison.different.map(\.expectedIndex) == [14, 15])
    #expect(try AnimationComparison(actual, clip.sequence).change.name == "inserted")
  }

  @Test("equal frames in a row are the same as one that is held")
  func merged() throws {
    let still = clip.with { $0[15] = $0[14] }.with { $0[16] = $0[14] }
    let actual = try #require(still.holding(over: [15, 16]))
    #expect(try AnimationComparison(still.sequence, actual).isSame)
    #expect(try AnimationComparison(actual, still.sequence).isSame)
  }

  @Test("frames that show twice are named", arguments: [1, 2, 3])
  func duplicated(_ count: Int) throws {
    let other = clip.with { frames in
      frames.insert(contentsOf: Array(repeating: frames[20], count: count), at: 21)
    }
    let comparison = try compare(clip, other)
    #expect(comparison.change.name == "duplicated")
    guard case .duplicated(let actual, let found) = comparison.change else { return }
    #expect(found == count)
    #expect(actual == 21..<21 + count)
  }

  @Test("foreign frames in between are inserted")
  func inserted() throws {
    let foreign = Pixmap(width: Clip.width, height: Clip.height, filledWith: Pixel(.black))
    let other = clip.with { $0.insert(contentsOf: [foreign, foreign], at: 25) }
    #expect(try compare(clip, other).change.name == "inserted")
  }

  @Test("a flash is a moment that shows something else", arguments: [1, 2])
  func flash(_ count: Int) throws {
    let white = Pixmap(width: Clip.width, height: Clip.height, filledWith: Pixel(.white))
    let other = clip.with { frames in
      for index in 25..<25 + count { frames[index] = white }
    }
    let comparison = try compare(clip, other)
    #expect(comparison.change == .flash(actual: 25..<25 + count))
    #expect(comparison.first?.actualIndex == 25)
    #expect(comparison.last?.actualIndex == 24 + count)
    #expect(comparison.regions.count == 1)
    #expect(comparison.regions[0].frames == 25...24 + count)
  }

  @Test("a flash may be small beside what moves")
  func smallFlash() throws {
    let other = clip.with { $0[12][1, 1] = Pixel(.black) }
    #expect(try compare(clip, other).change == .flash(actual: 12..<13))
  }

  @Test("another colour is a change, and no matter of time")
  func changed() throws {
    let other = Clip(color: Color(red: 40, green: 0, blue: 0))
    let comparison = try compare(clip, other)
    #expect(comparison.change == .none)
    #expect(comparison.className == "changed")
    #expect(!comparison.isSame)
    #expect(comparison.different.count == clip.frames.count)
    #expect(comparison.peak != nil)
  }

  @Test("a delay is found under a small change of colour, which remains")
  func delayedAndChanged() throws {
    let other = Clip(color: Color(red: 3, green: 0, blue: 0)).with {
      $0.insert(contentsOf: [$0[0], $0[0]], at: 0)
    }
    let comparison = try compare(clip, other)
    #expect(comparison.change.name == "delayed")
    #expect(comparison.differentAfterAlignment > 0)
  }

  @Test("sixty frames a second show the same as fifty")
  func otherRate() throws {
    let comparison = try compare(clip, Clip(fps: 60))
    #expect(comparison.isSame)
    #expect(comparison.isResampled)
    #expect(comparison.curve.count == 8)
    #expect(try compare(Clip(fps: 60), clip).isSame)
  }

  @Test("a delay is a delay at another rate, too")
  func otherRateDelayed() throws {
    let late = Clip(fps: 60).with {
      $0.insert(contentsOf: Array(repeating: $0[0], count: 6), at: 0)
    }
    let comparison = try compare(clip, late)
    guard case .delayed(let frames, _) = comparison.change else {
      Issue.record("it is \(comparison.change)")
      return
    }
    #expect((frames - 5).magnitude < 0.3)
  }

  @Test("what is ignored in place or time hides what happens there")
  func ignored() throws {
    let spot = PixelRect(x: 5, y: 21, width: 6, height: 3)
    let other = clip.with { frames in
      for index in 10..<15 { frames[index].fill(spot, with: Pixel(.black)) }
    }
    #expect(!(try compare(clip, other)).isSame)
    #expect(try compare(clip, other, AnimationRules(ignoring: [IgnoredArea(spot)])).isSame)
    let time = IgnoredArea(nil, seconds: 0.19...0.29)
    #expect(try compare(clip, other, AnimationRules(ignoring: [time])).isSame)
    let tooShort = IgnoredArea(nil, seconds: 0.19...0.27)
    #expect(!(try compare(clip, other, AnimationRules(ignoring: [tooShort]))).isSame)
  }

  @Test("a delay is found beside an area that is ignored")
  func delayBesideIgnored() throws {
    let spot = PixelRect(x: 5, y: 21, width: 6, height: 3)
    var seed = SeededRandom(seed: 7)
    var other = clip.with { $0.insert(contentsOf: [$0[0], $0[0], $0[0]], at: 0) }
    for index in other.frames.indices {
      let level = UInt8.random(in: 0...255, using: &seed)
      other.frames[index].fill(spot, with: Pixel(Color(red: level, green: 0, blue: 9)))
    }
    let comparison = try compare(clip, other, AnimationRules(ignoring: [IgnoredArea(spot)]))
    #expect(comparison.change.name == "delayed")
    #expect(comparison.differentAfterAlignment == 0)
  }

  @Test("limits of pixels let small changes pass, but no delay")
  func limits() throws {
    let other = clip.with { $0[25][3, 3] = Pixel(.black) }
    #expect(!(try compare(clip, other)).isSame)
    // Within the limits, not even a flash is left.
    let rules = AnimationRules(limits: DifferenceLimits(pixels: 1))
    #expect(try compare(clip, other, rules).isSame)
  }

  @Test("two still pictures are changed or the same, and never moved in time")
  func stills() throws {
    let one = FrameSequence(still: Clip.frame(at: 0.2))
    let two = FrameSequence(still: Clip.frame(at: 0.8))
    #expect(try AnimationComparison(one, one).isSame)
    #expect(try AnimationComparison(one, two).className == "changed")
  }

  @Test("a last frame that shows longer or shorter is told", arguments: [2.4, -0.01, 0.021])
  func held(_ seconds: Double) throws {
    let known = clip.sequence
    var frames = known.frames
    frames[frames.count - 1].endSeconds += seconds
    let held = try #require(
      FrameSequence(width: known.width, height: known.height, frames: frames) {
        try known.pixels(of: $0)
      })
    let comparison = try AnimationComparison(known, held)
    guard case .held(let found) = comparison.change else {
      Issue.record("it is \(comparison.change)")
      return
    }
    #expect((found - seconds).magnitude < 1e-9)
    #expect(!comparison.isSame && comparison.className == "held" && comparison.different.isEmpty)
    let end = IgnoredArea(nil, seconds: known.seconds - 0.05...9)
    #expect(try AnimationComparison(known, held, rules: AnimationRules(ignoring: [end])).isSame)
    // At another rate, the last frames end within one of each other.
    #expect(try AnimationComparison(Clip(fps: 60).sequence, known).isSame)
  }
}
