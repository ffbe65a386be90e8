import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Answer, Utf8 } from "../answer/Answer.js"
import { inUtf8 } from "../answer/Answer.js"
import type { Coding } from "./AcceptEncoding.js"
import { compressionLimit, makeBudget } from "./Budget.js"
import type { Codec, Effort } from "./Codec.js"
import { makeCompressibles, shortest } from "./Compressible.js"
import { identityTag, makeCompression, noCompression, tagIn } from "./Compression.js"

/** Fakes compression by prefixing the coding, when the test says so. */
const heldCodec = () => {
  const held: Array<{ readonly coding: Coding; readonly effort: Effort; readonly go: () => void }> = []
  const codec: Codec = {
    compress: (coding, _, effort) =>
      new Promise((resolve) => held.push({ coding, effort, go: () => resolve(inUtf8(coding)) })),
    open: (coding) =>
      new Promise((resolve) =>
        held.push({
          coding,
          effort: "quick",
          go: () => resolve({ closedBy: (end) => inUtf8(`${coding}${end.length}`) }),
        }),
      ),
  }
  return { codec, held }
}

/** Compresses immediately. */
const codec: Codec = {
  compress: async (coding) => inUtf8(coding),
  open: async (coding) => ({ closedBy: () => inUtf8(coding) }),
}

const body = (size = shortest): Utf8 => new Uint8Array(size).fill(97)

const accepting =
  (acceptEncoding: string | null, ifNoneMatch: string | null = null) =>
  (name: string) =>
    ({ "accept-encoding": acceptEncoding, "if-none-match": ifNoneMatch })[name] ?? null

const answered = (sent: Answer<never> | Effect.Effect<Answer<never>>): Promise<Answer<never>> =>
  Effect.isEffect(sent) ? Effect.runPromise(sent) : Promise.resolve(sent)

const bodyOf = ({ body: sent }: Answer<never>): string =>
  sent !== null && "written" in sent && typeof sent.written !== "string"
    ? new TextDecoder().decode(sent.written)
    : assert.fail("no body")

const headers = {
  caching: { etag: '"a1"', "cache-control": "public, s-maxage=1" },
  content: { "content-type": "text/plain" },
}

describe("an entity", () => {
  const compression = makeCompression(codec)
  const entity = compression.entity(body(), headers, "most")

  it.each([
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["gzip, br;q=0.5", "gzip"],
    ["identity;q=0, gzip", "gzip"],
  ])("is sent in the form that a client wants most: %s gets %s", async (accepted, coding) => {
    const answer = await answered(compression.answer(accepting(accepted), entity))
    assert.strictEqual(bodyOf(answer), coding)
    assert.deepStrictEqual(answer.headers, {
      "content-type": "text/plain",
      "content-encoding": coding,
      "cache-control": "public, s-maxage=1",
      etag: `"a1-${coding}"`,
      vary: "Origin, Accept-Encoding",
    })
  })

  it.each([null, "", "identity", "deflate", "br;q=0, gzip;q=0", "*;q=0", "identity;q=0"])(
    "is sent as it is, and says that it may differ, to a client that accepts %j",
    async (accepted) => {
      const answer = await answered(compression.answer(accepting(accepted), entity))
      assert.strictEqual(bodyOf(answer), "a".repeat(shortest))
      assert.deepStrictEqual(answer.headers, {
        "content-type": "text/plain",
        "cache-control": "public, s-maxage=1",
        etag: '"a1"',
        vary: "Origin, Accept-Encoding",
      })
    },
  )

  it.each([
    ["br, gzip", '"a1-br"', '"a1-br"'],
    ["br, gzip", 'W/"a1-br"', '"a1-br"'],
    ["br, gzip", '"x", "a1-gzip"', '"a1-gzip"'],
    ["br, gzip", '"a1"', '"a1"'],
    ["gzip", "*", '"a1-gzip"'],
    [null, '"a1"', '"a1"'],
  ])("is 304 to a client that accepts %s and has %s", async (accepted, held, etag) => {
    const answer = await answered(compression.answer(accepting(accepted, held), entity))
    assert.deepStrictEqual([answer.status, answer.body], [304, null])
    assert.deepStrictEqual(answer.headers, {
      "cache-control": "public, s-maxage=1",
      etag,
      vary: "Origin, Accept-Encoding",
    })
  })

  it.each([
    ["gzip", '"a1-br"'],
    [null, '"a1-br"'],
    ["br, identity;q=0", '"a1"'],
    ["br", '"b2-br"'],
    ["br", ""],
  ])(
    "is sent to a client that accepts %s and has %s, which it would not accept or is another one",
    async (accepted, held) => {
      assert.strictEqual((await answered(compression.answer(accepting(accepted, held), entity))).status, 200)
    },
  )

  it("is sent uncompressed where it is short, where there is no codec, and where compression makes it longer", async () => {
    const short = compression.entity(body(shortest - 1), headers, "most")
    const none = noCompression.entity(body(), headers, "most")
    for (const [one, with_] of [
      [short, compression],
      [none, noCompression],
    ] as const) {
      const answer = await answered(with_.answer(accepting("br"), one))
      assert.deepStrictEqual(answer.headers, { ...headers.caching, ...headers.content })
    }
    const useless = makeCompression({ ...codec, compress: async (_, bytes) => new Uint8Array([...bytes, 1]) })
    const answer = await answered(useless.answer(accepting("br, gzip"), useless.entity(body(), headers, "most")))
    assert.notProperty(answer.headers, "content-encoding")
    assert.propertyVal(answer.headers, "etag", '"a1"')
  })

  it("is compressed once for all requests, and then answered synchronously", async () => {
    const { codec: slow, held } = heldCodec()
    const one = makeCompression(slow)
    const kept = one.entity(body(), headers, "most")
    const waiting = [answered(one.answer(accepting("br"), kept)), answered(one.answer(accepting("br"), kept))]
    await Promise.resolve()
    assert.strictEqual(held.length, 1)
    held[0]?.go()
    for (const answer of await Promise.all(waiting)) assert.strictEqual(bodyOf(answer), "br")
    assert.isFalse(Effect.isEffect(one.answer(accepting("br"), kept)))
    const same = one.withHeaders(kept, { ...headers, caching: { etag: '"b2"' } })
    assert.isFalse(Effect.isEffect(one.answer(accepting("br"), same)))
    assert.strictEqual(held.length, 1)
  })

  it("is sent uncompressed where compression fails", async () => {
    const failing = makeCompression({ ...codec, compress: () => Promise.reject(new Error("no memory")) })
    const answer = await answered(failing.answer(accepting("br"), failing.entity(body(), headers, "most")))
    assert.strictEqual(bodyOf(answer), "a".repeat(shortest))
  })
})

describe("a body that may be requested once only", () => {
  it("is compressed at its second request, and sent uncompressed until then", async () => {
    const { codec: slow, held } = heldCodec()
    const compression = makeCompression(slow)
    const kept = compression.repeated(body())
    const chosen = () => compression.choose(accepting("br, gzip"), kept)
    assert.deepInclude(chosen(), { form: "identity" })
    assert.strictEqual(held.length, 0)
    assert.deepInclude(chosen(), { form: "identity" })
    assert.deepStrictEqual(
      held.map(({ coding, effort }) => [coding, effort]),
      [["br", "quick"]],
    )
    assert.deepInclude(chosen(), { form: "identity" })
    held[0]?.go()
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepStrictEqual(chosen(), { form: "br", made: inUtf8("br") })
    assert.strictEqual(held.length, 1)
  })

  it("is waited for at its first request where the client refuses it uncompressed", async () => {
    const compression = makeCompression(codec)
    const kept = compression.opened(body())
    const chosen = await compression.choose(accepting("gzip, identity;q=0"), kept)
    assert.strictEqual(chosen.form, "gzip")
  })
})

describe("the work of compression", () => {
  it("is limited: a burst, then a tenth of the time", () => {
    let now = 0
    const budget = makeBudget(compressionLimit, () => now)
    const taken = (): number => {
      let count = 0
      while (budget.allows(100)) count += 1
      return count
    }
    assert.strictEqual(taken(), 40)
    now += 10_000
    assert.strictEqual(taken(), 10)
  })

  it("is never slow for more than a few bodies at a time: others are sent in another form", async () => {
    const { codec: slow, held } = heldCodec()
    const { whole } = makeCompressibles(slow, { allows: () => true })
    const made = Array.from({ length: 6 }, () => whole(body(), "most", "first").made("br", true))
    assert.deepStrictEqual(
      made.map((one) => one !== null),
      [true, true, true, true, false, false],
    )
    await Promise.resolve()
    assert.strictEqual(held.length, 1)
    for (let i = 0; i < 4; i += 1) {
      held[i]?.go()
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.strictEqual(held.length, 4)
    assert.isNotNull(whole(body(), "most", "first").made("br", true))
  })

  it("is quick for bodies too long for the best quality", async () => {
    const { codec: slow, held } = heldCodec()
    makeCompressibles(slow, { allows: () => true })
      .whole(body(600 * 1024), "most", "first")
      .made("br", true)
    await Promise.resolve()
    assert.deepStrictEqual(
      held.map(({ effort }) => effort),
      ["quick"],
    )
  })
})

describe("entity tags of forms", () => {
  it("differ, and lead back to the tag of the uncompressed form", () => {
    const tags = (["identity", "br", "gzip"] as const).map((form) => tagIn('"a-b"', form))
    assert.deepStrictEqual(tags, ['"a-b"', '"a-b-br"', '"a-b-gzip"'])
    for (const tag of tags) assert.strictEqual(identityTag(tag), '"a-b"')
  })
})
