/**
 * The keys that sign checkpoints of the evidence log: Ed25519, by `node:crypto`, from private keys in the form of Go's
 * `note` package.
 *
 * @module
 */
import {
  keyIdOf,
  keyTypes,
  readSignerKey,
  type SignerKey,
  type VerifierKey,
  verifierKey,
  writeSignatureLine,
  writeSignerKey,
  writeVerifierKey,
} from "@consent-service/core/evidence"
import type { CheckpointSigner } from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto"

/** A private key, in both forms that are needed of it. */
export interface SigningKey {
  /** What verifies its signatures. */
  readonly verifier: VerifierKey
  readonly privateKey: Redacted.Redacted<KeyObject>
}

/** What PKCS #8 has in front of the 32 bytes of an Ed25519 key (RFC 8410). */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex")

const keyPairOf = (seed: Uint8Array) => {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: "der", type: "pkcs8" })
  // The public key is the end of its SubjectPublicKeyInfo.
  const publicKey = createPublicKey(privateKey).export({ format: "der", type: "spki" }).subarray(-32)
  return { privateKey, publicKey: new Uint8Array(publicKey) }
}

/**
 * Reads a private key, `PRIVATE+KEY+<name>+<id>+<base64>`.
 *
 * @returns null for any other text, and for a key whose id is not that of its name and public key
 */
export const readSigningKey = (text: string): SigningKey | null => {
  const key = readSignerKey(text.trim())
  if (key === null) return null
  const { privateKey, publicKey } = keyPairOf(key.seed)
  const verifier = verifierKey(key.name, keyTypes.note, publicKey)
  return verifier.id === key.id ? { verifier, privateKey: Redacted.make(privateKey) } : null
}

/** A new key of a log, in the two forms that are written down. */
export interface MadeKey {
  /** Secret: `evidence.signingKeys`. */
  readonly privateKey: string
  /** Public: those who verify receipts trust it. */
  readonly verifierKey: string
}

/** Makes a key. */
export const makeKey = (origin: string, seed: Uint8Array = new Uint8Array(randomBytes(32))): MadeKey => {
  const { publicKey } = keyPairOf(seed)
  const signer: SignerKey = { name: origin, id: keyIdOf(origin, keyTypes.note, publicKey), seed }
  return {
    privateKey: writeSignerKey(signer),
    verifierKey: writeVerifierKey(verifierKey(origin, keyTypes.note, publicKey)),
  }
}

const lineOf = ({ privateKey, verifier }: SigningKey, text: string): string => {
  const signature = new Uint8Array(sign(null, Buffer.from(text), Redacted.value(privateKey)))
  return writeSignatureLine({ name: verifier.name, keyId: verifier.id, signature }).trimEnd()
}

/** Signs with each of the keys, in their order. */
export const signerOf = (keys: ReadonlyArray<SigningKey>): Context.Tag.Service<CheckpointSigner> => ({
  keys: keys.map(({ verifier }) => writeVerifierKey(verifier)),
  sign: (text) => Effect.sync(() => keys.map((key) => lineOf(key, text))),
})
