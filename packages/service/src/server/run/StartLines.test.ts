import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readServerConfiguration } from "../ServerConfiguration.js"
import { startLines } from "./StartLines.js"

/** The line of what is off, for a server with this file; without a file for null. */
const offLine = async (file: string | null): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "cs-start-"))
  try {
    if (file !== null) writeFileSync(join(folder, "consent.config.yaml"), file)
    const read = await readServerConfiguration({ folder, path: null, variables: {}, flags: [] })
    const configuration = Either.getOrThrowWith(read, (issues) => new Error(JSON.stringify(issues)))
    const lines = startLines({
      url: "http://localhost:8787",
      metricsUrl: null,
      configuration,
      database: "up to date",
      workers: 1,
    })
    return lines.find((line) => line.startsWith("  off ")) ?? ""
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe("what a server prints when it starts", () => {
  it("a configuration file without policy rules is named as off: no visitor gets a banner", async () => {
    assert.include(
      await offLine("trustedOrigins: [shop.example]\n"),
      "policy rules, so no banner (manifest.policyRules)",
    )
  })

  it("the recommended rules of a server without a file are not off", async () => {
    const line = await offLine(null)
    assert.include(line, "signed policy snapshots (policySnapshot)")
    assert.notInclude(line, "policy rules")
  })
})
