/**
 * What a witness decides (C2SP tlog-witness): it cosigns a checkpoint only when the log has signed it, and when it
 * continues the one that the witness cosigned last. So no log shows two histories under its cosignature.
 *
 * @module
 */
import { equalBytes } from "../digest/Hmac.js"
import {
  type CheckpointBody,
  cosignatureBytes,
  cosignatureTime,
  cosignedText,
  readCheckpointNote,
} from "./Checkpoint.js"
import { emptyRoot, isConsistent, type TreeHead } from "./MerkleTree.js"
import { keyTypes, readNote, type SignatureLine, type VerifierKey } from "./SignedNote.js"
import { type VerifyEd25519, verifyCheckpoint } from "./VerifyReceipt.js"
import { readWitnessRequest } from "./WitnessRequest.js"

/** The newest checkpoint that a witness cosigned of each log, by the log's name: what it must never forget. */
export type WitnessState = ReadonlyMap<string, string>

/**
 * What a witness decides. `Malformed`: no request. `UnknownLog`: of a log whose keys it does not trust. `Unsigned`: not
 * signed by such a key. `Conflict`: the witness knows another size than the request says, or another tree of this size.
 * `Inconsistent`: the proof does not show that the tree continues the known one.
 */
export type WitnessDecision =
  | { readonly _tag: "Cosign"; readonly body: CheckpointBody; readonly text: string; readonly state: WitnessState }
  | { readonly _tag: "Malformed" | "UnknownLog" | "Unsigned" | "Inconsistent" }
  | {
      readonly _tag: "Conflict"
      readonly size: number
      /** Two checkpoints of one size that the log has signed, and that contradict each other. */
      readonly contradiction: readonly [known: string, given: string] | null
    }

const refusals = { Malformed: "Malformed", WrongOrigin: "UnknownLog" } as const

const isSameTree = (one: TreeHead, other: TreeHead): boolean =>
  one.size === other.size && equalBytes(one.root, other.root)

/**
 * Decides on a request. What follows from `Cosign` is durable before the cosignature leaves the witness, and requests
 * are decided one after another.
 *
 * @param keys - the keys of the logs that the witness serves, each named as its log
 * @example
 * ```ts
 * import { decideCosignature, type VerifierKey, type VerifyEd25519 } from "@consent-service/core/evidence"
 *
 * const decide = (request: string, keys: ReadonlyArray<VerifierKey>, verify: VerifyEd25519) =>
 *   decideCosignature(request, new Map(), keys, verify)
 * ```
 */
export const decideCosignature = async (
  request: string,
  state: WitnessState,
  keys: ReadonlyArray<VerifierKey>,
  verify: VerifyEd25519,
): Promise<WitnessDecision> => {
  const read = readWitnessRequest(request)
  if (read === null) return { _tag: "Malformed" }
  const { body, checkpoint, old, proof, text } = read
  const verdict = await verifyCheckpoint(checkpoint, body.origin, { keys }, verify)
  if (verdict._tag === "Refused") {
    const { reason } = verdict
    return { _tag: reason === "Malformed" || reason === "WrongOrigin" ? refusals[reason] : "Unsigned" }
  }
  const kept = state.get(body.origin) ?? ""
  const known: TreeHead = readCheckpointNote(kept) ?? { size: 0, root: emptyRoot }
  const isFork = kept !== "" && known.size === body.size && !isSameTree(known, body)
  if (isFork) return { _tag: "Conflict", size: known.size, contradiction: [kept, checkpoint] }
  if (old !== known.size) return { _tag: "Conflict", size: known.size, contradiction: null }
  if (!isConsistent(known, body, proof)) return { _tag: "Inconsistent" }
  return { _tag: "Cosign", body, text, state: new Map(state).set(body.origin, checkpoint) }
}

const stateFormat = "consent-service/witness/v1"

/**
 * Writes what a witness must not forget, as JSON.
 *
 * @example
 * ```ts
 * import { writeWitnessState } from "@consent-service/core/evidence"
 *
 * writeWitnessState(new Map()) // '{"format":"consent-service/witness/v1","checkpoints":[]}\n'
 * ```
 */
export const writeWitnessState = (state: WitnessState): string =>
  `${JSON.stringify({ format: stateFormat, checkpoints: Array.from(state.values()) })}\n`

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Reads what a witness must not forget.
 *
 * @returns null for anything that {@link writeWitnessState} did not write: a witness does not begin with it
 * @example
 * ```ts
 * import { readWitnessState } from "@consent-service/core/evidence"
 *
 * readWitnessState("{}") // null
 * ```
 */
export const readWitnessState = (text: string): WitnessState | null => {
  const value = parsed(text)
  if (typeof value !== "object" || value === null || !("format" in value) || !("checkpoints" in value)) return null
  if (value.format !== stateFormat || !Array.isArray(value.checkpoints)) return null
  const state = new Map<string, string>()
  for (const note of value.checkpoints) {
    const body = typeof note === "string" ? readCheckpointNote(note) : null
    if (body === null || state.has(body.origin)) return null
    state.set(body.origin, String(note))
  }
  return state
}

const utf8 = new TextEncoder()

/** Reads signature lines without their text, as a witness answers them. */
const readLines = (answer: string): ReadonlyArray<SignatureLine> => readNote(`\n\n${answer}`)?.signatures ?? []

/**
 * Finds a witness's cosignature in what it has answered.
 *
 * @param text - what was cosigned: the checkpoint without its signatures
 * @returns null when there is none that is right
 * @example
 * ```ts
 * import { findCosignature, type VerifierKey, type VerifyEd25519 } from "@consent-service/core/evidence"
 *
 * const isCosigned = async (answer: string, text: string, witness: VerifierKey, verify: VerifyEd25519) =>
 *   (await findCosignature(answer, text, witness, verify)) !== null
 * ```
 */
export const findCosignature = async (
  answer: string,
  text: string,
  witness: VerifierKey,
  verify: VerifyEd25519,
): Promise<SignatureLine | null> => {
  for (const line of readLines(answer)) {
    if (line.name !== witness.name || line.keyId !== witness.id || witness.type !== keyTypes.cosignature) continue
    const time = line.signature.length === cosignatureBytes ? cosignatureTime(line.signature) : null
    if (time === null) continue
    const message = utf8.encode(cosignedText(time, text))
    if (await verify(witness.publicKey, message, line.signature.subarray(8))) return line
  }
  return null
}
