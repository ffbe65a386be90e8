import { assert, describe, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { compileManifest } from "../../manifest/CompiledManifest.js"
import { textsFor } from "../../visitor/ResolveVisitor.js"
import { archivedTexts } from "./ArchivedTexts.js"

const manifest = compileManifest({}, { hosting: "self-hosted", geolocation: true })
const [english, german] = [textsFor(manifest, null, "en"), textsFor(manifest, null, "de")]

describe("archived texts", () => {
  it("are those that the visitor was served, in their language", () => {
    assert.deepStrictEqual(JSON.parse(archivedTexts(german).content), JSON.parse(JSON.stringify(german)))
  })

  it("are named by the SHA-256 of their content", () => {
    const { content, id } = archivedTexts(german)
    assert.strictEqual(id, createHash("sha256").update(content).digest("hex"))
    assert.notStrictEqual(id, archivedTexts(english).id)
  })

  it("are the same for equal texts in another order of members, in another process, too", () => {
    const reordered = Object.assign({ translations: english.translations }, { language: english.language })
    assert.deepStrictEqual(archivedTexts(reordered), archivedTexts(english))
  })

  it("are written once for all visitors who get them", () => {
    assert.strictEqual(archivedTexts(german), archivedTexts(german))
  })
})
