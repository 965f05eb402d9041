/// The text between two line breaks that are written, and what is known of it before it is set.
struct Paragraph {
  /// Where it begins in the text, in scalars.
  let offset: Int
  /// What is handed to the shaper.
  let scalars: [UInt32]
  /// Which scalars are tabs, which are handed on as spaces.
  let isTab: [Bool]
  /// Whether a letter begins at each scalar; one more than there are scalars.
  let isGraphemeStart: [Bool]
  /// Whether a line may begin at each scalar; one more than there are scalars.
  let mayBegin: [Bool]
  /// The end of what is seen of a line that ends here: spaces before it hang in the margin.
  let contentEnds: [Int]
  /// The direction of its letters.
  let bidi: BidiParagraph

  /// Takes the scalars of a text from `offset` on.
  init(_ text: some Sequence<Unicode.Scalar>, offset: Int) {
    let written = Array(text)
    let scalars = written.map(Self.shaped)
    let isGraphemeStart = Self.graphemeStarts(written)
    self.offset = offset
    self.scalars = scalars
    self.isGraphemeStart = isGraphemeStart
    isTab = written.map { $0 == "\t" }
    mayBegin = LineBreaks(scalars, isGraphemeStart: isGraphemeStart).mayBegin
    contentEnds = Self.contentEnds(written)
    bidi = BidiParagraph(written.map(\.value))
  }

  /// What HarfBuzz sees: tabs are spaces, other control characters take no room.
  private static func shaped(_ scalar: Unicode.Scalar) -> UInt32 {
    guard scalar.properties.generalCategory == .control else { return scalar.value }
    return scalar == "\t" ? 0x20 : 0x2060
  }

  private static func graphemeStarts(_ scalars: [Unicode.Scalar]) -> [Bool] {
    var starts = [Bool](repeating: false, count: scalars.count + 1)
    var next = 0
    starts[0] = true
    for character in String(String.UnicodeScalarView(scalars)) {
      next += character.unicodeScalars.count
      starts[next] = true
    }
    return starts
  }

  private static func contentEnds(_ scalars: [Unicode.Scalar]) -> [Int] {
    var ends = [0]
    ends.reserveCapacity(scalars.count + 1)
    for (index, scalar) in scalars.enumerated() {
      ends.append(hangs(scalar) ? ends[index] : index + 1)
    }
    return ends
  }

  /// Whether a space at the end of a line hangs in the margin; those that join words do not.
  static func hangs(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\u{200B}": true
    case "\u{A0}", "\u{202F}": false
    default: scalar.properties.generalCategory == .spaceSeparator
    }
  }
}

extension Paragraph {
  /// Cuts a text at every written line break; n breaks make n + 1 paragraphs.
  static func split(_ text: String) -> [Paragraph] {
    var paragraphs: [Paragraph] = []
    var (current, offset): ([Unicode.Scalar], Int) = ([], 0)
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      guard isBreak(scalar) else {
        current.append(scalar)
        continue
      }
      if scalar == "\n", previous == "\r" {
        offset += 1
        continue
      }
      paragraphs.append(Paragraph(current, offset: offset))
      offset += current.count + 1
      current = []
    }
    return paragraphs + [Paragraph(current, offset: offset)]
  }

  /// Line feed, vertical tab, form feed, carriage return, and Unicode's three.
  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
