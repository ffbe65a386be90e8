import { assert, describe, it } from "@effect/vitest"
import { createConsentService } from "../ConsentService.js"
import { serve } from "../node.js"
import { ConsentConfigurationError } from "../configuration/ConsentConfigurationError.js"
import { type GivenServeOptions, serveIssues } from "./ServerOptions.js"

describe("the options of serve", () => {
  it.each<[GivenServeOptions, ReadonlyArray<string>]>([
    [{ port: 0 }, []],
    [{ port: "8787", host: "::1", maxConnections: 1, graceMs: 0 }, []],
    [{}, ["port"]],
    [{ port: Number.NaN }, ["port"]],
    [{ port: 65_536 }, ["port"]],
    [{ port: "x", host: "", maxConnections: 0, graceMs: -1 }, ["port", "host", "maxConnections", "graceMs"]],
    [{ port: 0, maxConnections: Number.POSITIVE_INFINITY }, ["maxConnections"]],
    [{ port: 0, maxConnections: "100" }, ["maxConnections"]],
    [{ port: 0, maxConnections: null, graceMs: 1.5 }, ["maxConnections", "graceMs"]],
  ])("%j: %j are wrong", (options, wrong) => {
    assert.deepStrictEqual(
      serveIssues(options).map(({ option }) => option),
      wrong,
    )
  })

  it("are refused with all issues, and nothing listens", async () => {
    const service = createConsentService({ database: "sqlite::memory:", observability: { level: "silent" } })
    const error: unknown = await serve(service, { port: 65_536, maxConnections: 0 }).catch((thrown: unknown) => thrown)
    await service.dispose()
    assert.instanceOf(error, ConsentConfigurationError)
    assert.deepStrictEqual(
      error.issues.map(({ option }) => option),
      ["port", "maxConnections"],
    )
  })
})
