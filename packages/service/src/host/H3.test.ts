import { assert, describe, it } from "@effect/vitest"
import { createConsentService } from "../ConsentService.js"
import { consentHandler } from "./H3.js"

describe("the handler of h3 2", () => {
  it.each([
    ["over TCP", "203.0.113.7", "br"],
    ["over a local socket, as from Nitro's development server", undefined, null],
  ] as const)("answers %s with the encoding %s", async (_, remoteAddress, encoding) => {
    const service = createConsentService({ database: "sqlite::memory:" })
    const request = new Request("https://shop.example/consent/cs.js", { headers: { "accept-encoding": "br, gzip" } })
    const runtime = { node: { req: { socket: { remoteAddress } } } }
    const response = await consentHandler(service, { prefix: "/consent" })({
      req: Object.assign(request, { runtime }),
    })
    assert.deepStrictEqual([response?.status, response?.headers.get("content-encoding")], [200, encoding])
    await service.dispose()
  })
})
