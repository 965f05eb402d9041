internal import CLibGIF

/// What the blocks between the images say.
struct GIFExtensions: Hashable, Sendable {
  /// How often the animation plays; 0 is for ever.
  private(set) var loop = 1
  /// The text of all comments so far.
  private(set) var comment = ""
  /// What holds for the next image.
  var control = GIFControl()

  /// Reads blocks; answers whether an image follows.
  ///
  /// A file may end between two blocks without saying so, as it does for every other reader.
  mutating func seekImage(in handle: borrowing GIFHandle) throws(GIFError) -> Bool {
    while !handle.isAtEnd {
      switch try handle.nextRecord() {
      case IMAGE_DESC_RECORD_TYPE: return true
      case TERMINATE_RECORD_TYPE: return false
      case EXTENSION_RECORD_TYPE:
        // Keeps at most 256 blocks: only comments are read that far.
        let (code, blocks) = try handle.nextExtension(limit: 256)
        take(code, blocks)
      default: continue
      }
    }
    return false
  }

  private mutating func take(_ code: Int32, _ blocks: [[UInt8]]) {
    switch code {
    case GRAPHICS_EXT_FUNC_CODE: control = blocks.first.flatMap(GIFControl.init) ?? control
    case COMMENT_EXT_FUNC_CODE where comment.utf8.count < 65_536:
      comment += String(decoding: blocks.joined(), as: UTF8.self)
    case APPLICATION_EXT_FUNC_CODE: readLoop(blocks)
    default: break
    }
  }

  private mutating func readLoop(_ blocks: [[UInt8]]) {
    guard blocks.count > 1, blocks[0].elementsEqual("NETSCAPE2.0".utf8) else { return }
    guard blocks[1].count > 2, blocks[1][0] == 1 else { return }
    let repeats = Int(blocks[1][1]) | Int(blocks[1][2]) << 8
    loop = repeats == 0 ? 0 : repeats + 1
  }
}
