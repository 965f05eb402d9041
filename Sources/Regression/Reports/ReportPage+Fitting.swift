import RenderTransition

extension ReportPage {
  /// The page in at most `limit` bytes, if its texts alone are not more: comparisons with more
  /// pictures than their share show fewer or smaller ones.
  ///
  /// `own` are pages of such comparisons alone, with all pictures; the page links them in `folder`,
  /// if there is one.
  func fitted(
    into limit: Int, folder: String?, jobs: Int?
  ) throws -> (page: ReportPage, own: [(name: String, page: ReportPage)]) {
    var page = self
    let share = limit / 4 / max(1, cards.count { !$0.frames.isEmpty || !$0.curves.isEmpty })
    for place in cards.indices {
      page.cards[place].film?.apng = []
      page.cards[place].leaveOutValues(beyond: share)
    }
    // Those with few pictures leave more for the others.
    let places = cards.indices.filter { cards[$0].film != nil }.sorted {
      (cards[$0].pictureBytes, $0) < (cards[$1].pictureBytes, $1)
    }
    var left = limit - HTMLReport.text(of: page).utf8.count - places.count * Self.linkBytes
    var own: [(name: String, page: ReportPage)] = []
    for (index, place) in places.enumerated() {
      // Four characters of base64 for three bytes.
      let room = max(0, left) / (places.count - index) / 4 * 3
      page.cards[place].film = try cards[place].film?.fitted(into: room, jobs: jobs)
      left -= page.cards[place].pictureBytes
      guard page.cards[place].film != cards[place].film, let folder,
        let name = cards[place].pageName
      else { continue }
      page.cards[place].whole = "\(folder)/\(name)"
      let card = cards[place]
      own.append((name, ReportPage(title: title, summary: card.headline, cards: [card])))
    }
    return (page, own)
  }

  /// What the link to a page of its own takes, and the words for what is left out.
  private static let linkBytes = 300
}

extension ReportCard {
  /// What the pictures take in a page.
  fileprivate var pictureBytes: Int { ((film?.apng.count ?? 0) + 2) / 3 * 4 }

  /// Leaves out the bars of the frames, and curves, that would take more than `room` bytes.
  fileprivate mutating func leaveOutValues(beyond room: Int) {
    var left = room - 40 * frames.count
    if left < 0 { (frames, left) = ([], room) }
    curves = curves.filter { curve in
      left -= curve.name.utf8.count + 40 + 8 * (curve.expected.count + curve.actual.count)
      return left >= 0
    }
  }
}
