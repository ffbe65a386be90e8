import { assert, beforeEach, describe, it } from "@effect/vitest"
import { EventEmitter, once } from "node:events"
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { watchFiles } from "./WatchFiles.js"

let folder = ""
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cs-watch-"))
  onTestFinished(() => rm(folder, { recursive: true }))
})

const path = (...names: ReadonlyArray<string>): string => join(folder, ...names)

/** Files are replaced as editors and deployments do it. */
const replace = async (file: string, content: string): Promise<void> => {
  await writeFile(`${file}.new`, content)
  await rename(`${file}.new`, file)
}

/** A watch that counts, and lets the test wait for a change that must come. */
const watched = (files: ReadonlyArray<string>) => {
  const noticed = new EventEmitter()
  let count = 0
  const watch = watchFiles(() => {
    count += 1
    noticed.emit("change")
  })
  onTestFinished(watch.close)
  watch.watch(files)
  const changes = async (wanted: number): Promise<number> => {
    if (count >= wanted) return count
    await once(noticed, "change")
    return changes(wanted)
  }
  return { ...watch, changes }
}

describe("a watch on files", () => {
  it("notices a file that is replaced, removed and written anew", async () => {
    const file = path("a.json")
    await writeFile(file, "1")
    const { changes } = watched([file])
    await replace(file, "2")
    assert.strictEqual(await changes(1), 1)
    await rm(file)
    assert.strictEqual(await changes(2), 2)
    await replace(file, "3")
    assert.strictEqual(await changes(3), 3)
  })

  it("notices a file that is not there yet", async () => {
    const { changes } = watched([path("a.json"), path("b.json")])
    await replace(path("b.json"), "1")
    assert.strictEqual(await changes(1), 1)
  })

  it("passes over other files, and content that is as it was", async () => {
    await writeFile(path("a.json"), "1")
    const { changes } = watched([path("a.json")])
    await writeFile(path("other.db"), "1")
    await replace(path("a.json"), "1")
    // The next change is the first one that counts.
    await new Promise((resolve) => setTimeout(resolve, 400))
    await replace(path("a.json"), "2")
    assert.strictEqual(await changes(1), 1)
  })

  it("notices a mounted folder whose link is replaced, as Kubernetes does it", async () => {
    for (const [version, content] of [
      ["..1", "1"],
      ["..2", "2"],
    ] as const) {
      await mkdir(path(version))
      await writeFile(path(version, "a.json"), content)
    }
    await symlink("..1", path("..data"))
    await symlink(join("..data", "a.json"), path("a.json"))
    const { changes } = watched([path("a.json")])
    await symlink("..2", path("..data_new"))
    await rename(path("..data_new"), path("..data"))
    assert.strictEqual(await changes(1), 1)
  })

  it("watches what it is given anew, and leaves out a folder that is not there", async () => {
    await mkdir(path("b"))
    await writeFile(path("b", "b.json"), "1")
    const { changes, watch } = watched([path("a.json")])
    watch([path("b", "b.json"), path("none", "c.json")])
    await writeFile(path("a.json"), "1")
    await replace(path("b", "b.json"), "2")
    assert.strictEqual(await changes(1), 1)
  })
})
