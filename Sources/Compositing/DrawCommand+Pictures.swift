import Drawing

extension DrawCommand {
  /// The pictures that it draws, those of a group's mask among them.
  var pictures: [PictureID] {
    switch self {
    case .picture(let draw): [draw.picture]
    case .beginGroup(let effects): effects.mask.flatMap(\.pictures)
    case .fill, .image, .endGroup: []
    }
  }
}
