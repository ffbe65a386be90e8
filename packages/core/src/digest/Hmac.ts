/**
 * HMAC-SHA-256 (RFC 2104) as a synchronous pure function, so that tokens are signed and verified without waiting, on a server,
 * at the edge and in a test.
 *
 * @module
 */
import { portableDigest } from "./Sha256.js"

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

/**
 * HMAC-SHA-256 in JavaScript, on any platform.
 *
 * @example
 * ```ts
 * import { portableMac } from "@consent-service/core/primitives"
 *
 * portableMac("key", "text").length // 32
 * ```
 */
export const portableMac: TextMac = (key, text) => {
  const given = utf8.encode(key)
  const bytes = given.length > blockSize ? portableDigest.ofBytes(given) : given
  const inner = portableDigest.ofBytes(paddedWith(bytes, 0x36, utf8.encode(text)))
  return portableDigest.ofBytes(paddedWith(bytes, 0x5c, inner))
}

/** The part of `node:crypto` that is used. */
interface NodeCrypto {
  readonly createHmac?: (
    algorithm: "sha256",
    key: string,
  ) => { readonly update: (text: string, encoding: "utf8") => { readonly digest: () => Uint8Array } }
}

interface Platform {
  /** Every platform has it; a type with only optional members would accept anything. */
  readonly globalThis: unknown
  readonly process?: { readonly getBuiltinModule?: (id: "node:crypto") => NodeCrypto | undefined }
}

/**
 * HMAC-SHA-256 by `node:crypto`; null where the platform has none. Looked up at run time, because an import would keep core
 * from browsers.
 *
 * @param platform - `globalThis`
 *
 * @example
 * ```ts
 * import { nativeMac, portableMac } from "@consent-service/core/primitives"
 *
 * const mac = nativeMac(globalThis) ?? portableMac
 * mac("key", "text").length // 32
 * ```
 */
export const nativeMac = ({ process }: Platform): TextMac | null => {
  const createHmac = process?.getBuiltinModule?.("node:crypto")?.createHmac
  return createHmac === undefined ? null : (key, text) => createHmac("sha256", key).update(text, "utf8").digest()
}

/**
 * HMAC-SHA-256 with the fastest implementation of this platform.
 *
 * @example
 * ```ts
 * import { hmacSha256 } from "@consent-service/core/primitives"
 *
 * Buffer.from(hmacSha256("key", "text")).toString("hex") // "6afa9046a9579cad143a384c1b564b9a250d27d6f6a63f9f20bf3a7594c9e2c6"
 * ```
 */
export const hmacSha256: TextMac = nativeMac(globalThis) ?? portableMac

/**
 * Whether two byte strings are equal. For equal lengths, the time does not depend on where they differ.
 *
 * @example
 * ```ts
 * import { equalBytes } from "@consent-service/core/primitives"
 *
 * equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2)) // true
 * ```
 */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0)
  return difference === 0
}
