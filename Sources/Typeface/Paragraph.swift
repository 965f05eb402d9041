import CFriBidi
import CUnibreak

/// The text between two hard line breaks, with its properties before shaping.
struct Paragraph {
  /// Where it begins in the text, in scalars.
  let offset: Int
  /// The scalars for the shaper.
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

  /// The scalar for HarfBuzz: tabs become spaces, other control characters take no room.
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

/// The levels of a paragraph by the Unicode bidirectional algorithm.
struct BidiParagraph {
  /// The level of the paragraph: 0 from left to right, 1 from right to left.
  let baseLevel: UInt8
  /// The level of each scalar; odd ones run from right to left.
  let levels: [UInt8]

  /// Finds the levels of `scalars`, which hold no line break; the first strong one decides.
  init(_ scalars: [UInt32]) {
    let count = FriBidiStrIndex(clamping: scalars.count)
    var types = [FriBidiCharType](repeating: FRIBIDI_TYPE_ON, count: scalars.count)
    var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
    var levels = [FriBidiLevel](repeating: 0, count: scalars.count)
    var direction = FRIBIDI_PAR_ON
    unsafe fribidi_get_bidi_types(scalars, count, &types)
    unsafe fribidi_get_bracket_types(scalars, count, types, &brackets)
    let highest = unsafe fribidi_get_par_embedding_levels_ex(
      types, brackets, count, &direction, &levels)
    guard highest > 0 else {
      (baseLevel, self.levels) = (0, [UInt8](repeating: 0, count: scalars.count))
      return
    }
    baseLevel = UInt8(direction.rawValue & 1)
    self.levels = levels.map { UInt8(clamping: $0) }
  }

  /// The order from left to right of neighbours with these levels.
  ///
  /// From the highest level down to the lowest odd one, every stretch at or above it is turned.
  static func visualOrder(_ levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), let lowest = levels.filter({ $0 % 2 == 1 }).min() else {
      return order
    }
    for level in (lowest...highest).reversed() {
      var start = 0
      while start < order.count {
        let end = order[start...].firstIndex { levels[$0] < level } ?? order.count
        order[start..<end].reverse()
        start = end + 1
      }
    }
    return order
  }
}

/// Where the lines of a paragraph may end, by Unicode's line breaking rules.
struct LineBreaks {
  /// Whether a line may begin at this scalar; one more than there are scalars, the last true.
  let mayBegin: [Bool]

  /// Finds the breaks of `scalars`; `isGraphemeStart` keeps them out of what is one letter.
  ///
  /// The library's tables may be older than an emoji; the standard library's graphemes are not.
  init(_ scalars: [UInt32], isGraphemeStart: [Bool]) {
    var breaks = [CChar](repeating: CChar(LINEBREAK_NOBREAK), count: scalars.count)
    unsafe set_linebreaks_utf32(scalars.map(Self.known), scalars.count, nil, &breaks)
    var mayBegin = [Bool](repeating: false, count: scalars.count + 1)
    for index in breaks.indices {
      mayBegin[index + 1] = breaks[index] == LINEBREAK_ALLOWBREAK && isGraphemeStart[index + 1]
    }
    mayBegin[scalars.count] = true
    self.mayBegin = mayBegin
  }

  /// Whether no line begins with it where Japanese is set strictly, as books are.
  ///
  /// Small kana, and the sign of a long vowel: the library leaves them to be told apart.
  private static func isSmallKana(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3041...0x3096, 0x30A1...0x30F6:
      // Hiragana and katakana lie 96 apart.
      let hiragana = scalar < 0x30A0 ? scalar : scalar - 96
      return [
        0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095,
        0x3096,
      ].contains(hiragana)
    case 0x30FC, 0x31F0...0x31FF, 0xFF67...0xFF70: return true
    default: return false
    }
  }

  /// A scalar that the library knows and that breaks lines as `scalar` does.
  ///
  /// The version that Debian 12 has aborts at the letters of flags, takes U+FFFF for the end of
  /// the text, and takes younger emoji for letters. Unicode breaks emoji as it does ideographs.
  private static func known(_ scalar: UInt32) -> UInt32 {
    let ideograph: UInt32 = 0x2E80
    if (0x1F1E6...0x1F1FF).contains(scalar) { return ideograph }
    if scalar == 0xFFFF { return 0xFFFD }
    if isSmallKana(scalar) { return 0x3005 }
    guard scalar > 0x2000, let known = Unicode.Scalar(scalar) else { return scalar }
    return known.properties.isEmojiPresentation ? ideograph : scalar
  }
}
