/// Stacks of names, changed in the plainest way.
public struct NaiveMachine {
  /// The names on the stacks that are seen, after each step.
  public private(set) var states: [[[String]]] = []
  /// What each step does to the stacks; nil for the first one.
  public private(set) var operations: [String?] = []
  /// What the app is told in each step, without times.
  public private(set) var events: [[String]] = []
  /// The mistakes, by the number of the step.
  public private(set) var errors: [(key: Int, value: String)] = []
  private var tabs: [[String]] = []
  private var tabNames: [String] = []
  private var tab = 0
  private var sheets: [[String]] = []
  private var number = 0

  /// No screen yet.
  public init() {}

  /// A step, which is done if it is legal.
  public mutating func step(isLegal: Bool, _ random: inout SeededRandom) -> String {
    let before = self
    let text = step(&random)
    guard isLegal, errors.count > before.errors.count else { return text }
    self = before
    return step(isLegal: true, &random)
  }

  private mutating func step(_ random: inout SeededRandom) -> String {
    defer { number += 1 }
    let name = ["a", "b", "c", "d", "e", "f"].randomElement(using: &random) ?? "a"
    let other = name == "a" ? "b" : "a"
    let cancels = Int.random(in: 0..<6, using: &random) == 0
    let finger =
      cancels ? #", "gesture": { "samples": [[0, 0], [0.1, 9]], "outcome": "cancel" }"# : ""
    guard number > 0 else {
      let isTabbed = Bool.random(using: &random)
      (tabs, tabNames) = isTabbed ? ([[name], [other]], [name, other]) : ([[name]], [])
      states.append([[name]])
      operations.append(nil)
      events.append([])
      return isTabbed ? "{ \"show\": [\"\(name)\", \"\(other)\"] }" : "{ \"show\": \"\(name)\" }"
    }
    let before = (tabs, tabNames, tab, sheets)
    let seen = ([tabs[tab]] + sheets).reversed().compactMap(\.last)
    let (text, operation) = change(name, other, Int.random(in: 0..<24, using: &random))
    let told = events(of: operation, from: seen, to: top.last ?? "", cancels: cancels)
    if cancels { (tabs, tabNames, tab, sheets) = before }
    if errors.last?.key != number {
      states.append([tabs[tab]] + sheets)
      operations.append(operation)
      events.append(told)
    }
    return "{ \(text)\(finger) }"
  }

  /// A sheet leaves what is below it in sight; with a sheet, what shows another screen takes it away.
  private func events(
    of operation: String, from seen: [String], to: String, cancels: Bool
  ) -> [String] {
    let gone = operation == "present" ? [] : operation == "replace" ? seen : [seen[0]]
    let come = operation == "dismiss" ? [] : [to]
    let past = [
      "push": "pushed", "pop": "popped", "present": "presented", "dismiss": "dismissed",
      "replace": "replaced",
    ]
    func told(_ tense: String, _ gone: [String], _ come: [String]) -> [String] {
      gone.map { "\(tense)Disappear \($0)" } + come.map { "\(tense)Appear \($0)" }
    }
    let start = told("will", gone, come) + ["began"]
    guard cancels else {
      return start + ["finished"] + told("did", gone, come) + [past[operation] ?? ""]
    }
    return start + ["updated", "released", "cancelled"] + told("will", come, gone)
      + told("did", come, gone)
  }

  private var top: [String] {
    get { sheets.last ?? tabs[tab] }
    set { if sheets.isEmpty { tabs[tab] = newValue } else { sheets[sheets.count - 1] = newValue } }
  }

  private mutating func fail(_ message: String) { errors.append((number, message)) }

  private mutating func change(_ name: String, _ other: String, _ choice: Int) -> (String, String) {
    switch choice {
    case 0..<6:
      top.append(name)
      return ("\"push\": \"\(name)\"", "push")
    case 6..<9:
      sheets.append([name])
      return ("\"present\": \"\(name)\"", "present")
    case 9..<12:
      if top.count < 2 {
        fail(
          sheets.isEmpty
            ? "there is nothing below this screen to pop to"
            : "a presented screen begins a stack of its own; \"dismiss\" takes it away")
      } else {
        top.removeLast()
      }
      return ("\"pop\": true", "pop")
    case 12..<14:
      if let index = top.dropLast().lastIndex(of: name) {
        top = Array(top[...index])
      } else {
        fail(top.last == name ? "\"\(name)\" is already on top" : "\"\(name)\" is not on the stack")
      }
      return ("\"popTo\": \"\(name)\"", "pop")
    case 14:
      if top.count < 2 { fail("the root is already on top") } else { top = [top[0]] }
      return ("\"popToRoot\": true", "pop")
    case 15..<18:
      if sheets.isEmpty {
        fail("nothing is presented that could be dismissed")
      } else {
        sheets.removeLast()
      }
      return ("\"dismiss\": true", "dismiss")
    case 18..<20:
      if tabNames.isEmpty {
        fail(#"there are no tabs; "show" with a list of screens makes them"#)
      } else if let index = tabNames.firstIndex(of: name) {
        if index == tab {
          fail("the tab \"\(name)\" is already selected")
        } else if !sheets.isEmpty {
          fail(#"a screen is presented over the tabs; "dismiss" takes it away"#)
        } else {
          tab = index
        }
      } else {
        fail("\"\(name)\" is not a tab; the tabs are \"\(tabNames[0])\", \"\(tabNames[1])\"")
      }
      return ("\"tab\": \"\(name)\"", "replace")
    case 20..<23:
      let operation = top.dropLast().contains(name) ? "pop" : "push"
      if top.last == name {
        fail("\"\(name)\" is already on top")
      } else {
        top = [other, name]
      }
      return ("\"stack\": [\"\(other)\", \"\(name)\"]", operation)
    default:
      (tabs, tabNames, tab, sheets) = ([[name]], [], 0, [])
      return ("\"show\": \"\(name)\"", "replace")
    }
  }
}
