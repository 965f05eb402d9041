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
    unsafe set_linebreaks_utf32(scalars, scalars.count, nil, &breaks)
    var mayBegin = [Bool](repeating: false, count: scalars.count + 1)
    for index in breaks.indices {
      mayBegin[index + 1] = breaks[index] == LINEBREAK_ALLOWBREAK && isGraphemeStart[index + 1]
    }
    mayBegin[scalars.count] = true
    self.mayBegin = mayBegin
  }
}
