/**
 * Signs checkpoints with Ed25519 keys, by `node:crypto`.
 *
 * @module
 */
import {
  cosignedText,
  keyTypes,
  readSignerKey,
  type SignerKey,
  verifierKey,
  writeSignatureLine,
  writeSignerKey,
  writeVerifierKey,
} from "@consent-service/core/evidence"
import { CheckpointSigner } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto"

/** What precedes the seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex")

const publicKeyBytes = 32

/** A key that signs, and the verifier key that others check its signatures with. */
interface Ed25519Key {
  readonly verifier: string
  readonly lineOf: (text: string) => string
}

const publicKeyOf = (key: KeyObject): Uint8Array => {
  const spki = createPublicKey(key).export({ format: "der", type: "spki" })
  return new Uint8Array(spki.subarray(spki.length - publicKeyBytes))
}

const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: "der", type: "pkcs8" })

/** Null for a key whose id is another's. */
const keyOf = ({ id, name, seed }: SignerKey): Ed25519Key | null => {
  const key = privateKeyOf(seed)
  const verifier = verifierKey(name, keyTypes.note, publicKeyOf(key))
  if (verifier.id !== id) return null
  return {
    verifier: writeVerifierKey(verifier),
    lineOf: (text) =>
      writeSignatureLine({ name, keyId: id, signature: new Uint8Array(sign(null, Buffer.from(text), key)) }).trimEnd(),
  }
}

const read = (signingKey: string): Ed25519Key | null => {
  const key = readSignerKey(signingKey)
  return key === null ? null : keyOf(key)
}

/** The verifier key of a private key in Go's form; null for a text that is none. */
export const verifierOf = (signingKey: string): string | null => read(signingKey)?.verifier ?? null

/** A key that cosigns checkpoints. */
export interface Cosigner {
  /** The verifier key of the cosignatures. */
  readonly verifier: string
  /**
   * The signature line for the text of a checkpoint.
   *
   * @param time - in epoch seconds
   */
  readonly lineOf: (time: number, text: string) => string
}

/** What cosigns with a private key in Go's form, as other witnesses read it; null for a text that is none. */
export const cosignerOf = (signingKey: string): Cosigner | null => {
  const signer = readSignerKey(signingKey)
  if (signer === null || keyOf(signer) === null) return null
  const { name, seed } = signer
  const key = privateKeyOf(seed)
  const verifier = verifierKey(name, keyTypes.cosignature, publicKeyOf(key))
  return {
    verifier: writeVerifierKey(verifier),
    lineOf: (time, text) => {
      const signature = new Uint8Array(8 + 64)
      new DataView(signature.buffer).setBigUint64(0, BigInt(time))
      signature.set(sign(null, Buffer.from(cosignedText(time, text)), key), 8)
      return writeSignatureLine({ name, keyId: verifier.id, signature })
    },
  }
}

/**
 * Makes a private key for the option `evidence.signingKeys`, as `consent-service log init` does. Keep it secret.
 *
 * @param name - the name of the log: a URL without its scheme that you control
 *
 * @example
 * ```ts
 * import { makeSigningKey } from "consent-service/node"
 *
 * makeSigningKey("consent.shop.example/evidence").startsWith("PRIVATE+KEY+consent.shop.example/evidence+") // true
 * ```
 */
export const makeSigningKey = (name: string): string => {
  const { privateKey } = generateKeyPairSync("ed25519")
  const der = privateKey.export({ format: "der", type: "pkcs8" })
  const seed = new Uint8Array(der.subarray(pkcs8Prefix.length))
  return writeSignerKey({ name, seed, id: verifierKey(name, keyTypes.note, publicKeyOf(privateKey)).id })
}

/**
 * Signs with keys in Go's form of private keys, the current one first.
 *
 * @param signingKeys - checked already: others are left out
 */
export const layer = (signingKeys: ReadonlyArray<string>): Layer.Layer<CheckpointSigner> =>
  Layer.sync(CheckpointSigner, () => {
    const keys = signingKeys.map(read).filter((key) => key !== null)
    return {
      keys: keys.map(({ verifier }) => verifier),
      sign: (text) => Effect.sync(() => keys.map(({ lineOf }) => lineOf(text))),
    }
  })
