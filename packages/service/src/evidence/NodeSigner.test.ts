import { readSignerKey, readVerifierKey, writeSignerKey } from "@consent-service/core/evidence"
import { CheckpointSigner } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { createPublicKey, verify } from "node:crypto"
import * as NodeSigner from "./NodeSigner.js"

/** The key, the text and the signature of the specification's test vectors. */
const vector = {
  key: "PRIVATE+KEY+evidence.example/shop+7b36f050+AQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f",
  verifier: "evidence.example/shop+7b36f050+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4",
  text: "evidence.example/shop\n8\nv4hiqum3leUVbTlczrOWOqGw7UMSk+b3/srIaCSPxqI=\n",
  line: "\u2014 evidence.example/shop ezbwUIIlrX5RvqwF5iAfseCzM6Rd/zUDe9BHGZ7xFxlJUKlV87T6I31eunllSvX1UYrtPTBp7mDQsR65Jt03U3gKWQc=",
}

const signerOf = (keys: ReadonlyArray<string>) =>
  Effect.runSync(Effect.provide(CheckpointSigner, NodeSigner.layer(keys)))

describe("the signer of checkpoints", () => {
  it("signs as every other implementation of signed notes does", () => {
    const { keys, sign } = signerOf([vector.key])
    assert.deepStrictEqual(keys, [vector.verifier])
    assert.deepStrictEqual(Effect.runSync(sign(vector.text)), [vector.line])
  })

  it("makes keys whose signatures verify, each another one", () => {
    const [one, other] = [NodeSigner.makeSigningKey("log.example/a"), NodeSigner.makeSigningKey("log.example/a")]
    assert.notStrictEqual(one, other)
    const { keys, sign } = signerOf([one, other])
    const lines = Effect.runSync(sign("text\n"))
    for (const [at, key] of keys.entries()) {
      const { publicKey } = readVerifierKey(key) ?? assert.fail(key)
      const signature = Buffer.from(lines[at]?.split(" ")[2] ?? "", "base64").subarray(4)
      const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), publicKey])
      const spki = createPublicKey({ key: der, format: "der", type: "spki" })
      assert.isTrue(verify(null, Buffer.from("text\n"), spki, signature))
    }
  })

  it("takes no key whose id is another key's, and no other text", () => {
    const key = readSignerKey(vector.key) ?? assert.fail("the vector is a key")
    assert.strictEqual(NodeSigner.verifierOf(vector.key), vector.verifier)
    assert.isNull(NodeSigner.verifierOf(writeSignerKey({ ...key, id: "00000000" })))
    assert.isNull(NodeSigner.verifierOf(writeSignerKey({ ...key, name: "evidence.example/other" })))
    assert.isNull(NodeSigner.verifierOf(vector.verifier))
    assert.deepStrictEqual(signerOf([]).keys, [])
  })
})
