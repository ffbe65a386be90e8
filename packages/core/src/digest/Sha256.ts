/**
 * SHA-256 as a synchronous pure function, so that a fingerprint or an act's id is the same value on a server, at the
 * edge and in a browser. (WebCrypto is asynchronous, and `node:crypto` is not everywhere; it is used where available,
 * because it takes a tenth of the time.)
 *
 * @module
 */

const roundConstants = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])

const initialState = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

const pad = (message: Uint8Array): DataView => {
  const blocks = Math.ceil((message.length + 9) / 64)
  const padded = new Uint8Array(blocks * 64)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(message.length / 0x20000000))
  view.setUint32(padded.length - 4, (message.length << 3) >>> 0)
  return view
}

const schedule = (view: DataView, offset: number, words: Uint32Array): void => {
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(offset + i * 4)
  for (let i = 16; i < 64; i++) {
    const w15 = words[i - 15]!
    const w2 = words[i - 2]!
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3)
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10)
    words[i] = words[i - 16]! + s0 + words[i - 7]! + s1
  }
}

const compress = (state: Uint32Array, words: Uint32Array): void => {
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + roundConstants[i]! + words[i]!) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  const round = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = state[i]! + round[i]!
}

/** In JavaScript, on any platform. */
const portableSha256 = (message: Uint8Array): Uint8Array => {
  const state = new Uint32Array(initialState)
  const words = new Uint32Array(64)
  const view = pad(message)
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    schedule(view, offset, words)
    compress(state, words)
  }
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((word, i) => digest.setUint32(i * 4, word))
  return new Uint8Array(digest.buffer)
}

const encoder = new TextEncoder()

const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

/**
 * Writes bytes as lower-case hex digits, two for each.
 *
 * @example
 * ```ts
 * import { hexOf } from "@consent-service/core/primitives"
 *
 * hexOf(Uint8Array.of(1, 255)) // "01ff"
 * ```
 */
export const hexOf = (bytes: Uint8Array): string => {
  let hex = ""
  for (const byte of bytes) hex += hexPairs[byte]
  return hex
}

/** A platform's implementation. */
export interface Digest {
  /** The digest of some bytes. */
  readonly ofBytes: (message: Uint8Array) => Uint8Array
  /** The digest of a string's UTF-8 bytes. */
  readonly bytes: (text: string) => Uint8Array
  /** The same as 64 lower-case hex digits. */
  readonly hex: (text: string) => string
}

/** In JavaScript, on any platform. */
export const portableDigest: Digest = {
  ofBytes: portableSha256,
  bytes: (text) => portableSha256(encoder.encode(text)),
  hex: (text) => hexOf(portableSha256(encoder.encode(text))),
}

/** The part of `node:crypto` that is used; it has `hash` since Node 20.12, and other runtimes may not have it. */
interface NodeCrypto {
  readonly hash?: (algorithm: "sha256", data: string | Uint8Array, encoding: "hex" | "latin1") => string
}

interface Platform {
  /** Every platform has it; a type with only optional members would be too weak. */
  readonly globalThis: unknown
  readonly process?: { readonly getBuiltinModule?: (id: "node:crypto") => NodeCrypto | undefined }
}

/** Faster than allocating a buffer for them. */
const fromLatin1 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/**
 * SHA-256 by `node:crypto`; null where the platform has none. Looked up at run time, because an import would keep core from
 * browsers.
 *
 * @param platform - `globalThis`
 *
 * @example
 * ```ts
 * import { nativeDigest, portableDigest } from "@consent-service/core/primitives"
 *
 * const digest = nativeDigest(globalThis) ?? portableDigest
 * digest.hex("") // "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
 * ```
 */
export const nativeDigest = ({ process }: Platform): Digest | null => {
  const hash = process?.getBuiltinModule?.("node:crypto")?.hash
  if (hash === undefined) return null
  return {
    ofBytes: (message) => fromLatin1(hash("sha256", message, "latin1")),
    bytes: (text) => fromLatin1(hash("sha256", text, "latin1")),
    hex: (text) => hash("sha256", text, "hex"),
  }
}

const digest = nativeDigest(globalThis) ?? portableDigest

/**
 * The 32-byte SHA-256 digest of some bytes (FIPS 180-4).
 *
 * @example
 * ```ts
 * import { sha256 } from "@consent-service/core/primitives"
 *
 * sha256(new TextEncoder().encode("text")).length // 32
 * ```
 */
export const sha256 = digest.ofBytes

/**
 * The SHA-256 digest of a string's UTF-8 bytes: 32 bytes.
 *
 * @example
 * ```ts
 * import { sha256Text } from "@consent-service/core/primitives"
 *
 * sha256Text("").length // 32
 * ```
 */
export const sha256Text = digest.bytes

/**
 * The SHA-256 digest of a string's UTF-8 bytes as 64 lower-case hex digits.
 *
 * @example
 * ```ts
 * import { sha256Hex } from "@consent-service/core/primitives"
 *
 * sha256Hex("") // "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
 * ```
 */
export const sha256Hex = digest.hex
