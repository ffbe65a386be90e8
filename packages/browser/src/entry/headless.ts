/**
 * `/cs.headless.js`: the runtime without surfaces, with an embedded manifest.
 *
 * @module
 */
import { install } from "../page/Install.js"
import { loadNear } from "../runtime/FurtherFiles.js"
import { manifestPart } from "../runtime/ManifestPart.js"

install({
  pkg: "cs.headless",
  mode: "manifest",
  manifest: manifestPart,
  rest: () => () => undefined,
  loadFile: loadNear,
})
