/**
 * Checkpoints (C2SP tlog-checkpoint): the name of a log, the size and the root of its tree, signed as a note, and
 * cosigned by witnesses (C2SP tlog-cosignature).
 *
 * @module
 */
import { decodeBase64, encodeBase64 } from "../digest/Base64.js"
import type { TreeHead } from "./MerkleTree.js"
import { isKeyName, readNote } from "./SignedNote.js"

/** What a checkpoint says. */
export interface CheckpointBody extends TreeHead {
  /** The name of the log. */
  readonly origin: string
}

/**
 * Writes the text of a checkpoint: three lines, for the origin, the size, and the root as base64.
 *
 * @example
 * ```ts
 * import { emptyRoot, writeCheckpoint } from "@consent-service/core/evidence"
 *
 * writeCheckpoint({ origin: "log.example", size: 0, root: emptyRoot })
 * // "log.example\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n"
 * ```
 */
export const writeCheckpoint = ({ origin, root, size }: CheckpointBody): string =>
  `${origin}\n${size}\n${encodeBase64(root)}\n`

/** No zeros in front, and no more digits than a safe integer has. */
const sizePattern = /^(?:0|[1-9]\d{0,15})$/

/**
 * Reads the text of a checkpoint. Extension lines, which C2SP advises against, are refused.
 *
 * @param text - the text of a note, its last line feed included
 * @returns null for anything else
 * @example
 * ```ts
 * import { readCheckpoint } from "@consent-service/core/evidence"
 *
 * readCheckpoint("log.example\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n")?.size // 0
 * readCheckpoint("log.example\n0\n") // null
 * ```
 */
export const readCheckpoint = (text: string): CheckpointBody | null => {
  const [origin = "", size = "", encoded = "", end, ...others] = text.split("\n")
  if (end !== "" || others.length > 0 || !isKeyName(origin) || !sizePattern.test(size)) return null
  const root = decodeBase64(encoded)
  const count = Number(size)
  return root?.length === 32 && Number.isSafeInteger(count) ? { origin, size: count, root } : null
}

/**
 * Reads what a signed checkpoint says. Nothing is verified.
 *
 * @param note - the checkpoint with its signatures
 * @returns null for anything else
 * @example
 * ```ts
 * import { readCheckpointNote } from "@consent-service/core/evidence"
 *
 * const sizeOf = (note: string) => readCheckpointNote(note)?.size ?? 0
 * ```
 */
export const readCheckpointNote = (note: string): CheckpointBody | null => {
  const text = readNote(note)?.text
  return text === undefined ? null : readCheckpoint(text)
}

/** How long a witness's signature is, in bytes: eight for the time, and those of Ed25519. */
export const cosignatureBytes = 72

/**
 * Writes what a witness signs.
 *
 * @param time - of the cosignature, in epoch seconds
 * @param checkpoint - the text of the checkpoint, its last line feed included
 * @example
 * ```ts
 * import { cosignedText } from "@consent-service/core/evidence"
 *
 * cosignedText(1796083205, "log.example\n0\n47DEQ…\n") // "cosignature/v1\ntime 1796083205\nlog.example\n0\n47DEQ…\n"
 * ```
 */
export const cosignedText = (time: number, checkpoint: string): string => `cosignature/v1\ntime ${time}\n${checkpoint}`

/**
 * Reads the time of a witness's signature, in epoch seconds; null where it is no safe integer.
 *
 * @example
 * ```ts
 * import { cosignatureTime } from "@consent-service/core/evidence"
 *
 * cosignatureTime(Uint8Array.of(0, 0, 0, 0, 0x6b, 0x0e, 0x0e, 0x05)) // 1796083205
 * ```
 */
export const cosignatureTime = (signature: Uint8Array): number | null => {
  const view = new DataView(signature.buffer, signature.byteOffset, signature.byteLength)
  const time = Number(view.getBigUint64(0))
  return Number.isSafeInteger(time) ? time : null
}
