/**
 * Signed notes (C2SP signed-note): a text, an empty line, signature lines. Keys are those of Ed25519, for notes of a log
 * and for cosignatures of a witness.
 *
 * @module
 */
import { decodeBase64, encodeBase64 } from "../digest/Base64.js"
import { hexOf, sha256 } from "../digest/Sha256.js"

/** What keys are for: signing notes, and cosigning checkpoints with a time (C2SP tlog-cosignature). */
export const keyTypes = { note: 0x01, cosignature: 0x04 } as const

/** A type of keys, as it is written in them. */
export type KeyType = (typeof keyTypes)[keyof typeof keyTypes]

/** What verifies signatures of a log or a witness. */
export interface VerifierKey {
  /** Of the log, its origin. */
  readonly name: string
  /** 8 lower-case hex digits: the beginning of a digest of name, type and public key. */
  readonly id: string
  readonly type: KeyType
  /** 32 bytes. */
  readonly publicKey: Uint8Array
}

/** One line behind the text of a note. */
export interface SignatureLine {
  readonly name: string
  /** 8 lower-case hex digits. */
  readonly keyId: string
  /** What the key's type makes of it: 64 bytes, or a time and 64 bytes. */
  readonly signature: Uint8Array
}

/** A note, parsed. */
export interface SignedNote {
  /** What is signed, its last line feed included. */
  readonly text: string
  readonly signatures: ReadonlyArray<SignatureLine>
}

/** How long a note may be, in UTF-16 code units, and how many signatures it may have: a post-quantum one has 3.3 kB. */
export const noteBounds = { length: 65_536, signatures: 16 } as const

const utf8 = new TextEncoder()

/** Names have no blanks and no plus, which separate them from what follows, and no control characters, as notes have none. */
const namePattern = /^[^\s+\p{White_Space}\p{Cc}]+$/u

/**
 * Whether a text can be the name of a key.
 *
 * @example
 * ```ts
 * import { isKeyName } from "@consent-service/core/evidence"
 *
 * isKeyName("log.example/shop") // true
 * isKeyName("log example") // false
 * ```
 */
export const isKeyName = (name: string): boolean => namePattern.test(name) && name.isWellFormed()

/**
 * Computes the id of a key: the first four bytes of SHA-256 of its name, a line feed, its type and its public key.
 *
 * @param publicKey - 32 bytes
 * @returns 8 lower-case hex digits
 * @example
 * ```ts
 * import { keyIdOf, keyTypes } from "@consent-service/core/evidence"
 *
 * keyIdOf("log.example", keyTypes.note, new Uint8Array(32)).length // 8
 * ```
 */
export const keyIdOf = (name: string, type: KeyType, publicKey: Uint8Array): string =>
  hexOf(sha256(Uint8Array.of(...utf8.encode(name), 0x0a, type, ...publicKey)).subarray(0, 4))

/**
 * Makes the verifier key of a public key.
 *
 * @example
 * ```ts
 * import { keyTypes, verifierKey } from "@consent-service/core/evidence"
 *
 * verifierKey("log.example", keyTypes.note, new Uint8Array(32)).name // "log.example"
 * ```
 */
export const verifierKey = (name: string, type: KeyType, publicKey: Uint8Array): VerifierKey => ({
  name,
  id: keyIdOf(name, type, publicKey),
  type,
  publicKey,
})

/**
 * Writes a verifier key: `<name>+<key id>+<base64 of type and public key>`.
 *
 * @example
 * ```ts
 * import { keyTypes, verifierKey, writeVerifierKey } from "@consent-service/core/evidence"
 *
 * writeVerifierKey(verifierKey("log.example", keyTypes.note, new Uint8Array(32))) // "log.example+…+AQAA…"
 * ```
 */
export const writeVerifierKey = ({ id, name, publicKey, type }: VerifierKey): string =>
  `${name}+${id}+${encodeBase64(Uint8Array.of(type, ...publicKey))}`

const isKeyType = (type: number | undefined): type is KeyType => type === keyTypes.note || type === keyTypes.cosignature

/** Cuts a key into name, id, and the rest: only the rest may have a plus. */
const keyFields = (text: string): readonly [name: string, id: string, data: Uint8Array] | null => {
  const first = text.indexOf("+")
  const second = text.indexOf("+", first + 1)
  // Without a first plus, there is no second one either.
  if (second === -1) return null
  const data = decodeBase64(text.slice(second + 1))
  return data === null ? null : [text.slice(0, first), text.slice(first + 1, second), data]
}

/**
 * Reads a verifier key.
 *
 * @returns null unless it is well-formed, of a known type, and its id is the one of its name and public key
 * @example
 * ```ts
 * import { readVerifierKey } from "@consent-service/core/evidence"
 *
 * readVerifierKey("evidence.example/shop+7b36f050+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4")?.name // "evidence.example/shop"
 * readVerifierKey("evidence.example/shop") // null
 * ```
 */
export const readVerifierKey = (text: string): VerifierKey | null => {
  const fields = keyFields(text)
  if (fields === null) return null
  const [name, id, data] = fields
  if (data.length !== 33 || !isKeyName(name)) return null
  const type = data[0]
  if (!isKeyType(type)) return null
  const key = verifierKey(name, type, data.subarray(1))
  return key.id === id ? key : null
}

/** What signs notes. Secret. */
export interface SignerKey {
  readonly name: string
  /** As it is written in the key: only who has computed the public key can check it. */
  readonly id: string
  /** 32 bytes, from which Ed25519 derives the private and the public key. */
  readonly seed: Uint8Array
}

const privatePrefix = "PRIVATE+KEY+"

/**
 * Writes a signer key in the form that Go's `note` package reads: `PRIVATE+KEY+<name>+<key id>+<base64>`.
 *
 * @example
 * ```ts
 * import { writeSignerKey } from "@consent-service/core/evidence"
 *
 * writeSignerKey({ name: "log.example", id: "7b36f050", seed: new Uint8Array(32) }) // "PRIVATE+KEY+log.example+7b36f050+AQAA…"
 * ```
 */
export const writeSignerKey = ({ id, name, seed }: SignerKey): string =>
  `${privatePrefix}${name}+${id}+${encodeBase64(Uint8Array.of(keyTypes.note, ...seed))}`

/**
 * Reads a signer key in the form that Go's `note` package writes.
 *
 * @returns null unless it is well-formed and for Ed25519; whether the id is that of the key is not checked
 * @example
 * ```ts
 * import { readSignerKey } from "@consent-service/core/evidence"
 *
 * readSignerKey("PRIVATE+KEY+log.example") // null
 * ```
 */
export const readSignerKey = (text: string): SignerKey | null => {
  if (!text.startsWith(privatePrefix)) return null
  const fields = keyFields(text.slice(privatePrefix.length))
  if (fields === null) return null
  const [name, id, data] = fields
  if (!isKeyName(name) || !/^[0-9a-f]{8}$/.test(id)) return null
  return data.length === 33 && data[0] === keyTypes.note ? { name, id, seed: data.subarray(1) } : null
}

/** Begins each signature line: an em dash and a blank. */
const dash = "\u2014 "

/**
 * Writes one signature line, its line feed included.
 *
 * @example
 * ```ts
 * import { writeSignatureLine } from "@consent-service/core/evidence"
 *
 * writeSignatureLine({ name: "log.example", keyId: "7b36f050", signature: new Uint8Array(64) }) // "— log.example ezbwUAAA…"
 * ```
 */
export const writeSignatureLine = ({ keyId, name, signature }: SignatureLine): string => {
  const id = Uint8Array.from({ length: 4 }, (_, at) => Number.parseInt(keyId.slice(2 * at, 2 * at + 2), 16))
  return `${dash}${name} ${encodeBase64(Uint8Array.of(...id, ...signature))}\n`
}

/**
 * Writes a note.
 *
 * @example
 * ```ts
 * import { writeNote } from "@consent-service/core/evidence"
 *
 * const signature = new Uint8Array(64)
 * writeNote({ text: "text\n", signatures: [{ name: "log.example", keyId: "7b36f050", signature }] }) // "text\n\n— log.example ezbw…"
 * ```
 */
export const writeNote = ({ signatures, text }: SignedNote): string =>
  `${text}\n${signatures.map(writeSignatureLine).join("")}`

const readSignatureLine = (line: string): SignatureLine | null => {
  const blank = line.indexOf(" ", dash.length)
  if (!line.startsWith(dash) || blank === -1) return null
  const name = line.slice(dash.length, blank)
  const data = decodeBase64(line.slice(blank + 1))
  if (data === null || data.length < 5 || !isKeyName(name)) return null
  return { name, keyId: hexOf(data.subarray(0, 4)), signature: data.subarray(4) }
}

/** Control characters, of which a note may have line feeds only. */
const hasControls = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 0x20 && text.charCodeAt(at) !== 0x0a) return true
  return false
}

/**
 * Reads a note. Nothing is verified.
 *
 * @returns null for what is no note, or exceeds {@link noteBounds}
 * @example
 * ```ts
 * import { readNote } from "@consent-service/core/evidence"
 *
 * readNote("no signature follows\n") // null
 * ```
 */
export const readNote = (note: string): SignedNote | null => {
  if (note.length > noteBounds.length || !note.endsWith("\n") || !note.isWellFormed() || hasControls(note)) return null
  const end = note.lastIndexOf("\n\n")
  if (end === -1) return null
  const lines = note.slice(end + 2, -1).split("\n")
  if (lines.length > noteBounds.signatures) return null
  const signatures = lines.map(readSignatureLine).filter((line) => line !== null)
  return signatures.length === lines.length ? { text: note.slice(0, end + 1), signatures } : null
}
