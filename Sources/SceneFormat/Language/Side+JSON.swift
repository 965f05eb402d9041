import Formatting

extension Side {
  /// The side in the words of a recipe file.
  var node: JSONValue {
    .object([
      "curve": curve?.node,
      "duration": duration.map(JSONValue.number),
      "order": order.map(Self.names),
      "set": settings.isEmpty
        ? nil : .object(settings.map { ($0.target.description, $0.template.source.json) }),
      "layers": layers.isEmpty ? nil : .list(layers.map(\.node)),
      "snapshots": snapshots.isEmpty ? nil : .list(snapshots.map(\.node)),
      "slices": slices.isEmpty ? nil : .list(slices.map(\.node)),
      "tracks": tracks.isEmpty ? nil : .list(tracks.map(\.node)),
      "shared": shared == SharedStyle() ? nil : shared.node,
      "gesture": gesture?.node,
      "isolate": isIsolated ? .flag(true) : nil,
      "rest": rests ? .flag(true) : nil,
      "bleed": bleed.isEmpty ? nil : Self.names(bleed),
    ])
  }

  private static func names(_ targets: [Target]) -> JSONValue {
    .list(targets.map { .text($0.description) })
  }
}

extension RecipeLayer {
  /// The keys as they are written, in the parent that it has now.
  fileprivate var node: JSONValue {
    let members = (template.source.members ?? []).map { member in
      (member.key, member.key == "in" ? .text(parent.description) : member.value.json)
    }
    return .object(members)
  }
}

extension Snapshot {
  fileprivate var node: JSONValue {
    .object([
      "id": .text(id), "of": .text(source.description), "rect": .list(rect.map(\.node)),
    ])
  }
}

extension Slices {
  fileprivate var node: JSONValue {
    let stagger = JSONValue.object([
      "spread": spread.node, "from": .text(start.rawValue),
      "reverse": isReversed ? .flag(true) : nil,
    ])
    return .object([
      "id": .text(id), "of": .text(source.description), "columns": columns.node,
      "rows": rows.node, "stagger": stagger,
    ])
  }
}

extension Quantity {
  /// The number, percent or expression as it is written.
  var node: JSONValue {
    switch self {
    case .number(let number): .number(number)
    case .fraction(let fraction, _): .text(NumberFormat.percent(fraction))
    case .expression(let expression): .text("=\(expression.source)")
    }
  }
}
