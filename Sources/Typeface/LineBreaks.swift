import CUnibreak

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

  /// Whether no line begins with it in Japanese that is set strictly, as books are: small kana, and
  /// the sign of a long vowel. The library leaves them to be told apart.
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
