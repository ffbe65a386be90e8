import { assert, beforeEach, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { readServerConfiguration } from "./ServerConfiguration.js"
import type { Variables } from "./Variables.js"

let folder = ""
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cs-problems-"))
  onTestFinished(() => rm(folder, { recursive: true }))
})

/** The problems of a configuration, each with its option. */
const problems = async (content: unknown, variables: Variables = {}): Promise<ReadonlyArray<string>> => {
  const path = join(folder, "consent.config.json")
  await writeFile(path, JSON.stringify(content))
  const read = await readServerConfiguration({ folder, path, variables, flags: [] })
  return Either.isLeft(read) ? read.left.map(({ message, option }) => `${option}: ${message}`) : []
}

const invalidRule = { id: "eu", match: { countries: ["DE"] }, model: "ask", prompt: "choice" }

describe("the problems of a server's configuration", () => {
  it("are those of unknown options, other options and policy rules together", async () => {
    const found = await problems({
      databse: "sqlite:./consent.db",
      limits: { maxBodyByte: 5 },
      identityToken: { signingKey: "short" },
      manifest: { policyRules: [invalidRule], vendors: [{ id: "a" }] },
      server: { prot: 80 },
    })
    const options = found.map((each) => each.split(" (")[0])
    for (const option of ["databse", "limits.maxBodyByte", "identityToken.signingKey", "manifest.vendors.0.name"]) {
      assert.include(options, option)
    }
    assert.include(options, "server.prot")
    assert.include(options, "manifest.policyRules")
    assert.match(found.find((each) => each.startsWith("manifest.policyRules")) ?? "", /rule 'eu': model/)
  })

  it("of unknown options name the option that was probably meant", async () => {
    const found = await problems({ apiKey: ["x"], limits: { maxBodyByte: 5 }, colour: "red", server: { prot: 80 } })
    assert.includeMembers(
      [...found],
      [
        "apiKey (consent.config.json): is not an option; did you mean apiKeys?",
        "limits.maxBodyByte (consent.config.json): is not an option; did you mean limits.maxBodyBytes?",
        "colour (consent.config.json): is not an option",
        "server.prot (consent.config.json): is not an option; did you mean server.port?",
      ],
    )
  })

  it("are found in policy rules under older names of their surroundings, too", async () => {
    const rule = { id: "eu", match: { isDefault: true }, model: "iab", prompt: "choice" }
    const on = await problems({ colour: "red", iab: { enabled: true }, manifest: { policyRules: [rule] } })
    assert.deepStrictEqual(on, ["colour (consent.config.json): is not an option"])
    const off = await problems({ colour: "red", manifest: { policyRules: [rule] } })
    assert.lengthOf(off, 2)
  })

  it("include files of variables that cannot be read, without a second problem for the missing value", async () => {
    const found = await problems(
      { colour: "red", policySnapshot: { ttlSeconds: 60 } },
      { CONSENT_POLICY_SNAPSHOT_SIGNING_KEY_FILE: join(folder, "none"), CONSENT_API_KEYS_FILE: folder },
    )
    assert.deepStrictEqual(found, [
      `CONSENT_API_KEYS_FILE: names the file ${folder}, which is a directory; name the file in it that holds the value`,
      `CONSENT_POLICY_SNAPSHOT_SIGNING_KEY_FILE: names the file ${join(folder, "none")}, which does not exist; create it, or correct the path`,
      "colour (consent.config.json): is not an option",
    ])
  })
})
