public import Codecs
import Pixels

extension Animation {
  /// Renders one moment and writes it as a PNG to every destination.
  @discardableResult
  public func writeFrame(
    at seconds: Double, to destinations: [OutputRequest.Destination],
    compression: PNGCompression? = nil
  ) throws -> [WrittenOutput] {
    let start = ContinuousClock.now
    for case .path(let path) in destinations { try checkIsNoInput(path) }
    let pixels = try renderer().frame(at: seconds)
    let file = try PNGWriter(compression: compression ?? .standard).file(of: pixels)
    return try destinations.map { destination in
      try write(file, to: destination)
      return WrittenOutput(
        request: OutputRequest(.png, to: destination), frames: 1, widthPixels: pixels.width,
        heightPixels: pixels.height, bytes: file.count,
        seconds: (ContinuousClock.now - start) / .seconds(1))
    }
  }

  private func write(_ file: [UInt8], to destination: OutputRequest.Destination) throws {
    var output: OutputFile =
      switch destination {
      case .standardOutput: .standardOutput
      case .path(let path): try OutputFile(path)
      }
    do {
      try output.write(.bytes(file))
      try output.commit()
    } catch {
      output.abandon()
      throw error
    }
  }
}
