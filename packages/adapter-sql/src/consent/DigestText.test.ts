import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { digestText, readDigest } from "./DigestText.js"

const sha256 = (text: string, encoding: "hex" | "base64url") => createHash("sha256").update(text).digest(encoding)

describe("a digest's text", () => {
  it("is its base64url, and is read as its hexadecimal digits", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        assert.strictEqual(digestText(sha256(text, "hex")), sha256(text, "base64url"))
        assert.strictEqual(readDigest(sha256(text, "base64url")), sha256(text, "hex"))
      }),
    )
  })

  it("is read in the hexadecimal form of older rows", () => {
    fc.assert(
      fc.property(fc.string(), (text) => assert.strictEqual(readDigest(sha256(text, "hex")), sha256(text, "hex"))),
    )
  })

  it("is restored from what is stored, whatever it is, unless that is the short form itself", () => {
    const hexadecimal = fc.stringMatching(/^[\da-fA-F]{63,65}$/)
    fc.assert(
      fc.property(fc.oneof(fc.string(), hexadecimal), (text) => assert.strictEqual(readDigest(digestText(text)), text)),
    )
  })

  it("is one text: one with other unused bits, or of another length, is not read as a digest", () => {
    const text = sha256("an act", "base64url")
    const others = ["B", "z", "9", "_", "="].map((last) => text.slice(0, -1) + last)
    for (const other of [...others, text.slice(1), `${text}A`, `\n${text.slice(1)}`]) {
      assert.strictEqual(readDigest(other), other)
    }
  })
})
