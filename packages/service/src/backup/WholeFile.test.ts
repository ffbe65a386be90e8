import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { writeWhole } from "./WholeFile.js"

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "cs-whole-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Writes a file, and returns the temporary name it had. */
const write = async (folder: string, name: string): Promise<string> => {
  let temporary = ""
  await writeWhole(join(folder, name), async (partial) => {
    temporary = partial
    writeFileSync(partial, name)
  })
  return temporary
}

describe("a file that is there whole or not at all", () => {
  it("can be read by its owner only, and leaves nothing else", async () => {
    const folder = newFolder()
    await write(folder, "all.csv")
    assert.deepStrictEqual(readdirSync(folder), ["all.csv"])
    assert.strictEqual(statSync(join(folder, "all.csv")).mode & 0o777, 0o600)
  })

  it("is removed with its temporary name when it cannot be written", async () => {
    const folder = newFolder()
    const failing = writeWhole(join(folder, "all.csv"), () => Promise.reject(new Error("the disk is full")))
    assert.strictEqual(await failing.catch(({ message }) => message), "the disk is full")
    assert.deepStrictEqual(readdirSync(folder), [])
  })

  it("ends the process on a signal while it is written, unless the process ends in its own way", async () => {
    const path = join(newFolder(), "all.csv")
    const signals = ["SIGTERM", "SIGINT"] as const
    const handlers = () => signals.map((signal) => process.listenerCount(signal))
    const before = handlers()
    const counted = async (): Promise<ReadonlyArray<number>> => handlers()
    assert.deepStrictEqual(await writeWhole(path, counted, { onSignal: "continue" }), before)
    assert.deepStrictEqual(
      await writeWhole(path, counted),
      before.map((count) => count + 1),
    )
    assert.deepStrictEqual(handlers(), before)
  })

  it("removes what a killed process left of it, and nothing of a running one or of another file", async () => {
    const folder = newFolder()
    const own = (await write(folder, "all.csv")).replace(/^.*\//, "")
    const of = (processId: number, name = "all.csv"): string =>
      own.replace("all.csv", name).replace(/\d+$/, String(processId))
    const ended = spawnSync(process.execPath, ["--version"]).pid
    const kept = [of(process.ppid), of(ended, "other.csv"), "all.csv.partial-notes"]
    for (const name of [own, of(ended), ...kept]) writeFileSync(join(folder, name), "half")
    await write(folder, "all.csv")
    assert.sameMembers(readdirSync(folder), ["all.csv", ...kept])
  })
})
