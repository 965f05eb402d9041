import CExpat
import Formatting

/// Reads XML with expat, and finds the places that expat does not tell.
///
/// expat says what is XML and at which byte a tag begins. Where the attributes of a tag and the
/// characters of their values are, one walk over its bytes finds, which are known to be well-formed.
/// Nothing outside of the text is read: no external entity, and no entity with markup in it.
@safe package struct XMLReader {
  /// The deepest nesting; each level takes some of the stack when a tree is walked.
  static let mostDepth = 256
  static let mostEntities = 64
  static let mostEntityBytes = 10_000

  private let limits: Limits
  private var walker: XMLWalker
  private var open: [XMLNode] = []
  private var root: XMLNode?
  private var mistake: SceneError?
  private var elementCount = 0
  /// The bytes of values that are embedded files.
  private var dataBytes = 0
  private var entities: [String: String] = [:]
  private var entityBytes = 0
  private var pending = XMLText()
  private var parser: XML_Parser?

  private init(_ bytes: [UInt8], file: String, limits: Limits) {
    self.limits = limits
    walker = XMLWalker(bytes, file: file)
  }

  /// The version of the library.
  package static var libraryVersion: String {
    let version = XML_ExpatVersionInfo()
    return "\(version.major).\(version.minor).\(version.micro)"
  }

  /// The element that the whole of `bytes` is.
  static func parse(
    _ bytes: [UInt8], file: String, limits: Limits
  ) throws(SceneError) -> XMLNode {
    let start = Place(file: file, line: 1, column: 1)
    guard !bytes.starts(with: [0x1F, 0x8B]) else {
      throw SceneError(place: start, problem: .xml(.compressed))
    }
    try JSONParser.requireUTF8(bytes, file: file)
    var reader = XMLReader(bytes, file: file, limits: limits)
    try reader.run(bytes)
    guard let root = reader.root else {
      throw SceneError(place: start, problem: .xml(.malformed("no element")))
    }
    guard bytes.count - reader.dataBytes <= limits.count(.fileBytes) else {
      throw SceneError(place: start, problem: .limit(.fileBytes, allowed: limits[.fileBytes]))
    }
    return root
  }

  private mutating func run(_ bytes: [UInt8]) throws(SceneError) {
    guard let parser = unsafe XML_ParserCreate("UTF-8") else {
      throw failure(.xml(.malformed("out of memory")), at: 0)
    }
    defer { unsafe XML_ParserFree(parser) }
    unsafe self.parser = parser
    unsafe setHandlers(parser)
    let status = unsafe withUnsafeMutablePointer(to: &self) { reader in
      unsafe XML_SetUserData(parser, reader)
      return unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
          unsafe XML_Parse(
            parser, characters.baseAddress, Int32(clamping: characters.count), 1)
        }
      }
    }
    if let mistake { throw mistake }
    guard status == XML_STATUS_OK else {
      let words = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map {
        unsafe String(cString: $0)
      }
      let byte = unsafe Int(XML_GetCurrentByteIndex(parser))
      throw failure(.xml(.malformed(words ?? "an error")), at: byte)
    }
  }

  private func setHandlers(_ parser: XML_Parser) {
    unsafe XML_SetElementHandler(
      parser,
      { data, name, attributes in
        unsafe XMLReader.of(data) { unsafe $0.start(name, attributes) }
      },
      { data, _ in unsafe XMLReader.of(data) { $0.end() } })
    unsafe XML_SetCharacterDataHandler(parser) { data, characters, count in
      unsafe XMLReader.of(data) { unsafe $0.text(characters, Int(count)) }
    }
    unsafe XML_SetEntityDeclHandler(parser) { data, name, isParameter, value, count, _, _, _, _ in
      unsafe XMLReader.of(data) {
        unsafe $0.declare(name, isParameter: isParameter != 0, value, Int(count))
      }
    }
    unsafe XML_SetSkippedEntityHandler(parser) { data, name, _ in
      unsafe XMLReader.of(data) { reader in
        reader.stop(.xml(.unknownEntity(unsafe XMLReader.string(name))))
      }
    }
  }

  /// Calls `body` with the reader that expat hands back, unless it has stopped.
  private static func of(_ data: UnsafeMutableRawPointer?, _ body: (inout XMLReader) -> Void) {
    guard let reader = unsafe data?.assumingMemoryBound(to: XMLReader.self),
      unsafe reader.pointee.mistake == nil
    else { return }
    unsafe body(&reader.pointee)
  }

  private static func string(_ characters: UnsafePointer<CChar>?) -> String {
    unsafe characters.map { unsafe String(cString: $0) } ?? ""
  }
}

// What expat reports.
extension XMLReader {
  /// The byte at which the present event begins.
  private var byte: Int { unsafe parser.map { unsafe Int(XML_GetCurrentByteIndex($0)) } ?? 0 }

  private func failure(_ problem: Problem, at byte: Int) -> SceneError {
    var walker = walker
    walker.move(to: byte)
    return SceneError(place: walker.place, problem: problem)
  }

  /// Ends the reading with a mistake where it is.
  private mutating func stop(_ problem: Problem) {
    mistake = failure(problem, at: byte)
    if let parser = unsafe parser { _ = unsafe XML_StopParser(parser, 0) }
  }

  private mutating func start(
    _ name: UnsafePointer<CChar>?, _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    endText()
    elementCount += 1
    guard elementCount <= limits.count(.svgElements) else {
      return stop(.limit(.svgElements, allowed: limits[.svgElements]))
    }
    guard open.count < Self.mostDepth else { return stop(.xml(.tooDeep(Self.mostDepth))) }
    walker.move(to: byte)
    var node = XMLNode(name: unsafe Self.string(name), place: walker.place)
    walker.move(to: byte + 1 + node.name.utf8.count)
    let written = unsafe parser.map { unsafe Int(XML_GetSpecifiedAttributeCount($0)) } ?? 0
    var index = 0
    while let name = unsafe pairs?[index], let value = unsafe pairs?[index + 1] {
      let (name, text) = unsafe (String(cString: name), String(cString: value))
      var attribute = XMLNode.Attribute(
        name: name, place: node.place, value: JSONNode(.text(text), at: node.place))
      if index < written {
        walker.toAttribute(&attribute, entities)
        if let name = walker.unknownEntity { return stop(.xml(.unknownEntity(name))) }
      }
      if text.utf8.starts(with: "data:".utf8) { dataBytes += text.utf8.count }
      node.attributes.append(attribute)
      index += 2
    }
    open.append(node)
  }

  private mutating func end() {
    endText()
    guard let node = open.popLast() else { return }
    if open.isEmpty { root = node } else { open[open.count - 1].contents.append(.element(node)) }
  }

  /// Characters come in parts, at least one for each line.
  private mutating func text(_ characters: UnsafePointer<CChar>?, _ count: Int) {
    guard !open.isEmpty, let characters = unsafe characters else { return }
    let part = unsafe UnsafeBufferPointer(start: characters, count: count)
    walker.move(to: byte)
    pending.append(unsafe part.map { UInt8(bitPattern: $0) }, at: walker.place)
  }

  private mutating func endText() {
    if let last = open.indices.last, let node = pending.node {
      open[last].contents.append(.text(node))
    }
    pending = XMLText()
  }

  private mutating func declare(
    _ name: UnsafePointer<CChar>?, isParameter: Bool, _ value: UnsafePointer<CChar>?, _ count: Int
  ) {
    let name = unsafe Self.string(name)
    guard !isParameter, let value = unsafe value else { return stop(.xml(.entity(name))) }
    let bytes = unsafe UnsafeBufferPointer(start: value, count: count)
    let text = unsafe String(decoding: bytes.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard !text.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) else {
      return stop(.xml(.entity(name)))
    }
    if entities[name] == nil { entities[name] = text }
    entityBytes += count
    if entities.count > Self.mostEntities || entityBytes > Self.mostEntityBytes {
      stop(.xml(.tooManyEntities))
    }
  }
}

/// Characters that are between two tags.
private struct XMLText {
  private var bytes: [UInt8] = []
  private var count = 0
  private var start = Place.nowhere
  /// Where the next part is, if it is on the same line.
  private var next = Place.nowhere
  private var escapes: [JSONEscape] = []

  mutating func append(_ part: [UInt8], at place: Place) {
    if bytes.isEmpty {
      (start, next) = (place, place)
    } else if place != next {
      escapes.append(
        JSONEscape(
          index: count - 1, extraColumns: place.column - next.column,
          extraLines: place.line - next.line))
      next = place
    }
    let characters = part.count { $0 & 0xC0 != 0x80 }
    next.column += characters
    count += characters
    bytes += part
  }

  /// The text; nil for none, and a space for nothing but white space.
  var node: JSONNode? {
    guard !bytes.isEmpty else { return nil }
    var place = start
    place.column -= 1
    if bytes.allSatisfy({ [0x20, 0x09, 0x0A].contains($0) }) {
      return JSONNode(.text(" "), at: place)
    }
    return JSONNode(.text(String(decoding: bytes, as: UTF8.self)), at: place, escapes: escapes)
  }
}
