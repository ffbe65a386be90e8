import { readSignerKey, readVerifierKey } from "@consent-service/core/evidence"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { createPublicKey, verify } from "node:crypto"
import { inspect } from "node:util"
import { makeKey, readSigningKey, signerOf } from "./SigningKeys.js"

/** Known from Go's `note` package: the key of bytes 00 to 1f, and its signature of a checkpoint. */
const privateKey = "PRIVATE+KEY+evidence.example/shop+7b36f050+AQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"
const verifierKey = "evidence.example/shop+7b36f050+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
const checkpoint = "evidence.example/shop\n8\nv4hiqum3leUVbTlczrOWOqGw7UMSk+b3/srIaCSPxqI=\n"
const line =
  "\u2014 evidence.example/shop ezbwUIIlrX5RvqwF5iAfseCzM6Rd/zUDe9BHGZ7xFxlJUKlV87T6I31eunllSvX1UYrtPTBp7mDQsR65Jt03U3gKWQc="

const read = (text: string) => readSigningKey(text) ?? assert.fail("not a key")

const spki = (publicKey: Uint8Array) =>
  createPublicKey({
    key: Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), publicKey]),
    format: "der",
    type: "spki",
  })

describe("a signing key", () => {
  it.effect("signs as Go's note package does", () =>
    Effect.gen(function* () {
      const signer = signerOf([read(`${privateKey}\n`)])
      assert.deepStrictEqual(signer.keys, [verifierKey])
      assert.deepStrictEqual(yield* signer.sign(checkpoint), [line])
    }),
  )

  it("is refused with the id of another", () => {
    assert.isNull(readSigningKey(privateKey.replace("7b36f050", "7b36f051")))
    assert.isNull(readSigningKey(privateKey.replace("evidence.example/shop", "evidence.example/other")))
    assert.isNull(readSigningKey(verifierKey))
    assert.isNull(readSigningKey(""))
  })

  it.effect("is made new each time, and both of its forms belong together", () =>
    Effect.gen(function* () {
      const [one, other] = [makeKey("log.example"), makeKey("log.example")]
      assert.notStrictEqual(one.privateKey, other.privateKey)
      const [signature] = yield* signerOf([read(one.privateKey)]).sign("text\n")
      const bytes = Buffer.from(signature?.split(" ")[2] ?? "", "base64").subarray(4)
      const publicKey = readVerifierKey(one.verifierKey)?.publicKey ?? assert.fail("no key")
      assert.isTrue(verify(null, Buffer.from("text\n"), spki(publicKey), bytes))
    }),
  )

  it("is shown by nothing that prints it", () => {
    const made = makeKey("log.example")
    const key = read(made.privateKey)
    const seed = Buffer.from(readSignerKey(made.privateKey)?.seed ?? [])
    const secrets = [
      seed.toString("hex"),
      seed.toString("base64"),
      seed.toString("base64url"),
      made.privateKey.slice(-40),
    ]
    const printed = [
      JSON.stringify(key),
      String(key),
      inspect(key, { depth: 9, showHidden: true }),
      JSON.stringify(signerOf([key])),
      inspect(signerOf([key]), { depth: 9, showHidden: true }),
    ]
    for (const secret of secrets) for (const text of printed) assert.notInclude(text, secret)
  })
})
