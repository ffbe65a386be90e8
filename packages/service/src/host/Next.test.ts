import { assert, describe, it } from "@effect/vitest"
import { createConsentService } from "../ConsentService.js"
import { consentRoute } from "./Next.js"

describe("the route of Next.js", () => {
  it("leaves compression to Next.js, which drops the header that names an encoding", async () => {
    const service = createConsentService({ database: "sqlite::memory:" })
    const request = () =>
      new Request("https://shop.example/consent/cs.js", { headers: { "accept-encoding": "br, gzip" } })
    const params = Promise.resolve({ path: ["cs.js"] })
    const direct = await service.handler(request(), { mount: "/consent" })
    assert.strictEqual(direct.headers.get("content-encoding"), "br")
    for (const method of ["GET", "HEAD"] as const) {
      const response = await consentRoute(service)[method](new Request(request(), { method }), { params })
      assert.deepStrictEqual([response.status, response.headers.get("content-encoding")], [200, null])
      if (method === "GET") assert.match(await response.text(), /^\(function|^"use strict"/)
    }
    await service.dispose()
  })
})
