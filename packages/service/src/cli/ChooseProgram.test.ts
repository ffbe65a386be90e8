import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { configNames } from "../server/ConfigNames.js"
import { runsBundled } from "./ChooseProgram.js"

const inFolder = (files: ReadonlyArray<string>, args: ReadonlyArray<string>): boolean => {
  const folder = mkdtempSync(join(tmpdir(), "cs-program-"))
  try {
    for (const file of files) writeFileSync(join(folder, file), "")
    return runsBundled(args, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe("the program of the command line", () => {
  it("is bundled for a server without a configuration", () => {
    assert.isTrue(inFolder([], ["serve", "--port", "0", "--workers", "2"]))
  })

  it.each(configNames)("with %s in the folder: bundled exactly if it is data", (name) => {
    assert.strictEqual(inFolder([name], ["serve"]), /\.(json|yaml|yml)$/.test(name))
  })

  it("depends on the named configuration, however it is written", () => {
    assert.isFalse(inFolder([], ["serve", "--config", "shop.mjs"]))
    assert.isFalse(inFolder([], ["serve", "--config=shop.mjs"]))
    assert.isTrue(inFolder(["consent.config.mjs"], ["serve", "--config=shop.yaml"]))
  })

  it("comes from the packages where one of several configurations is code, so that the refusal is the same", () => {
    assert.isFalse(inFolder(["consent.config.json", "consent.config.ts"], ["serve"]))
  })

  it("comes from the packages for every other command, and for arguments that nothing understands", () => {
    for (const args of [[], ["migrate"], ["policy", "prove", "rules.mjs"], ["--help"]])
      assert.isFalse(inFolder([], args))
    assert.isFalse(inFolder([], ["serve", "--config", "--nonsense"]))
  })
})
