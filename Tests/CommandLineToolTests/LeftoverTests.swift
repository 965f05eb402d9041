import Foundation
import TestSupport
import Testing

@Suite("what runs that were killed leave behind, and runs side by side")
struct LeftoverTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.scene("#123"), to: "a.json")
    try folder.write(Self.scene("#321"), to: "b.json")
    // Waits for ever, so that the run can be killed while its drafts are there.
    try folder.write("#!/bin/bash\necho $$ >pid\nexec sleep 600\n", to: "bin/ffmpeg")
  }

  private static func scene(_ color: String) -> String {
    """
    { "version": 1, "canvas": { "width": 24, "height": 16 }, "from": { "background": "#fff" },
      "to": { "background": "\(color)" }, "transition": { "type": "fade", "duration": 0.1 } }
    """
  }

  /// What `line` prints in the folder, and its exit code; nil without the program.
  private func run(_ line: String) throws -> (printed: String, code: Int32)? {
    try ProcessTests.shell("cd \(folder.path); exec 2>&1; \(line)")
  }

  @Test("the next run into the folder removes them, but not those of a run that lives")
  func leftovers() throws {
    let line = """
      chmod +x bin/ffmpeg; PATH=$PWD/bin:$PATH
      start() {
        rm -f pid; $rt a.json -q -o out.gif -o f/ -o out.mp4 & run=$!
        while ! [[ -s pid ]]; do sleep 0.01; done
      }
      start; ls -A | grep -c 'part$'
      kill -9 $run $(<pid); wait $run 2>/dev/null; ls -A | grep -c 'part$'
      start; ls -A | grep -c 'part$'
      mkdir .f.1-2.part; touch .f.1-2.part/frame-00000.png .a.gif.1-2.part .mine.part
      ln -s a.json .b.gif.1-2.part
      $rt frame a.json --at 0 -q -o a.png; ls -A | grep 'part$' | grep -v "[.]$run-"
      ls -A | grep -c "[.]$run-"
      kill $run; wait $run 2>/dev/null; ls -A | grep -c 'part$'
      """
    guard let made = try run(line) else { return }
    let lines = made.printed.split(separator: "\n").filter { !$0.contains("Killed") }
    #expect(lines == ["3", "3", "3", ".b.gif.1-2.part", ".mine.part", "3", "2"], "\(lines)")
  }

  @Test("runs side by side into one folder all end well, and one of them wins whole")
  func sideBySide() throws {
    let line = """
      for i in {1..4}; do
        for scene in a b; do $rt $scene.json -q -j 1 -o f/ & runs+=($!); done
      done
      for run in ${runs[@]}; do wait $run || echo "exit $?"; done
      $rt a.json -q -o a/; $rt b.json -q -o b/
      diff -r f a >/dev/null || diff -r f b; ls -A
      """
    guard let made = try run(line) else { return }
    #expect(made.printed == "a\na.json\nb\nb.json\nbin\nf\n", "\(made.printed)")
  }

  @Test("a pictures folder is the old or the new one, whole, after a kill and side by side")
  func pictures() throws {
    let line = """
      $rt approve a.json b.json -q; sed -i s/fade/push/ a.json b.json
      look() { $rt test $1 -q --reporter pictures=$2; [[ $? -le 1 ]] || echo "exit $?"; }
      look a.json a >/dev/null; look b.json b >/dev/null; look a.json p >/dev/null
      whole() { diff -r p a >/dev/null || diff -r p b; }
      for scene in b a b a; do
        $rt test $scene.json -q --reporter pictures=p >/dev/null 2>&1 & run=$!
        # Either it fills another folder, or it has emptied this one.
        until compgen -G '.p.*' || ! [[ -e p/index.json ]] || ! kill -0 $run; do :; done >/dev/null
        kill -9 $run; wait $run; whole
      done 2>/dev/null
      for i in {1..4}; do look a.json p & look b.json p & done >log; wait; grep exit log; whole
      touch p/mine; $rt test a.json -q --reporter pictures=p >log 2>&1; echo $?
      grep -o '"p": the folder holds "mine"' log; ls -A . p | grep -e mine -e part
      """
    guard let made = try run(line) else { return }
    #expect(made.printed == "5\n\"p\": the folder holds \"mine\"\nmine\n", "\(made.printed)")
  }

  @Test("a pictures folder that is the current one, or in a folder that is read-only, stays")
  func fixed() throws {
    let line = """
      mkdir -p p q/r; cd p; look() { $rt test ../a.json -q --reporter pictures=$1; }
      look . && look . && look ../r && look ../r; ls | wc -l; cp $rt ../rt; chmod a+rx ../.. ..
      cd ..; chmod 777 q/r; chmod 555 q; export HOME=/none
      user=$([[ $(id -u) = 0 ]] && echo setpriv --reuid=65534 --clear-groups)
      for i in 1 2; do $user ./rt test a.json -q --reporter pictures=q/r; echo $?; done
      diff -r r p | wc -l; ls q/r | wc -l; chmod 777 q
      """
    guard let made = try run(line) else { return }
    #expect(made.printed == "3\n0\n0\n0\n3\n", "\(made.printed)")
  }
}
