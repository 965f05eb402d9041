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
    // Strict, as books are set: no line begins with a small kana or the sign of a long vowel.
    unsafe set_linebreaks_utf32(scalars.map(Self.known), scalars.count, "ja-strict", &breaks)
    var mayBegin = [Bool](repeating: false, count: scalars.count + 1)
    for index in breaks.indices {
      mayBegin[index + 1] = breaks[index] == LINEBREAK_ALLOWBREAK && isGraphemeStart[index + 1]
    }
    mayBegin[scalars.count] = true
    self.mayBegin = mayBegin
  }

  /// A scalar that the library knows and that breaks lines as `scalar` does.
  ///
  /// The version that Debian 12 has aborts at the letters of flags, takes U+FFFF for the end of
  /// the text, and takes younger emoji for letters. Unicode breaks emoji as it does ideographs.
  private static func known(_ scalar: UInt32) -> UInt32 {
    let ideograph: UInt32 = 0x2E80
    if (0x1F1E6...0x1F1FF).contains(scalar) { return ideograph }
    if scalar == 0xFFFF { return 0xFFFD }
    guard scalar > 0x2000, let known = Unicode.Scalar(scalar) else { return scalar }
    return known.properties.isEmojiPresentation ? ideograph : scalar
  }
}
