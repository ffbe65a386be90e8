import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { driverProblem, driverVersion } from "./Drivers.js"

describe("driverProblem", () => {
  it.each([
    [
      "Cannot find package '@effect/sql-pg' imported from /srv/node_modules/a.js",
      "the database needs the package @effect/sql-pg, which is not installed; run: npm install @effect/sql-pg@0.53",
    ],
    [
      "Cannot find module 'better-sqlite3/lib/database.js'\nRequire stack:\n- /srv/b.js",
      "the database needs the package better-sqlite3, which is not installed; run: npm install better-sqlite3",
    ],
    [
      "Package subpath './unstable/sql' is not defined by \"exports\" in /srv/node_modules/effect/package.json",
      "the database driver @effect/sql-pg does not load: Package subpath './unstable/sql' is not defined by \"exports\" in /srv/node_modules/effect/package.json; run: npm install @effect/sql-pg@0.53",
    ],
    [
      "something\n  else",
      "the database driver @effect/sql-pg does not load: something else; run: npm install @effect/sql-pg@0.53",
    ],
  ])("names the package and the command for %j", (reason, message) => {
    const problem = driverProblem("@effect/sql-pg", new Error(reason))
    assert.strictEqual(problem.message, message)
    assert.isFalse(problem.transient)
  })
})

it("the version in the command is that of the peer dependencies", () => {
  const workspace = readFileSync(new URL("../../../../pnpm-workspace.yaml", import.meta.url), "utf8")
  const peers = workspace.slice(workspace.indexOf("\ncatalogs:"))
  const versions = [...peers.matchAll(/"@effect\/sql-[^"]+": \^(\d+\.\d+)\./g)].map(([, version]) => version)
  assert.isAbove(versions.length, 2)
  for (const version of versions) assert.strictEqual(version, driverVersion)
})
