import Formatting
import Foundation
import struct TestSupport.OutsideProgram
import Testing

@testable import CommandLineTool

@Suite struct CompletionsTests {
  /// What a shell prints when it runs `script`, and how it ends; nil where there is no such shell.
  static func run(_ shell: String, _ arguments: [String], _ script: String) throws -> (
    output: String, status: Int32
  )? {
    let found = ["/bin/", "/usr/bin/"].map { $0 + shell }
      .first(where: FileManager.default.isExecutableFile)
    guard let found else {
      OutsideProgram.skip("\(shell) is not installed")
      return nil
    }
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("completions-\(UUID().uuidString)")
    try script.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: found)
    process.arguments = arguments + [file.path]
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: output, as: UTF8.self), process.terminationStatus)
  }

  @Test("the shell accepts its script", arguments: Shell.allCases)
  func isWellFormed(_ shell: Shell) throws {
    let script = Completions.script(for: shell)
    guard let answer = try Self.run(shell.rawValue, ["-n"], script) else { return }
    #expect(answer.output == "")
    #expect(answer.status == 0)
  }

  @Test(
    "bash offers what can follow",
    arguments: [
      ("ren", "render"), ("frame --a", "--at --asset-root"), ("list r", "recipes"),
      ("x.json --dith", "--dither"), ("x.json --dither o", "ordered"),
      ("help --completions f", "fish"), ("help sch", "schema"),
      ("inspect x --dis", "--display-list"),
      ("check --fp", ""),
    ])
  func bashOffers(_ line: String, _ expected: String) throws {
    let typed = [Catalogue.program] + line.split(separator: " ").map(String.init)
    let ask = """
      COMP_WORDS=(\(typed.map(ShellWord.quoted).joined(separator: " ")))
      COMP_CWORD=\(typed.count - 1)
      cd /var/empty 2>/dev/null || cd /
      \(Completions.function)
      echo "${COMPREPLY[@]}"
      """
    let answer = try Self.run("bash", ["--norc"], Completions.script(for: .bash) + ask)
    guard let answer else { return }
    #expect(answer.output == expected + "\n")
  }

  @Test(
    "fish offers what can follow",
    arguments: [
      ("ren", "render"), ("frame --a", "--asset-root --at"), ("list r", "recipes"),
      ("x.json --dith", "--dither"), ("x.json --dither o", "ordered"), ("help sch", "schema"),
    ])
  func fishOffers(_ line: String, _ expected: String) throws {
    let ask = "complete -C \(ShellWord.quoted("\(Catalogue.program) \(line)"))"
    let script = Completions.script(for: .fish) + "cd /\n" + ask
    guard let answer = try Self.run("fish", ["--no-config"], script) else { return }
    let offered = answer.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(offered.sorted().joined(separator: " ") == expected)
  }

  @Test("every verb and every flag is offered", arguments: Shell.allCases)
  func isComplete(_ shell: Shell) {
    let script = Completions.script(for: shell)
    for name in Catalogue.verbs.map(\.name) + Catalogue.flags.map(\.name) {
      #expect(script.contains(name), "\(name)")
    }
  }
}
