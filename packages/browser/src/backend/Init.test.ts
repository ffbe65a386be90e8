import { readFileSync } from "node:fs"
import { afterAll, afterEach, assert, describe, it, vi } from "@effect/vitest"
import { version } from "../env/Version.js"
import { askInit } from "./Init.js"
import type { PageOptions } from "../config/PageOptions.js"
import { manifestPart } from "../runtime/ManifestPart.js"

const golden = (name: string) => readFileSync(new URL(`../../../core/golden/${name}.json`, import.meta.url), "utf8")

let asked: { readonly url: URL; readonly options: RequestInit } | undefined

/** Like the browser's, aborts late responses. */
const brokenOff = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted"))))

const answering = (reply: (signal: AbortSignal | null | undefined) => Promise<Response>) => {
  vi.stubGlobal("window", globalThis)
  vi.stubGlobal("fetch", (url: string, options: RequestInit) => {
    asked = { url: new URL(url), options }
    return reply(options.signal)
  })
}

// Test files of a thread share modules: reset those that were loaded while a global was replaced.
afterAll(() => {
  vi.resetModules()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const visitor = { gpc: false, storedChoice: false }

describe("asking /init", () => {
  it("puts everything into the query, without cookies", async () => {
    answering(async () => new Response(golden("init-default")))
    const outcome = await askInit("https://api.test/cs", {
      ...visitor,
      country: "DE",
      region: undefined,
      gpc: true,
      experiment: "a%20b=c",
      journey: { id: "j" },
    })
    assert.deepStrictEqual(outcome, { ok: true, body: JSON.parse(golden("init-default")) })
    assert.strictEqual(asked?.url.pathname, "/cs/init")
    assert.deepStrictEqual(Object.fromEntries(asked?.url.searchParams ?? []), {
      v: version,
      contract: "1",
      country: "DE",
      gpc: "1",
      experiment: "a%20b=c",
      journey: "j",
      journeyScope: "page",
      stored: "0",
    })
    assert.strictEqual(asked?.options.credentials, "omit")
    assert.deepStrictEqual(asked?.options.headers, {})
  })

  it("explains a first 404 in the console, once, with the setting to fix it", async () => {
    const warnings: Array<string> = []
    vi.stubGlobal("console", { warn: (...words: ReadonlyArray<unknown>) => warnings.push(words.join(" ")) })
    vi.resetModules()
    const first = await import("./Init.js")
    answering(async () => new Response("Cannot GET /init", { status: 404 }))
    for (let i = 0; i < 2; i++)
      assert.deepStrictEqual(await first.askInit("https://shop.test", visitor), { ok: false, reason: "transport" })
    assert.strictEqual(warnings.length, 1)
    for (const word of ["https://shop.test/init", "404", "basePath", "script.backendURL", "data-backend-url"])
      assert.include(warnings[0], word)
    vi.resetModules()
    const later = await import("./Init.js")
    answering(async () => new Response(golden("init-default")))
    await later.askInit("https://shop.test", visitor)
    answering(async () => new Response("", { status: 404 }))
    await later.askInit("https://shop.test", visitor)
    assert.strictEqual(warnings.length, 1)
  })

  it("sends a language and vendors as headers", async () => {
    answering(async () => new Response(golden("init-default")))
    await askInit("https://api.test", { ...visitor, language: "de", vendors: [1, 2] })
    assert.deepStrictEqual(asked?.options.headers, { "accept-language": "de", "x-cs-vendors": "1,2" })
  })

  it.each<[string, () => Promise<Response>, "transport" | "invalid-payload" | "unsupported-contract"]>([
    ["no network", () => Promise.reject(new TypeError("x")), "transport"],
    ["503", async () => new Response(golden("init-default"), { status: 503 }), "transport"],
    ["no JSON", async () => new Response("<html>"), "invalid-payload"],
    [
      "another contract",
      async () => new Response(golden("init-default").replace('"model": "', '"model": "un')),
      "unsupported-contract",
    ],
  ])("%s", async (_, reply, reason) => {
    answering(reply)
    assert.deepStrictEqual(await askInit("https://api.test", visitor), { ok: false, reason })
  })

  it.each<[string, (signal: AbortSignal | null | undefined) => Promise<Response>]>([
    ["an answer", brokenOff],
    ["its body", async (signal) => new Response(new ReadableStream({ pull: () => brokenOff(signal) }))],
  ])("waits five seconds for %s", async (_, reply) => {
    vi.useFakeTimers()
    answering(reply)
    const asking = askInit("https://api.test", visitor)
    await vi.advanceTimersByTimeAsync(4_999)
    assert.isFalse(asked?.options.signal?.aborted)
    await vi.advanceTimersByTimeAsync(1)
    assert.isTrue(asked?.options.signal?.aborted)
    assert.deepStrictEqual(await asking, { ok: false, reason: "transport" })
  })
})

describe("loading a manifest", () => {
  const load = (config: PageOptions = {}) => manifestPart.load(config, "https://api.test")
  const manifest = JSON.parse(golden("manifest-full"))

  it("fetches a valid one, else says that there is none", async () => {
    const missing = { ok: false, reason: "transport" } as const
    answering(async () => new Response(golden("manifest-full")))
    assert.deepStrictEqual(await load(), { ok: true, manifest })
    answering(async () => new Response("{}"))
    assert.deepStrictEqual(await load(), missing)
    answering(() => Promise.reject(new Error("x")))
    assert.deepStrictEqual(await load(), missing)
  })

  it("takes the embedded one unless the page names another, and says what is wrong with it", async () => {
    answering(async () => new Response("{}"))
    assert.deepStrictEqual(await load({ manifest }), { ok: true, manifest })
    const odd = { ...manifest, schemaVersion: 3 }
    assert.deepStrictEqual(await load({ manifest: odd }), { ok: false, reason: "unsupported-contract" })
    assert.deepStrictEqual(await load({ manifest, manifestURL: "https://other.test/manifest" }), {
      ok: false,
      reason: "transport",
    })
  })
})
