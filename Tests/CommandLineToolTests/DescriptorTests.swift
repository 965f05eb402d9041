import TestSupport
import Testing

@Suite("outputs called /dev/stdout, /dev/fd/N and /proc/self/fd/N")
struct DescriptorTests {
  private static let scene = """
    { "version": 1, "canvas": { "width": 8, "height": 6 }, "from": { "background": "#fff" },
      "to": { "background": "#123" }, "transition": { "type": "fade", "duration": 0.1 } }
    """

  /// A line that writes `log`, which is to be "head" and what follows, and `wanted`, that.
  static let lines = [
    "echo head >log; $rt a.json -q --format gif -o /dev/stdout >>log",
    "echo head >log; $rt a.json -q --format gif -o /dev/fd/1 >>log",
    "echo head >log; $rt a.json -q --format gif -o /proc/self/fd/7 7>>log",
    "ln -s /dev/stdout out.gif; echo head >log; $rt a.json -q -o out.gif >>log",
    "{ echo head; $rt a.json -q --format gif -o /dev/stdout; } >log",
    "{ rm log; echo head; $rt a.json -q --format gif -o /dev/stdout; cat /dev/fd/8 >log; } 8<>log >&8 8<log",
  ]

  @Test("are written on where the shell has opened them, and not replaced", arguments: lines)
  func appended(_ line: String) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.scene, to: "a.json")
    let line = """
      cd \(folder.path); touch log; \(line) || echo "exit $?"
      { echo head; $rt a.json -q --format gif -o -; } | cmp - log; ls -A | grep -v out.gif
      """
    guard let made = try ProcessTests.shell(line) else { return }
    #expect(made.printed == "a.json\nlog\n", "\(made.printed)")
  }

  @Test("a descriptor of the program's own is none of them")
  func own() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.scene, to: "a.json")
    let line =
      "cd \(folder.path); for i in {3..12}; do $rt a.json -q --format gif -o /dev/fd/$i; done"
    guard let made = try ProcessTests.shell("\(line); ls -A") else { return }
    #expect(made.printed.hasSuffix("\na.json\n"), "\(made.printed)")
    #expect(made.printed.split(separator: "\n").count == 11, "\(made.printed)")
  }
}
