import Geometry
import Testing

@testable import Motion

@Suite("Fingers")
struct FingerTests {
  /// A finger on a way of 400 points, by its times, translations and release.
  private func finger(_ samples: [(Double, Double)], release: Double? = nil) -> Finger? {
    Finger(
      measure: .points(extent: 400),
      samples: samples.map {
        Finger.Sample(seconds: $0.0, translation: $0.1, offset: Point(x: $0.1, y: -$0.1))
      }, releaseSeconds: release)
  }

  /// A way that is lifted at a time, and how fast it is then.
  struct Release: Sendable {
    var samples: [(Double, Double)]
    var seconds: Double
    var speed: Double
  }

  private static let way: [(Double, Double)] = [(0, 0), (1, 100), (2, 500)]

  static let releases: [Release] = [
    // Two samples at the release's time are no segment, and neither is one that begins there.
    Release(samples: [(0, 0), (1, 100), (1, 300)], seconds: 1, speed: 100),
    Release(samples: way, seconds: 1, speed: 100), Release(samples: way, seconds: 1.5, speed: 400),
    Release(samples: way, seconds: 9, speed: 400), Release(samples: way, seconds: 0, speed: 0),
    Release(samples: [(1, 7)], seconds: 2, speed: 0), Release(samples: [], seconds: 2, speed: 0),
  ]

  @Test(
    "the last segment that begins before the release says how fast the finger is",
    arguments: releases)
  func releaseSpeed(_ release: Release) throws {
    let (finger, speed) = (
      try #require(self.finger(release.samples, release: release.seconds)), release.speed
    )
    #expect(finger.releaseTranslationSpeed == speed)
    #expect(finger.releaseSpeed == speed / 400)
    #expect(finger.releaseVelocity == Point(x: speed, y: -speed))
  }

  @Test("of two samples at one time the later one counts from then on")
  func jump() throws {
    let finger = try #require(self.finger([(0, 0), (1, 100), (1, 300), (2, 400)]))
    #expect(finger.translation(at: 0.5) == 50 && finger.translation(at: 1) == 300)
    #expect(finger.translation(at: 1.5) == 350 && finger.translation(at: 3) == 400)
    #expect(finger.offset(at: 0.5) == Point(x: 50, y: -50))
    #expect(finger.translationSpeed(atSample: 1) == 100)
    #expect(finger.translationSpeed(atSample: 2) == 100)
    #expect(finger.translationSpeed(atSample: 3) == 100)
  }

  @Test("it touches from its first sample until it is lifted, which is no longer a touch")
  func touching() throws {
    let finger = try #require(self.finger([(0.25, 0), (1, 100)]))
    #expect(!finger.isTouching(at: 0.249) && finger.isTouching(at: 0.25))
    #expect(finger.isTouching(at: 0.999) && !finger.isTouching(at: 1))
  }

  @Test("times that fall and numbers beyond all limits are no finger")
  func invalid() {
    #expect(finger([(1, 0), (0.5, 0)]) == nil)
    #expect(finger([(-0.001, 0)]) == nil && finger([(0, 0)], release: -0.001) == nil)
    #expect(finger([(1e6, 0)]) == nil && finger([(0, 0)], release: 1e6) == nil)
    #expect(finger([(0, 1e9)]) == nil && finger([(0, .nan)]) == nil)
    #expect(finger([(0, 0.9e9)]) != nil && finger([(0, 0), (0, 1)]) != nil)
    #expect(Finger(measure: .points(extent: 0), samples: []) == nil)
    #expect(Finger(measure: .points(extent: .infinity), samples: []) == nil)
    let infinite = (0.0, Point(x: 0, y: Double.infinity))
    #expect(Finger(measure: .scale, samples: [], releaseVelocity: infinite) == nil)
  }

  @Test("a pinch goes from a scale of 1 to 0")
  func pinch() throws {
    let samples = [
      Finger.Sample(seconds: 0, translation: 1), Finger.Sample(seconds: 1, translation: 0.25),
    ]
    let finger = try #require(Finger(measure: .scale, samples: samples))
    #expect(finger.share(at: 0) == 0 && finger.share(at: 1) == 0.75)
    #expect(finger.releaseSpeed == 0.75 && finger.releaseTranslationSpeed == -0.75)
    #expect(!finger.startsBackward)
    let empty = try #require(Finger(measure: .scale, samples: []))
    #expect(empty.translation(at: 0) == 1 && empty.share(at: 0) == 0)
  }
}
