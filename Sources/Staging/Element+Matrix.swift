package import Geometry
import SceneFormat

extension Element {
  /// The way from its coordinates into its parent's, in space; `perspective` is the parent's eye.
  package func matrix(seenFrom eye: Transform3D? = nil) -> Transform3D {
    let pivot = Point(
      x: size.width * layer.anchor.x, y: size.height * layer.anchor.y)
    var matrix = Transform3D.translation(x: -pivot.x, y: -pivot.y, z: -layer.anchor.depth)
      .then(layer.transform.matrix)
    if let distance = layer.ownPerspective {
      matrix = matrix.then(.perspective(distance: distance))
    }
    matrix = matrix.then(
      .translation(x: layer.frame.x + pivot.x, y: layer.frame.y + pivot.y, z: layer.anchor.depth))
    return eye.map { matrix.then($0) } ?? matrix
  }

  /// The eye that its children are seen from, its vanishing point being the layer's anchor.
  package var eye: Transform3D? {
    layer.perspective.map { distance in
      let pivot = Point(x: size.width * layer.anchor.x, y: size.height * layer.anchor.y)
      return Transform3D.perspective(distance: distance).about(x: pivot.x, y: pivot.y)
    }
  }
}

extension LayerTransform {
  /// Translate, then rotate about X, Y and Z, then skew, then scale: points go the other way.
  var matrix: Transform3D {
    var matrix = Transform3D.scaling(x: scaleX, y: scaleY, z: 1)
    if skewX != 0 || skewY != 0 {
      matrix = matrix.then(.skew(xDegrees: skewX, yDegrees: skewY))
    }
    if rotate != 0 { matrix = matrix.then(.rotation(degrees: rotate)) }
    if rotateY != 0 { matrix = matrix.then(.rotationY(degrees: rotateY)) }
    if rotateX != 0 { matrix = matrix.then(.rotationX(degrees: rotateX)) }
    return matrix.then(.translation(x: x, y: y, z: z))
  }
}
