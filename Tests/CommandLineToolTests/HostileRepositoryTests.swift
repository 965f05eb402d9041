import TestSupport
import Testing

@Suite("git repositories that a stranger has prepared")
struct HostileRepositoryTests {
  /// Where the hostile repository is, and how `test`, `test --only-changed`, `test --against git:HEAD`
  /// and `check git:HEAD:…` end.
  static let places = [
    // The program is started in it.
    "own": "1 1 1 0",
    // It lies bare beside the scene, as plain files that a pull request can add.
    "bare": "1 1 1 0",
    // The same, and the program is started there.
    "inside": "1 6 6 6",
    // A .git file beside the scene points to it.
    "linked": "1 1 7 7",
  ]

  /// Makes a scene that differs from its lock, and the repository `$dir` with the work tree `$tree`,
  /// whose commit is signed; `$pwn` is a program that makes the canary.
  private static let stage = #"""
    exec 3>&1 > "$root/log" 2>&1; cd "$root"; export HOME=$root
    printf '#!/bin/sh\ntouch "%s/canary"\n' "$root" > pwn; chmod +x pwn; pwn=$root/pwn
    git config --global user.name a; git config --global user.email a@example.com
    scene() {
      printf '{ "version": 1, "canvas": { "width": 9, "height": 6 }, "transition": "fade",
        "from": { "background": "#%s" }, "to": {} }' $1 > s/a.json
    }
    signed() {
      git init -q -b main $1; git -C $1 add -A; git -C $1 commit -qm a
      git -C $1 cat-file commit HEAD | sed '/^committer/a gpgsig -----BEGIN PGP SIGNATURE-----' |
        git -C $1 hash-object -t commit -w --stdin | xargs git -C $1 update-ref HEAD
    }
    set() { git config --file "$dir/config" "$@"; }
    arm() { for key; do set $key "$pwn"; done; }
    attribute() { echo "* $1" > "$tree/.gitattributes"; }
    partial() {
      set core.repositoryFormatVersion 1; set extensions.partialClone origin
      set remote.origin.promisor true; set remote.origin.url "$1"
      object=$(git --git-dir="$dir" ls-tree -r HEAD | sed -n 's/.* \(.*\)\t.*a.json/\1/p')
      rm -f "$dir/objects/${object:0:2}/${object:2}"; bait="cat-file blob $object"
    }
    mkdir -p top/s; cd top; scene 123; $rt approve -q s
    case $place in
    own) tree=$PWD dir=$PWD/.git; signed . ;;
    bare | inside) tree=$PWD/s dir=$PWD/s; signed s; mv s/.git/{HEAD,config,index,objects,refs} s
      rm -r s/.git; set core.worktree .; signed . ;;
    linked) tree=$PWD/s dir=$root/elsewhere; signed s; mv s/.git "$dir"
      echo "gitdir: $dir" > s/.git; signed . ;;
    esac
    scene 456

    """#

  /// What arms the repository; `git $bait` falls for it.
  static let attacks = [
    "set log.showSignature true; arm gpg.program; bait=log",
    "arm core.fsmonitor; bait=status",
    "partial ssh://x/y; arm core.sshCommand; set ssh.variant simple",
    #"partial "ext::$pwn"; set protocol.ext.allow always"#,
    #"partial "$root/top"; arm remote.origin.uploadpack"#,
    "attribute filter=x; set filter.x.required true; arm filter.x.{clean,smudge,process}; bait=diff",
    "attribute diff=x; arm diff.external diff.x.{textconv,command}; bait=diff",
    #"""
    set include.path "$root/config"; bait=log
    (dir=$root; set log.showSignature true; arm gpg.program)
    """#,
    #"""
    mkdir "$root/hooks"; set core.hooksPath "$root/hooks"; bait="update-ref refs/heads/b HEAD"
    for hook in fsmonitor-watchman post-index-change reference-transaction; do
      cp "$pwn" "$root/hooks/$hook"
    done
    """#,
    #"""
    cp -r "$dir" "$root/other"; mkdir -p "$dir/objects/info"; arm core.alternateRefsCommand
    echo "$root/other/objects" > "$dir/objects/info/alternates"; bait="rev-list --alternate-refs"
    """#,
    "arm core.pager pager.{cat-file,log,ls-tree,rev-list}; set alias.bait \"!$pwn\"; bait=bait",
  ]

  @Test("no program that a repository names is run", arguments: places.keys.sorted(), attacks)
  func attack(_ place: String, _ attack: String) throws {
    let lines = """
      \(attack)
      rm -f "$root/canary"; [ $place != inside ] || cd s
      codes=$(for line in test "test --only-changed" "test --against git:HEAD" \\
        "check git:HEAD:s/a.json"; do $rt $line >&2; echo $?; done)
      echo $codes $(ls "$root/canary") >&3
      git --git-dir="$dir" --work-tree="$tree" $bait; ls "$root/canary" >&3
      """
    let folder = try ScratchFolder()
    guard let run = try Self.run(lines, place, in: folder) else { return }
    let lacksObject = place == "own" && attack.hasPrefix("partial")
    let codes = try lacksObject ? "1 1 4 4" : #require(Self.places[place])
    let log = String(decoding: try folder.bytes(of: "log"), as: UTF8.self)
    // The second line shows that the trap was armed.
    #expect(run.printed == "\(codes)\n\(folder.path)/canary\n", "\(log)")
  }

  private static func run(
    _ lines: String, _ place: String, in folder: ScratchFolder
  ) throws -> (printed: String, code: Int32)? {
    guard OutsideProgram("git") != nil else { return nil }
    return try ProcessTests.shell("root=\"\(folder.path)\" place=\(place);" + stage + lines)
  }

  @Test("a scene of another repository has no revisions, and a sentence says so")
  func otherRepository() throws {
    let lines = """
      exec >&3 2>&3; mkdir s/deep; cp s/a.* s/deep; cp -r s "$root/outside"
      $rt test s/deep "$root/outside"; $rt test s/deep --against git:HEAD
      $rt diff git:HEAD:s/deep/a.json s/a.json
      """
    guard let run = try Self.run(lines, "linked", in: ScratchFolder()) else { return }
    let unseen =
      "the approved pictures cannot be shown: the scene is not part of the git repository"
    #expect(run.printed.ranges(of: unseen).count == 3, "\(run.printed)")
    for said in ["\"s/deep/a.json\": it is not", "\"git:HEAD:s/deep/a.json\": it is not"] {
      #expect(run.printed.contains("cannot read \(said) part of this git repository"))
    }
    #expect(run.code == 7)
  }
}
