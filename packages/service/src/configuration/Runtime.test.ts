import { assert, describe, it } from "@effect/vitest"
import { refuseWorkers, requireEdgeFeatures } from "./Runtime.js"

describe("the runtime of a service", () => {
  it("may be Node, with or without a navigator", () => {
    for (const globals of [{}, { navigator: {} }, { navigator: { userAgent: "Node.js/22" } }, globalThis])
      assert.doesNotThrow(() => refuseWorkers(globals))
  })

  it("is no Worker: one line names the edge entry", () => {
    const inWorker = () => refuseWorkers({ navigator: { userAgent: "Cloudflare-Workers" } })
    assert.throws(inWorker, /^consent-service needs a server with a database.*consent-service\/edge.*$/)
  })
})

describe("the runtime of an edge", () => {
  it("may be this one", () => assert.doesNotThrow(() => requireEdgeFeatures(globalThis)))

  it("has the features that the one line names", () => {
    const { fetch, Request, Response, URL } = globalThis
    const without = () => requireEdgeFeatures({ fetch, Request, Response, URL })
    assert.throws(without, /^consent-service\/edge needs Headers, AbortController, TextEncoder, which .*$/)
  })
})
