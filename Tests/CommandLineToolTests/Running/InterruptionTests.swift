import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

@Suite("signals, and limits of the process")
struct InterruptionTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.scene(), to: "small.json")
    // Minutes of work, whatever the verb.
    try folder.write(Self.scene(width: 3000, seconds: 40), to: "long.json")
    for name in ["old.gif", "old.apng"] { try folder.write("old", to: name) }
  }

  private static func scene(
    width: Int = 8, seconds: Double = 0.1, content: String = ""
  ) -> String {
    """
    { "version": 1, "canvas": { "width": \(width), "height": \(width) },
      "from": { "background": "#fff", "layers": [\(content)] }, "to": { "background": "#123" },
      "output": { "fps": 50 }, "transition": { "type": "shift", "duration": \(seconds) } }
    """
  }

  private func run(_ line: String) throws -> (printed: String, code: Int32)? {
    try ProcessTests.shell("cd \(folder.path); export HOME=$PWD; \(line)")
  }

  static let verbs = [
    "long.json -o old.gif -o old.apng -o new/", "long.json -j 1 -o old.gif -o new/",
    "long.json --max-bytes 9k -o old.gif", "diff long.json small.json -o old.apng",
    "test long.json", "approve long.json", "check fifo",
  ]

  @Test("a signal ends every verb, and leaves what was there", arguments: verbs)
  func ends(_ verb: String) throws {
    let setup = "mkfifo fifo; $rt approve -q small.json; mv small.lock long.lock;"
    let look = "$(ls -A; cat old.* *.lock)"
    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
      // Half a second of work, and twenty to end it.
      let line = """
        before=\(look); timeout --preserve-status -k 20 -s \(name) 0.5 $rt \(verb); echo $?
        [[ \(look) == "$before" ]] || ls -A
        """
      guard let result = try run(number == 2 ? setup + line : line) else { return }
      #expect(result.printed == "\(128 + number)\n", "\(verb)")
    }
  }

  static let limits: [(line: String, printed: String, code: Int32)] = [
    ("ulimit -n 6; $rt small.json", "only 6 files may be open", 5),
    ("ulimit -v 300000; $rt frame long.json --at 0", "MiB of memory, and the system leaves", 5),
    ("ulimit -f 0; $rt small.json -j 1 -o a.gif; code=$?; ls -A; exit $code", "File too large", 5),
    ("ulimit -s 256; $rt masks.json --limit-depth 256 --limit-masks 64", "6 frames", 0),
    ("$rt check masks.json --limit-depth 256", "masks are nested deeper than 16", 3),
  ]

  @Test("too little of what the system gives is told", arguments: limits)
  func limited(_ row: (line: String, printed: String, code: Int32)) throws {
    let layer = #""frame": [0, 0, 8, 6], "fill": "red""#
    let masks = String(repeating: "{ \(layer), \"mask\": ", count: 64) + "{ \(layer) }"
    try folder.write(
      Self.scene(content: masks + String(repeating: "}", count: 64)), to: "masks.json")
    guard let result = try run(row.line) else { return }
    #expect(result.code == row.code && result.printed.contains(row.printed), "\(result.printed)")
  }

  @Test("a git that never answers ends with the program")
  func hungGit() throws {
    let line = """
      mkfifo told; exec 3<>told
      printf '#!/bin/sh\\necho $$ >told; exec sleep 300\\n' >git; chmod +x git
      PATH=$PWD:$PATH $rt diff git:HEAD:small.json small.json & program=$!
      read -t 60 -u 3 git; kill $program; wait $program; echo "code $?"
      for i in {1..200}; do [ -e /proc/$git/exe ] || exit 0; sleep 0.1; done; echo alive
      """
    guard let result = try run(line) else { return }
    #expect(result.printed == "code 143\n")
  }

  @Test("one job is done where the system gives no further thread")
  func alone() throws {
    // Root may have as many as it likes, so that another user has to try.
    let line = """
      cp $rt rt; chmod 777 .; rt=$PWD/rt
      as='setpriv --reuid 65534 --clear-groups bash -c'; (( UID )) && as='bash -c'
      for verb in 'small.json -o a.gif -o b/' 'diff small.json small.json' 'approve small.json' \
        'check small.json' 'frame small.json --at 0 -o a.png' 'test small.json'; do
        timeout -s KILL 20 $as "ulimit -u 1; exec $rt $verb" >log 2>&1 || { echo "$verb"; cat log; }
      done
      timeout -s KILL 20 $as "ulimit -u 1; exec $rt small.json -j 2 -o a.gif"; echo $?
      """
    guard geteuid() != 0 || OutsideProgram("setpriv") != nil, let result = try run(line) else {
      return
    }
    // Where there is one core, two jobs are one.
    let told = "error: the system starts no more threads (ulimit -u, ulimit -v); -j 1 needs none"
    let isAlone = ProcessInfo.processInfo.activeProcessorCount == 1
    #expect(isAlone || result.printed == "render-transition: \(told)\n5\n")
  }
}
