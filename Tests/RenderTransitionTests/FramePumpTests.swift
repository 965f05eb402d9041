import Codecs
import Dispatch
import Foundation
import Pixels
import RenderTestSupport
import Synchronization
import TestSupport
import Testing

@testable import RenderTransition

/// Counts the frames that are held, and fails at one of them if it shall.
private struct CountingSink: FrameSink {
  struct Broken: Error {}

  final class Book: Sendable {
    let appended = Atomic(0)
    let farthest = Atomic(0)
    let encoding = Atomic(0)
    let mostEncoding = Atomic(0)
  }

  let book: Book
  var failingIndex: Int?
  /// The gate of a place, and the frame that opens it for all frames.
  var opening: (index: Int, gate: DispatchSemaphore)?

  func encode(_ frame: Frame) throws -> Int {
    if let opening, opening.index == frame.index { for _ in 0..<1000 { opening.gate.signal() } }
    if frame.index == failingIndex { throw Broken() }
    let now = book.encoding.add(1, ordering: .sequentiallyConsistent).newValue
    book.mostEncoding.max(now, ordering: .sequentiallyConsistent)
    let ahead = frame.index - book.appended.load(ordering: .sequentiallyConsistent)
    book.farthest.max(ahead, ordering: .sequentiallyConsistent)
    // Now and then one frame holds up all others.
    if frame.index % 10 == 0 { Thread.sleep(forTimeInterval: 0.02) }
    book.encoding.subtract(1, ordering: .sequentiallyConsistent)
    return frame.index
  }

  mutating func append(_ part: Int) throws -> [SinkOutput] {
    #expect(part == book.appended.load(ordering: .sequentiallyConsistent))
    book.appended.add(1, ordering: .sequentiallyConsistent)
    return [.bytes([UInt8(truncatingIfNeeded: part)])]
  }

  mutating func finish() throws -> [SinkOutput] { [] }
}

/// Takes bytes when the gate is opened for them, if there is one, and no more than so many times.
private struct GatedPlace: OutputPlace {
  struct Full: Error {}
  struct Late: Error {}

  var gate: DispatchSemaphore?
  var limit = Int.max
  private(set) var byteCount = 0

  init(gate: DispatchSemaphore? = nil, limit: Int = .max) {
    (self.gate, self.limit) = (gate, limit)
  }

  mutating func write(_ output: SinkOutput) throws {
    guard byteCount < limit else { throw Full() }
    if let gate, gate.wait(timeout: .now() + 60) == .timedOut { throw Late() }
    byteCount += 1
  }

  mutating func commit() throws {}
  mutating func abandon() {}
}

@Suite("the frame pump")
struct FramePumpTests {
  @Test("frames come in order, and no more than a window of them is held", arguments: [1, 2, 4])
  func window(_ jobs: Int) async throws {
    let animation = try SmallScene.tiny(#"{ "type": "shift", "duration": 4 }"#).animation()
    let book = CountingSink.Book()
    let schedule = Schedule(
      [Schedule.Clip(fps: 50, holdFirst: 0, holdLast: 0)], of: animation)
    #expect(schedule.shots.count == 201)
    var outputs = [OpenOutput(CountingSink(book: book), to: try OutputFile("/dev/null"))]
    try await FramePump(jobs: jobs).pump(
      schedule.shots, drawnBy: animation.renderer(), into: &outputs
    ) { _ in }
    #expect(book.appended.load(ordering: .sequentiallyConsistent) == 201)
    #expect(outputs[0].byteCount == 201)
    #expect(book.farthest.load(ordering: .sequentiallyConsistent) <= 2 * jobs + 1)
    #expect(book.mostEncoding.load(ordering: .sequentiallyConsistent) <= jobs)
  }

  @Test("a place that refuses a frame ends the run with its error, and gets no more")
  func fullPlace() async throws {
    let animation = try SmallScene.tiny().animation()
    let schedule = Schedule(
      [Schedule.Clip(fps: 50, holdFirst: 0, holdLast: 0)], of: animation)
    let book = CountingSink.Book()
    var outputs = [OpenOutput(CountingSink(book: book), to: GatedPlace(limit: 3))]
    await #expect(throws: GatedPlace.Full.self) {
      try await FramePump(jobs: 2).pump(
        schedule.shots, drawnBy: animation.renderer(), into: &outputs
      ) { _ in }
    }
    #expect(outputs[0].byteCount == 3)
  }

  @Test("frames are encoded while a place does not take any")
  func slowPlace() async throws {
    let animation = try SmallScene.tiny().animation()
    let schedule = Schedule(
      [Schedule.Clip(fps: 50, holdFirst: 0, holdLast: 0)], of: animation)
    let gate = DispatchSemaphore(value: 0)
    var sink = CountingSink(book: CountingSink.Book())
    sink.opening = (index: 3, gate)
    var outputs = [OpenOutput(sink, to: GatedPlace(gate: gate))]
    try await FramePump(jobs: 2).pump(
      schedule.shots, drawnBy: animation.renderer(), into: &outputs
    ) { _ in }
    #expect(outputs[0].byteCount == schedule.shots.count)
  }

  @Test("an encoder that fails ends the run with its error", arguments: [1, 4])
  func failure(_ jobs: Int) async throws {
    let animation = try SmallScene.tiny().animation()
    let schedule = Schedule(
      [Schedule.Clip(fps: 50, holdFirst: 0, holdLast: 0)], of: animation)
    let sink = CountingSink(book: CountingSink.Book(), failingIndex: 7)
    var outputs = [OpenOutput(sink, to: try OutputFile("/dev/null"))]
    await #expect(throws: CountingSink.Broken.self) {
      try await FramePump(jobs: jobs).pump(
        schedule.shots, drawnBy: animation.renderer(), into: &outputs
      ) { _ in }
    }
  }
}

@Suite("work on several threads")
struct ParallelMapTests {
  struct Failed: Error, Equatable { var index: Int }

  @Test("answers come in order, each once, however many help", arguments: [1, 2, 3, 9])
  func answers(_ jobs: Int) {
    let calls = Mutex<[Int]>([])
    let work = { @Sendable (index: Int) in
      calls.withLock { $0.append(index) }
      return index * index
    }
    #expect(parallelMap(7, jobs: jobs, work) == [0, 1, 4, 9, 16, 25, 36])
    #expect(BackgroundMap(7, jobs: jobs, work).finish() == [0, 1, 4, 9, 16, 25, 36])
    #expect(calls.withLock { $0.sorted() } == (0..<14).map { $0 / 2 })
    #expect(parallelMap(0, jobs: jobs, work).isEmpty)
    #expect(BackgroundMap(0, jobs: jobs, work).finish().isEmpty)
  }

  @Test("the first that fails tells the error, and ends the work", arguments: [1, 2, 3, 9])
  func failures(_ jobs: Int) {
    let last = Atomic(0)
    #expect(throws: Failed(index: 5)) {
      try parallelMap(10_000, jobs: jobs) { index in
        last.max(index, ordering: .relaxed)
        // The first of them is not the first that is noticed.
        if index == 5 { Thread.sleep(forTimeInterval: 0.05) }
        if index >= 5 { throw Failed(index: index) }
      }
    }
    #expect(last.load(ordering: .relaxed) < 5 + 3 * jobs)
  }
}

@Suite("the frame pool")
struct FramePoolTests {
  @Test("a frame comes back when nobody looks at it, and bytes that somebody kept stay as they are")
  func lending() {
    let pool = FramePool()
    #expect(pool.take().bounds.isEmpty)
    var frame: PooledFrame? = pool.lending(Pixmap(width: 4, height: 3))
    let kept = frame?.pixels.bytes
    #expect(pool.take().bounds.isEmpty)
    frame = nil
    var again = pool.take()
    #expect(again.width == 4 && again.height == 3)
    again.fill(again.bounds, with: Pixel(Color(red: 1, green: 2, blue: 3)))
    #expect(kept == [UInt8](repeating: 0, count: 48))
    #expect(again.isOpaque)
  }
}
