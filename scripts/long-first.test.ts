import { assert, describe, it } from "@effect/vitest"
import { existsSync } from "node:fs"
import { longFiles } from "./long-first.mjs"
import { fromRoot } from "./workspace.mjs"

describe("test files that begin first", () => {
  it("exist", () => {
    assert.deepStrictEqual(
      longFiles.filter((file) => !existsSync(fromRoot(file))),
      [],
    )
  })
})
