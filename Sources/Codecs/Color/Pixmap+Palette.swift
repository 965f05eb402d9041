public import Pixels

extension Pixmap {
  /// The same picture in at most `count` colours (2 to 256), as a GIF of one frame shows it.
  ///
  /// A picture that has no more is returned as it is. Pixels under 50 % alpha become transparent.
  public func reduced(toColors count: Int, dither: GIFOptions.Dither = .auto) -> Pixmap {
    let options = GIFOptions(colors: count, dither: dither)
    let frame = Frame(index: 0, pixels: self, previous: nil, damage: bounds, start: 0, end: 1)
    do {
      var sink = try GIFSink(width: width, height: height, options: options, isOpaque: isOpaque)
      let part = try sink.encode(frame)
      guard part.image?.kind == .local else { return self }
      var file: [UInt8] = []
      for case .bytes(let bytes) in try sink.append(part) + sink.finish() { file += bytes }
      var reader = try GIFReader(file)
      return try reader.next()?.pixels ?? self
    } catch {
      return self
    }
  }
}
