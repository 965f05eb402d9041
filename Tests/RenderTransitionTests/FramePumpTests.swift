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

  func encode(_ frame: Frame) throws -> Int {
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

@Suite("the asynchronous writer")
struct AsyncWriterTests {
  private func part(_ index: Int) -> EncodedPart {
    EncodedPart(output: 0, part: index, renderSeconds: 0, encodeSeconds: 0)
  }

  @Test("who hands something in does not wait until it is written, and it is written in order")
  func order() async throws {
    let (book, gate) = (CountingSink.Book(), DispatchSemaphore(value: 0))
    let writer = AsyncWriter([OpenOutput(CountingSink(book: book), to: GatedPlace(gate: gate))])
    let receipts = (0..<5).map { writer.write([part($0)]) }
    for _ in receipts { gate.signal() }
    for receipt in receipts { try await receipt.wait() }
    #expect(writer.close()[0].byteCount == 5)
  }

  @Test("behind what could not be written, nothing is")
  func failure() async throws {
    let sink = CountingSink(book: CountingSink.Book())
    let writer = AsyncWriter([OpenOutput(sink, to: GatedPlace(limit: 1))])
    let receipts = (0..<3).map { writer.write([part($0)]) }
    try await receipts[0].wait()
    for receipt in receipts[1...] {
      await #expect(throws: GatedPlace.Full.self) { try await receipt.wait() }
    }
    #expect(writer.close()[0].byteCount == 1)
    await #expect(throws: GatedPlace.Full.self) { try await writer.write([part(3)]).wait() }
  }
}

@Suite("work beside something else")
struct BackgroundWorkTests {
  @Test("answers come in order, each once, however many help", arguments: [1, 2, 3, 9])
  func answers(_ jobs: Int) {
    let calls = Mutex<[Int]>([])
    let work = BackgroundWork(7, jobs: jobs) { index in
      calls.withLock { $0.append(index) }
      return index * index
    }
    #expect(work.finish() == [0, 1, 4, 9, 16, 25, 36])
    #expect(calls.withLock { $0.sorted() } == Array(0..<7))
    #expect(BackgroundWork(0, jobs: jobs) { $0 }.finish().isEmpty)
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
