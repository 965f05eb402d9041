import Motion
import Pixels

// Tracks and their values.
extension Reading {
  mutating func track(_ node: JSONNode) -> Track? {
    guard let target = target(node["target"], orPattern: true) else { return nil }
    var track = Track(
      place: node["target"]?.place ?? node.place, target: target,
      properties: properties(node, target))
    if track.properties.isEmpty, !hasProperties(node) {
      note(.motion(.nothingToMove), at: node.place)
    }
    Track.fields.read(node, by: &self, into: &track)
    if !target.isPattern, let stagger = node.member("stagger") {
      note(.motion(.target(.noPattern(target.description))), at: stagger.place)
    }
    return track
  }

  private func hasProperties(_ node: JSONNode) -> Bool {
    (node.members ?? []).contains { !Property.moved(by: $0.key).isEmpty }
  }

  private mutating func properties(_ node: JSONNode, _ target: Target) -> [PropertyTrack] {
    var tracks: [PropertyTrack] = []
    for member in node.members ?? [] {
      let properties = Property.moved(by: member.key)
      guard let first = properties.first else { continue }
      let owner = "\(target).\(member.key)"
      let isSliced = targetNames.isSliced(target)
      let keyframes = keyframes(member.value, first, Owner(name: owner, isSliced: isSliced))
      guard !keyframes.isEmpty else { continue }
      tracks += properties.map {
        PropertyTrack(place: member.place, property: $0, keyframes: keyframes)
      }
    }
    return tracks
  }

  /// The keyframes of a value, whatever way it is written in; none where it cannot be read.
  private mutating func keyframes(
    _ node: JSONNode, _ property: Property, _ owner: Owner
  ) -> [TrackKeyframe] {
    if let elements = node.elements {
      // Between two states there is no way: a switch from one to the other is half way.
      let isSwitch = property.isSwitch && elements.count == 2
      let last = isSwitch ? 2 : Double(max(1, elements.count - 1))
      return elements.enumerated().compactMap { number, element in
        value(element, property.row.shape, owner.at(number)).map {
          TrackKeyframe(position: Double(number) / last, value: $0)
        }
      }
    }
    guard let members = node.members, node["gradient"] == nil else {
      return value(node, property.row.shape, owner.at(0)).map {
        [TrackKeyframe(position: 0, value: $0)]
      } ?? []
    }
    return keyframes(members, property, owner)
  }

  private mutating func keyframes(
    _ members: [JSONMember], _ property: Property, _ owner: Owner
  ) -> [TrackKeyframe] {
    var keyframes: [TrackKeyframe] = []
    let stops = members.filter { !StructureCheck.isIgnored($0.key) }
    for (number, member) in stops.enumerated() {
      let held = member.value["value"] ?? member.value
      guard Notation.position.accepts(member.key), let position = Percent(member.key)?.fraction,
        let value = value(held, property.row.shape, owner.at(number))
      else { continue }
      if let last = keyframes.last, position <= last.position {
        note(.motion(.keyframesOutOfOrder), at: member.place)
      }
      keyframes.append(
        TrackKeyframe(position: position, value: value, curve: curve(member.value["curve"])))
    }
    return keyframes
  }
}

extension Property {
  /// What a key of a track moves; nothing for a key that is no property.
  fileprivate static func moved(by key: String) -> [Property] {
    guard key != "scale" else { return [.scaleX, .scaleY] }
    return Property(named: key).flatMap { $0.isAnimated ? [$0] : nil } ?? []
  }
}

/// Whose value an expression is.
struct Owner {
  /// The target and the property, and which of its values.
  let name: String
  /// Whether the names of a slice's place have a meaning.
  let isSliced: Bool

  func at(_ number: Int) -> Owner { at("\(number)") }

  func at(_ key: String) -> Owner { Owner(name: "\(name).\(key)", isSliced: isSliced) }
}

extension TargetNames {
  /// Whether a target is made of slices or of layers that fit a pattern, or is one of the slices.
  func isSliced(_ target: Target) -> Bool {
    switch target {
    case .slice: true
    case .own(let name): slices.contains(name)
    case .layer: target.isPattern
    case .screen, .part, .pair, .mask, .container, .dim, .shared, .sharedLayer: false
    }
  }
}

// Expressions.
extension Reading {
  /// The expression of a text that begins with `=`; notes what is wrong with it.
  mutating func expression(_ node: JSONNode, _ owner: Owner) -> Expression? {
    guard let text = node.text, text.hasPrefix("=") else { return nil }
    let source = String(text.dropFirst())
    do {
      let root = try ExpressionParser.parse(source)
      for (name, index) in root.names {
        try checkName(name, index, isSliced: owner.isSliced)
      }
      return Expression(source: source, place: node.place, owner: owner.name, root: root)
    } catch {
      note(.expression(error.problem), at: node.place(ofCharacter: error.index + 1))
      return nil
    }
  }

  private func checkName(
    _ name: String, _ index: Int, isSliced: Bool
  ) throws(ExpressionMistake) {
    let sizes = ExpressionName.sizes + parameters.map(\.name)
    guard !sizes.contains(name) else { return }
    if ExpressionName.slices.contains(name) {
      guard !isSliced else { return }
      throw ExpressionMistake(index: index, problem: .onlyInSlices(name))
    }
    let known = sizes + (isSliced ? ExpressionName.slices : [])
    let nearest = suggestion(for: name, in: known)
    throw ExpressionMistake(index: index, problem: .unknownName(name, suggestion: nearest))
  }
}

// Tracks among each other.
extension Reading {
  /// A property of a target over a window.
  private struct Move {
    let number: Int
    let track: Track
    let property: PropertyTrack
  }

  /// Notes the same property of one target twice at the same time.
  mutating func checkOverlaps(_ tracks: [Track]) {
    var moves: [String: [Move]] = [:]
    var keys: [String] = []
    for (number, track) in tracks.enumerated() where !track.isAdditive {
      for property in track.properties {
        let key = "\(track.target) \(property.property.name)"
        if moves[key] == nil { keys.append(key) }
        moves[key, default: []].append(Move(number: number, track: track, property: property))
      }
    }
    for key in keys { checkOverlaps(of: moves[key] ?? []) }
  }

  /// By their starts, each has to be held against the one that ends last only.
  private mutating func checkOverlaps(of moves: [Move]) {
    let sorted = moves.sorted {
      ($0.track.during.start, $0.number) < ($1.track.during.start, $1.number)
    }
    var longest: Move?
    for move in sorted {
      if let longest, move.track.during.start < longest.track.during.end,
        move.track.during.start < move.track.during.end
      {
        noteOverlap(longest, move)
      }
      if move.track.during.end > longest?.track.during.end ?? -1 { longest = move }
    }
  }

  /// Notes what is moved in place but has no parent, or is lifted out as well.
  mutating func checkPlaces(of side: Side, order: JSONNode?) {
    var first: [Target: Track] = [:]
    let patterns = side.tracks.filter(\.target.isPattern)
    // The first track of a target, or of a pattern that it fits.
    func firstTrack(of target: Target) -> Track? {
      first[target] ?? patterns.first { target.fits($0.target) }
    }
    for track in side.tracks {
      if track.isInPlace, !track.target.standsInParent {
        note(.motion(.target(.notInParent(track.target.description))), at: track.place)
      } else if let other = firstTrack(of: track.target), other.isInPlace != track.isInPlace {
        noteLifted(track.target, other, at: track.place)
      }
      first[track.target] = first[track.target] ?? track
    }
    for node in order?.elements ?? [] {
      guard let target = node.text.flatMap(targetNames.target), let track = firstTrack(of: target),
        track.isInPlace, target.standsInParent, !target.isPattern
      else { continue }
      noteLifted(target, track, at: node.place)
    }
  }

  private mutating func noteLifted(_ target: Target, _ track: Track, at place: Place) {
    let problem = TargetProblem.inPlaceAndLifted(
      target.description, firstLine: track.place.line)
    note(.motion(.target(problem)), at: place)
  }

  private mutating func noteOverlap(_ one: Move, _ other: Move) {
    let (earlier, later) = one.number < other.number ? (one, other) : (other, one)
    let problem = MotionProblem.propertyTwice(
      later.property.property.name, target: later.track.target.description,
      firstLine: earlier.property.place.line)
    note(.motion(problem), at: later.property.place)
  }
}
