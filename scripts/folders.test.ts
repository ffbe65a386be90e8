/** The check that folders form a DAG, on planted packages. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert, describe, it } from "vitest"
import { folderCycle, folderGraph } from "./folders.mjs"

/** The cycle in a package with these modules, each given with what it imports. */
const cycleIn = async (modules: Readonly<Record<string, ReadonlyArray<string>>>): Promise<ReadonlyArray<string>> => {
  const src = mkdtempSync(join(tmpdir(), "folders-"))
  try {
    for (const [path, imports] of Object.entries(modules)) {
      mkdirSync(join(src, dirname(path)), { recursive: true })
      writeFileSync(join(src, path), imports.map((name) => `import type { A } from "${name}"\n`).join(""))
    }
    return folderCycle(await folderGraph(src))
  } finally {
    rmSync(src, { recursive: true, force: true })
  }
}

describe("the folders of a package", () => {
  it("pass when each imports only folders below it", async () => {
    const modules = {
      "index.ts": ["./top/A.js"],
      "top/A.ts": ["../low/B.js", "./C.js"],
      "top/C.ts": [],
      "low/B.ts": [],
    }
    assert.deepEqual(await cycleIn(modules), [])
  })

  it("fail when two import each other, with an import for each direction", async () => {
    const cycle = await cycleIn({ "a/A.ts": ["../b/B.js"], "b/B.ts": [], "b/C.ts": ["../a/D.js"], "a/D.ts": [] })
    assert.sameMembers([...cycle], ["a/A.ts imports b/B.ts", "b/C.ts imports a/D.ts"])
  })

  it("fail when a folder and one inside it import each other", async () => {
    assert.lengthOf(await cycleIn({ "a/A.ts": ["./in/B.js"], "a/in/B.ts": ["../C.js"], "a/C.ts": [] }), 2)
  })

  it("fail when a folder imports the package's root and is imported by it", async () => {
    assert.lengthOf(await cycleIn({ "index.ts": ["./a/A.js"], "a/A.ts": ["../Root.js"], "Root.ts": [] }), 2)
  })

  it("fail on a circle over three folders", async () => {
    assert.lengthOf(
      await cycleIn({ "a/A.ts": ["../b/B.js"], "b/B.ts": ["../c/C.js"], "c/C.ts": ["../a/D.js"], "a/D.ts": [] }),
      3,
    )
  })

  it("are looked at without tests and test helpers", async () => {
    assert.deepEqual(
      await cycleIn({
        "a/A.ts": ["../b/B.js"],
        "b/B.ts": [],
        "b/B.test.ts": ["../a/A.js"],
        "b/testing/T.ts": ["../../a/A.js"],
      }),
      [],
    )
  })
})
