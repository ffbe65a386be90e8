/** A key of an evidence log, and what it signs. */
import { keyTypes, verifierKey, writeSignatureLine, writeVerifierKey } from "@consent-service/core/evidence"
import type { CheckpointSigner } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import { generateKeyPairSync, sign } from "node:crypto"

/** A new key of a log of this name. */
export const newLogKey = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const raw = new Uint8Array(publicKey.export({ format: "der", type: "spki" }).subarray(-32))
  const key = verifierKey(origin, keyTypes.note, raw)
  const signer: typeof CheckpointSigner.Service = {
    keys: [writeVerifierKey(key)],
    sign: (text) =>
      Effect.sync(() => {
        const signature = new Uint8Array(sign(null, Buffer.from(text), privateKey))
        return [writeSignatureLine({ name: origin, keyId: key.id, signature }).trimEnd()]
      }),
  }
  return { verifierKey: writeVerifierKey(key), signer }
}
