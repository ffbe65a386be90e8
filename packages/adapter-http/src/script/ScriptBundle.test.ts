import { assert, describe, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { BundleRead, makeBundle, platformReadText } from "./ScriptBundle.js"

interface HeldRead {
  readonly resolve: (text: string) => void
  readonly reject: (cause: unknown) => void
}

/** Reads that complete on command. */
const heldReads = () => {
  const reads: Array<HeldRead> = []
  const readText = () => new Promise<string>((resolve, reject) => reads.push({ resolve, reject }))
  return { reads, readText }
}

/** Waits until a read has started, which is shortly after the request. */
const begun = () => new Promise<void>((resolve) => setImmediate(resolve))

const found = (text: string) =>
  BundleRead.Found({ text, digest: createHash("sha256").update(text, "utf8").digest("hex") })

const causeOf = (read: BundleRead): unknown => (read._tag === "Missing" ? read.cause : assert.fail("it was found"))

describe("a bundle's file", () => {
  it("is not read before it is requested", async () => {
    const { reads, readText } = heldReads()
    makeBundle("cs.js", readText)
    await begun()
    assert.strictEqual(reads.length, 0)
  })

  it("is read once for all concurrent requests, and cached", async () => {
    const { reads, readText } = heldReads()
    const bundle = makeBundle("cs.js", readText)
    const first = [bundle(), bundle(), bundle()]
    await begun()
    assert.strictEqual(reads.length, 1)
    reads[0]?.resolve("ü()")
    for (const read of await Promise.all(first)) assert.deepStrictEqual(read, found("ü()"))
    assert.deepStrictEqual(await bundle(), found("ü()"))
    assert.strictEqual(reads.length, 1)
  })

  it("one failed read fails the waiting requests, but no later ones", async () => {
    const { reads, readText } = heldReads()
    const bundle = makeBundle("cs.js", readText)
    const cause = new Error("EMFILE")
    const waiting = [bundle(), bundle()]
    await begun()
    reads[0]?.reject(cause)
    for (const read of await Promise.all(waiting)) assert.strictEqual(causeOf(read), cause)
    const second = bundle()
    await begun()
    assert.strictEqual(reads.length, 2)
    reads[1]?.resolve("ok()")
    assert.deepStrictEqual(await second, found("ok()"))
    assert.deepStrictEqual(await bundle(), found("ok()"))
    assert.strictEqual(reads.length, 2)
  })

  it("a reader that throws synchronously counts as failed", async () => {
    let reads = 0
    const bundle = makeBundle("cs.js", () => {
      reads += 1
      throw new Error(`failure ${reads}`)
    })
    assert.propertyVal(causeOf(await bundle()), "message", "failure 1")
    assert.propertyVal(causeOf(await bundle()), "message", "failure 2")
  })

  it("is missing where none is configured, and where the platform has no files", async () => {
    const { reads, readText } = heldReads()
    assert.match(String(causeOf(await makeBundle(undefined, readText)())), /no bundle file is named/)
    assert.match(String(causeOf(await makeBundle("cs.js", null)())), /no filesystem/)
    assert.strictEqual(reads.length, 0)
  })

  it("may be loaded by a function, also where the platform has no files", async () => {
    assert.deepStrictEqual(await makeBundle(async () => "start()", null)(), found("start()"))
  })

  it("may be a URL, also as a string; an invalid URL counts as a missing file", async () => {
    for (const file of [new URL(import.meta.url), import.meta.url])
      assert.include(await makeBundle(file, platformReadText)(), { _tag: "Found" })
    for (const file of [new URL("https://cdn.example/cs.js"), "file://%", new URL("absent.js", import.meta.url)])
      assert.include(await makeBundle(file, platformReadText)(), { _tag: "Missing" })
  })

  it("is read from disk, and found there after it was missing", async () => {
    const folder = await mkdtemp(join(tmpdir(), "script-bundle-"))
    try {
      const file = join(folder, "cs.js")
      const bundle = makeBundle(file, platformReadText)
      assert.propertyVal(causeOf(await bundle()), "code", "ENOENT")
      await writeFile(file, "grüß()")
      assert.deepStrictEqual(await bundle(), found("grüß()"))
      await writeFile(file, "other()")
      assert.deepStrictEqual(await bundle(), found("grüß()"))
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
