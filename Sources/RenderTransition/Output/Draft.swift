import Glibc
import Synchronization

/// A file or a folder that is made beside its place, and moved there in one step when it is whole.
///
/// All drafts of the process are listed, so that a signal can end it at any moment: under the lock
/// of that list they are made, put in place, and removed. Each is locked as long as it is open, so
/// that a later run removes those of a process that was killed, and no others.
struct Draft: Sendable {
  let target: OutputTarget
  let name: String
  /// Holds the lock of a folder, nil for a file, whose own handle holds it.
  private let lock: FileHandle?

  private static let pending = Mutex<[String: Draft]>([:])
  /// The folders in which there are no leftovers any more, by device and number.
  private static let visited = Mutex<Set<[UInt]>>([])
  /// Held while drafts that belong together are put in their places.
  private static let placing = Mutex<Void>(())

  /// Begins a file; errors call it `shown`.
  static func file(
    for target: OutputTarget, as shown: String, mode: mode_t = 0o666
  ) throws(FileError) -> (draft: Draft, file: FileHandle) {
    removeLeftovers(in: target.folder)
    while true {
      let draft = Draft(target: target, name: name(for: target), lock: nil)
      let file = try pending.withLock { (list) throws(FileError) in
        let file = try FileHandle.creating(
          draft.name, in: target.folder, as: shown, mode: mode)
        list[draft.name] = draft
        return file
      }
      if file.lock() { return (draft, file) }
      file.close()
      draft.discard()
    }
  }

  /// Begins a folder; errors call it `shown`.
  static func folder(
    for target: OutputTarget, as shown: String
  ) throws(FileError) -> (draft: Draft, inside: OpenFolder) {
    removeLeftovers(in: target.folder)
    do throws(FileError) {
      while true {
        let name = name(for: target)
        let begun = try pending.withLock {
          (list) throws(FileError) -> (draft: Draft, inside: OpenFolder)? in
          try target.folder.make(name)
          do throws(FileError) {
            let inside = try target.folder.folder(name, for: .write)
            let draft = Draft(target: target, name: name, lock: try inside.listed(for: .write))
            list[name] = draft
            return (draft, inside)
          } catch {
            target.folder.removeEmptyFolder(name)
            // Another run has taken it for a leftover.
            if error.isAboutMissing { return nil }
            throw error
          }
        }
        guard let begun else { continue }
        if begun.draft.lock?.lock() == true { return begun }
        begun.draft.discard()
      }
    } catch {
      throw FileError(.write, shown, error.reason)
    }
  }

  private init(target: OutputTarget, name: String, lock: FileHandle?) {
    (self.target, self.name, self.lock) = (target, name, lock)
  }

  /// A name that nothing else has.
  private static func name(for target: OutputTarget) -> String {
    let html = target.name.hasSuffix(".html") ? ".html" : ""
    let rest = ".\(getpid())-\(Int.random(in: 0..<1 << 40)).part\(html)"
    // A name has 255 bytes at most.
    var stem = target.name
    while stem.utf8.count > 254 - rest.utf8.count { stem.removeLast() }
    return ".\(stem)\(rest)"
  }

  /// Removes what runs that were killed have left in `folder`, once for each folder.
  ///
  /// Their locks tell: a process of another container may have any number.
  static func removeLeftovers(in folder: OpenFolder) {
    guard let status = try? folder.status(of: ".", for: .write),
      visited.withLock({ $0.insert([status.device, status.number]).inserted })
    else { return }
    for name in (try? folder.names(for: .write)) ?? [] where isName(name) {
      folder.removeUnlocked(name)
    }
  }

  /// Whether a draft may be called `name`.
  private static func isName(_ name: String) -> Bool {
    name.wholeMatch(of: /\..+\.[0-9]+-[0-9]+\.part(\.html)?/) != nil
  }

  /// Makes a file in a draft that is a folder.
  static func adding(
    _ name: String, to inside: OpenFolder, as shown: String
  ) throws(FileError) -> FileHandle {
    try pending.withLock { (_) throws(FileError) in
      try .creating(name, in: inside, as: shown)
    }
  }

  /// Puts the draft in its place; the folder that is there gives way with the files in it.
  ///
  /// `own` opens the folder of a name, nil for none, and throws if it may not be removed.
  func commit(
    replacing own: (String) throws(FileError) -> ReplacedFolder? = { _ in nil }
  ) throws(FileError) {
    let folder = target.folder
    try Self.pending.withLock { (list) throws(FileError) in
      var (old, oldName) = (try own(target.name), name)
      if old == nil {
        do throws(FileError) {
          try folder.move(name, to: target.name)
        } catch {
          // Another run may have put its folder there in the meantime.
          old = try own(target.name)
          if old == nil { throw error }
        }
      }
      if old != nil, !folder.swap(name, target.name) {
        // Where the system cannot swap, there is a moment without a folder.
        oldName += ".old"
        try folder.move(target.name, to: oldName)
        do throws(FileError) {
          try folder.move(name, to: target.name)
        } catch {
          try folder.move(oldName, to: target.name)
          throw error
        }
      }
      list[name] = nil
      if let old, let entry = try? folder.status(of: oldName, for: .write) {
        // Another run may have replaced the folder that was looked at.
        let replaced = entry.number == old.number ? old : (try? own(oldName)) ?? old
        for inner in replaced.names { try? replaced.folder.remove(inner) }
        folder.removeEmptyFolder(oldName)
      }
      lock?.close()
    }
  }

  /// Removes the draft.
  func discard() {
    Self.pending.withLock { list in
      guard list.removeValue(forKey: name) != nil else { return }
      remove()
      lock?.close()
    }
  }

  private func remove() {
    if lock != nil { target.folder.removeFolder(name) } else { try? target.folder.remove(name) }
  }

  /// Removes all drafts and ends the process: nothing is put in place any more.
  static func discardAll(andEnd end: () -> Never) -> Never {
    // The locks are held to the end.
    placing.withLock { _ in
      pending.withLock { list in
        for draft in list.values { draft.remove() }
        ChildProcess.killAll(andEnd: end)
      }
    }
  }

  /// Lets `commits` put several drafts in their places, between which no signal ends the process.
  static func together(_ commits: () throws -> Void) rethrows {
    try placing.withLock { _ in try commits() }
  }
}

/// Outputs that are being written, in all of the process.
public enum PendingOutputs {
  /// Removes their temporary files, ends the programs that are asked, and ends the process by
  /// `end`; from then on, no output takes its place.
  public static func discard(andEnd end: () -> Never) -> Never { Draft.discardAll(andEnd: end) }
}
