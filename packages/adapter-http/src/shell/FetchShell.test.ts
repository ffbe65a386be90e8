import { afterEach, assert, describe, it } from "@effect/vitest"
import { bodyLimit, echoKernel } from "../testing/EchoKernel.js"
import { toFetchHandler } from "./FetchShell.js"

describe("the Fetch shell", () => {
  const { kept, kernel, observed } = echoKernel()
  const handler = toFetchHandler(kernel)
  afterEach(() => {
    kept.length = 0
    observed.length = 0
  })

  const origin = "https://consent.test"
  const get = (target: string, init: RequestInit = {}) => handler(new Request(`${origin}${target}`, init))
  const post = (body: string | ReadableStream<Uint8Array>, headers: Record<string, string> = {}) => {
    // A streamed body must declare `duplex`, which the type does not have.
    const init = { method: "POST", body, headers, duplex: "half" }
    return get("/keep", init)
  }
  const codeOf = async (response: Response): Promise<unknown> => JSON.parse(await response.text()).cause.code

  /** A body in chunks that counts how many of them were read. */
  const pieces = (piece: Uint8Array, cancel: () => Promise<void> | void = () => {}) => {
    const told = { pulled: 0, cancelled: 0 }
    const stream = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          told.pulled += 1
          controller.enqueue(piece)
        },
        cancel: () => {
          told.cancelled += 1
          return cancel()
        },
      },
      { highWaterMark: 0 },
    )
    return { stream, told }
  }

  it.each(["/echo", "/echo/abc", "/nowhere", "/broken"])(
    "HEAD %s has the headers of GET and no body",
    async (target) => {
      const headers = { "x-request-id": "same" }
      const [ofGet, ofHead] = [await get(target, { headers }), await get(target, { headers, method: "HEAD" })]
      const { "content-length": length, ...others } = Object.fromEntries(ofHead.headers)
      assert.deepStrictEqual([ofHead.status, others], [ofGet.status, Object.fromEntries(ofGet.headers)])
      assert.isNull(ofHead.body)
      // The echo contains the method, so `HEAD` is one character longer than `GET`.
      const echoed = ofGet.status === 200 ? 1 : 0
      assert.strictEqual(Number(length), Buffer.byteLength(await ofGet.text()) + echoed)
    },
  )

  it.each([
    ["", 404, undefined],
    ["/", 404, undefined],
    ["?q=1", 404, undefined],
    ["#/echo", 404, undefined],
    ["/echo#?q=1", 200, null],
    ["/echo?q=1#?q=2", 200, "1"],
    ["/echo?q=/a?b", 200, "/a?b"],
    ["/echo??q=1", 200, null],
    ["/echo?q=%zz", 200, "%zz"],
    ["/echo/%zz", 404, undefined],
    ["/x/../echo?q=1", 200, "1"],
    ["//echo", 404, undefined],
  ])("of the URL, %j: path and query are found, the rest is nothing to us", async (target, status, q) => {
    for (const base of [origin, "http://[::1]:8080", "http://localhost."]) {
      const response = await handler(new Request(`${base}${target}`))
      assert.strictEqual(response.status, status)
      assert.strictEqual(JSON.parse(await response.text()).q, q)
    }
  })

  it("repeated headers are joined in order", async () => {
    const headers = new Headers([
      ["X-Forwarded-For", "203.0.113.9"],
      ["x-forwarded-for", "198.51.100.1"],
    ])
    const response = await get("/echo", { headers })
    assert.strictEqual(JSON.parse(await response.text()).headers["x-forwarded-for"], "203.0.113.9, 198.51.100.1")
  })

  describe("a body", () => {
    const filled = (bytes: number): string => JSON.stringify("é".repeat((bytes - 2) / 2))

    it("of exactly the limit is read, whole or in chunks", async () => {
      const text = filled(bodyLimit)
      const streamed = new Blob([text]).stream()
      for (const response of [await post(text), await post(streamed)]) {
        assert.deepStrictEqual(JSON.parse(await response.text()), { kept: JSON.parse(text) })
      }
    })

    it("over the limit is 413, with or without a content length", async () => {
      const text = filled(bodyLimit + 2)
      const announced = { "content-length": String(Buffer.byteLength(text)) }
      for (const response of [await post(text), await post(text, announced), await post(new Blob([text]).stream())]) {
        assert.deepStrictEqual([response.status, await codeOf(response)], [413, "PAYLOAD_TOO_LARGE"])
      }
      assert.isEmpty(kept)
    })

    it("is not read when its content length is over the limit", async () => {
      const { stream, told } = pieces(new Uint8Array(100))
      assert.strictEqual((await post(stream, { "content-length": String(bodyLimit + 1) })).status, 413)
      assert.strictEqual(told.pulled, 0)
    })

    it("with a wrong or invalid content length is counted", async () => {
      for (const length of ["1", "0", "-1", "many", ""]) {
        const { stream } = pieces(new Uint8Array(100))
        assert.strictEqual((await post(stream, { "content-length": length })).status, 413, length)
      }
    })

    it("that never ends is read up to the limit, and its source is canceled", async () => {
      const { stream, told } = pieces(new Uint8Array(100))
      assert.strictEqual((await post(stream)).status, 413)
      assert.deepStrictEqual(told, { pulled: Math.floor(bodyLimit / 100) + 1, cancelled: 1 })
    })

    it.each<readonly [string, () => Promise<void>]>([
      ["never stops", () => new Promise(() => {})],
      ["fails to stop", () => Promise.reject(new Error("will not stop"))],
    ])("whose source %s is a 413 anyway", async (_, cancel) => {
      const { stream } = pieces(new Uint8Array(bodyLimit + 1), cancel)
      const response = await post(stream)
      assert.deepStrictEqual([response.status, await codeOf(response)], [413, "PAYLOAD_TOO_LARGE"])
    })

    it("that breaks off is not recorded, and the response does not say why", async () => {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('{"a":1}'))
        },
        pull: (controller) => controller.error(new Error("secret of the inside")),
      })
      const response = await post(stream)
      assert.isAtLeast(response.status, 400)
      assert.notInclude(await response.text(), "secret")
      assert.isEmpty(kept)
      assert.lengthOf(observed, 1)
    })

    it("that was already read is an error, not an empty body", async () => {
      const request = new Request(`${origin}/keep`, { method: "POST", body: '{"a":1}' })
      await request.text()
      assert.strictEqual((await handler(request)).status, 500)
      assert.isEmpty(kept)
    })
  })
})
