// @ts-check
// Without the durations of an earlier run, vitest begins with the largest files. Those that take half a minute of a quiet machine
// are not large, and the last of them would run alone at the end.
import { relative } from "node:path"
import { BaseSequencer } from "vitest/node"

/** The longest first. */
export const longFiles = [
  "packages/adapter-sql/src/SqlConsentStore.laws.test.ts",
  "packages/adapter-sql/src/SqlStores.laws.test.ts",
  "packages/adapter-sql/src/Citus.laws.test.ts",
  "packages/adapter-sql/src/Migrations.resume.test.ts",
  "packages/adapter-sql/src/PgBouncer.test.ts",
  "packages/adapter-sql/src/Migrations.plan.test.ts",
  "packages/service/src/http/Erasures.test.ts",
  "e2e/src/Frameworks.test.ts",
  "scripts/snippets.test.ts",
  "torture/src/Soak.test.ts",
  "torture/src/Kill.test.ts",
  "packages/service/src/cli/ServeWorkers.processes.test.ts",
  "packages/service/src/cli/ServeReload.processes.test.ts",
  "packages/service/src/http/Fuzz.test.ts",
  "packages/service/src/cli/ServeCommand.processes.test.ts",
  "torture/src/Tenants.test.ts",
  "torture/src/PowerCut.test.ts",
  "torture/src/Unread.test.ts",
  "torture/src/Connections.test.ts",
  "torture/src/Citus.test.ts",
  "torture/src/PgBouncer.test.ts",
]

/** Long files first, then as vitest has them. */
export class LongFirst extends BaseSequencer {
  /** @override @param {Array<import("vitest/node").TestSpecification>} files */
  async sort(files) {
    const place = (/** @type {import("vitest/node").TestSpecification} */ { moduleId }) => {
      const index = longFiles.indexOf(relative(this.ctx.config.root, moduleId))
      return index === -1 ? longFiles.length : index
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}
