import Drawing
import Staging
package import Formatting
package struct SceneEdit: Hashable, Sendable { package static func list(_ node: JSONValue?) throws -> [SceneEdit] { [] } }
extension Stage { func frame(run: Int, progress: Double) -> DisplayList? { nil } }
extension Animation { package func writeEdits() throws -> [String] { [] } }
