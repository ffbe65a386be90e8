/**
 * HMAC-SHA-256 (RFC 2104) as a synchronous pure function: a token is signed and verified without waiting, on a server,
 * at the edge and in a test.
 *
 * @module
 */
import { sha256 } from "./Sha256.js"

/** The message authentication code of a text under a key, both as UTF-8: 32 bytes. */
export type TextMac = (key: string, text: string) => Uint8Array

const utf8 = new TextEncoder()

/** The block size of SHA-256, in bytes. */
const blockSize = 64

const paddedWith = (key: Uint8Array, pad: number, message: Uint8Array): Uint8Array => {
  const padded = new Uint8Array(blockSize + message.length).fill(pad, 0, blockSize)
  for (let i = 0; i < key.length; i++) padded[i] = key[i]! ^ pad
  padded.set(message, blockSize)
  return padded
}

/** By this file, on any platform. */
export const portableMac: TextMac = (key, text) => {
  const given = utf8.encode(key)
  const bytes = given.length > blockSize ? sha256(given) : given
  const inner = sha256(paddedWith(bytes, 0x36, utf8.encode(text)))
  return sha256(paddedWith(bytes, 0x5c, inner))
}

/** The part of `node:crypto` that is used. */
interface NodeCrypto {
  readonly createHmac?: (
    algorithm: "sha256",
    key: string,
  ) => { readonly update: (text: string, encoding: "utf8") => { readonly digest: () => Uint8Array } }
}

interface Platform {
  /** Every platform's; a type with optional members only would accept any mistake. */
  readonly globalThis: unknown
  readonly process?: { readonly getBuiltinModule?: (id: "node:crypto") => NodeCrypto | undefined }
}

/** By `node:crypto`, where the platform has it; looked up at run time, as an import would keep core from browsers. */
export const nativeMac = ({ process }: Platform): TextMac | null => {
  const createHmac = process?.getBuiltinModule?.("node:crypto")?.createHmac
  return createHmac === undefined ? null : (key, text) => createHmac("sha256", key).update(text, "utf8").digest()
}

/** HMAC-SHA-256 by the fastest means of this platform. */
export const hmacSha256: TextMac = nativeMac(globalThis) ?? portableMac

/** Compares in a time that does not depend on where two equally long byte strings differ. */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0)
  return difference === 0
}
