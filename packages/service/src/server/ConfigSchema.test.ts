import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { readFile } from "node:fs/promises"

describe("the JSON Schema of consent.config.json", () => {
  it.each([
    [{ $schema: "x", database: "sqlite:a.db", server: { port: 80 }, rateLimit: false }, true],
    [{ rateLimit: { reads: { capacity: 5, refillPerSecond: 1 } }, trustedProxies: "private" }, true],
    [{ trustedProxies: 1, manifest: { policyRules: [{ id: "a" }] }, hosting: "hosted" }, true],
    [{ colour: "red" }, false],
    [{ limits: { maxBodyBytes: "big" } }, false],
    [{ hosting: "elsewhere" }, false],
    [{ server: { sockets: 1 } }, false],
  ])("takes %j: %s", async (configuration, isTaken) => {
    const schema: object = JSON.parse(await readFile(new URL("../../config.schema.json", import.meta.url), "utf8"))
    assert.strictEqual(new Ajv2020().validate(schema, configuration), isTaken)
  })
})
