/**
 * What a log sends to a witness (C2SP tlog-witness, `add-checkpoint`): the size that the witness knows, a proof from there,
 * and the signed checkpoint.
 *
 * @module
 */
import { decodeBase64, encodeBase64 } from "../digest/Base64.js"
import { type CheckpointBody, readCheckpoint } from "./Checkpoint.js"
import type { Hash } from "./MerkleTree.js"
import { noteBounds, readNote } from "./SignedNote.js"

/** A request for a cosignature. */
export interface WitnessRequest {
  /** The size of the tree that the witness cosigned last; 0 for none. */
  readonly old: number
  /** That this tree is the beginning of the checkpoint's. */
  readonly proof: ReadonlyArray<Hash>
  /** The signed checkpoint, verbatim. */
  readonly checkpoint: string
}

/** A {@link WitnessRequest}, and what its checkpoint says. */
export interface ReadWitnessRequest extends WitnessRequest {
  readonly body: CheckpointBody
  /** What the log has signed. */
  readonly text: string
}

const mostHashes = 63

/** How long a request may be, in bytes: its proof, and a note. */
export const mostRequestBytes = noteBounds.length + (mostHashes + 1) * 48

/** How a witness answers in C2SP's protocol. */
export const witnessPaths = { add: "/add-checkpoint" } as const

/** The type of an answer that names the size that a witness knows. */
export const witnessSizeType = "text/x.tlog.size"

/**
 * Writes a request.
 *
 * @example
 * ```ts
 * import { writeWitnessRequest } from "@consent-service/core/evidence"
 *
 * writeWitnessRequest({ old: 0, proof: [], checkpoint: "log.example\n…" }) // "old 0\n\nlog.example\n…"
 * ```
 */
export const writeWitnessRequest = ({ checkpoint, old, proof }: WitnessRequest): string =>
  `old ${old}\n${proof.map((hash) => `${encodeBase64(hash)}\n`).join("")}\n${checkpoint}`

const sizePattern = /^(?:0|[1-9]\d{0,15})$/

/**
 * Reads a size as C2SP writes it: decimal, without zeros in front.
 *
 * @returns null for anything else, and for more than a safe integer
 * @example
 * ```ts
 * import { readTreeSize } from "@consent-service/core/evidence"
 *
 * readTreeSize("12") // 12
 * readTreeSize("012") // null
 * ```
 */
export const readTreeSize = (text: string): number | null => {
  const size = sizePattern.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(size) ? size : null
}

/**
 * Reads a request. No signature is verified.
 *
 * @returns null for what is no request, and for one whose old size is beyond its checkpoint
 * @example
 * ```ts
 * import { readWitnessRequest } from "@consent-service/core/evidence"
 *
 * readWitnessRequest("old 0\n") // null
 * ```
 */
export const readWitnessRequest = (request: string): ReadWitnessRequest | null => {
  if (request.length > mostRequestBytes) return null
  const end = request.indexOf("\n\n")
  // Without an empty line, what follows is no note either.
  const [first = "", ...lines] = request.slice(0, end).split("\n")
  const old = first.startsWith("old ") ? readTreeSize(first.slice("old ".length)) : null
  if (old === null || lines.length > mostHashes) return null
  const proof = lines.map(decodeBase64).filter((hash) => hash?.length === 32)
  const checkpoint = request.slice(end + 2)
  const note = readNote(checkpoint)
  if (note === null) return null
  const body = readCheckpoint(note.text)
  if (body === null || proof.length < lines.length || body.size < old) return null
  return { old, proof: proof.filter((hash) => hash !== null), checkpoint, body, text: note.text }
}
