import { assert, describe, it } from "@effect/vitest"
import { driverProblem } from "./Drivers.js"

describe("driverProblem", () => {
  it.each([
    [
      "Cannot find package '@effect/sql-pg' imported from /srv/node_modules/a.js",
      "the database needs the package @effect/sql-pg, which is not installed; run: npm install @effect/sql-pg",
    ],
    [
      "Cannot find module 'better-sqlite3/lib/database.js'\nRequire stack:\n- /srv/b.js",
      "the database needs the package better-sqlite3, which is not installed; run: npm install better-sqlite3",
    ],
    [
      "something\n  else",
      "the database driver @effect/sql-pg does not load: something else; run: npm install @effect/sql-pg",
    ],
  ])("names the package and the command for %j", (reason, message) => {
    const problem = driverProblem("@effect/sql-pg", new Error(reason))
    assert.strictEqual(problem.message, message)
    assert.isFalse(problem.transient)
  })
})
