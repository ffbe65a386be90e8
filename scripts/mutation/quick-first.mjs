// @ts-check
// Quick files first: most mutants are killed by a unit test, and the first failure ends the run.
import { relative } from "node:path"
import { BaseSequencer } from "vitest/node"

export class QuickFirst extends BaseSequencer {
  /** @override @param {Array<import("vitest/node").TestSpecification>} files */
  async sort(files) {
    const duration = (/** @type {import("vitest/node").TestSpecification} */ file) =>
      this.ctx.cache.getFileTestResults(`${file.project.name}:${relative(this.ctx.config.root, file.moduleId)}`)
        ?.duration ?? 0
    return files.toSorted((one, other) => duration(one) - duration(other))
  }
}
