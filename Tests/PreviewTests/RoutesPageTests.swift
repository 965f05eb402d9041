import Formatting
import Foundation
import Testing

@testable import Preview

@Suite("the page of routes")
struct RoutesPageTests {
  @Test("the page has what the table has; RECORD=all writes it")
  func page() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/Preview/Preview.docc/API.md")
    let written = try String(contentsOf: file, encoding: .utf8)
    let page = (written.components(separatedBy: "\n| route").first ?? "") + Self.table
    if ProcessInfo.processInfo.environment["RECORD"] == "all", page != written {
      try page.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(page == written)
  }

  private static var table: String {
    let rows = Route.all.map { route in
      let inputs = route.inputs.map { input in
        "`\(input.name)`\(input.isRequired ? "" : ", optional"): \(input.shape.about ?? "")"
      }
      return
        "| `\(route.method.rawValue) \(route.path)` | \(inputs.joined(separator: "<br>")) | \(route.help) |\n"
    }
    return "\n| route | takes | answers |\n|---|---|---|\n" + rows.joined()
  }
}
