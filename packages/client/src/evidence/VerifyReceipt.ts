/**
 * Verifies a receipt with the functions of the service's core, which the build puts into this package's entry.
 *
 * @module
 */
import {
  decodeBase64,
  type LogReceipt,
  readReceipt,
  readTlogProof,
  readVerifierKey,
  type Trust,
  type VerifierKey,
  verifyReceipt as verify,
} from "@consent-service/core/evidence"
import type * as Wire from "../wire/Wire.js"
import { ed25519, isEd25519Known } from "./Ed25519.js"

/** The trust of a verifier. */
export interface VerifyOptions {
  /**
   * The log's public keys, as in `GET /log/keys`. Take them from the operator or from an earlier response: a
   * forger would respond with another key.
   */
  readonly keys: ReadonlyArray<string>
  /** The public keys of witnesses. */
  readonly witnesses?: ReadonlyArray<string> | undefined
  /** How many witnesses must have cosigned the checkpoint; 0 by default. */
  readonly quorum?: number | undefined
  /** A known checkpoint of the log, and the proof between the two, as in `GET /log/consistency`. */
  readonly known?: { readonly checkpoint: string; readonly proof: ReadonlyArray<string> } | undefined
}

/**
 * Why a receipt is refused. `Unreadable`: not a receipt. `KeyInvalid`: an option is not a key or not a proof. `Unsupported`:
 * this runtime lacks Ed25519. `Malformed`: its checkpoint cannot be read. `WrongOrigin`: it belongs to another log.
 * `Unsigned`: no trusted key has signed it. `BadSignature`: a signature is invalid. `NotWitnessed`: too few witnesses.
 * `NotIncluded`: the entry is not in the log. `Forked`: the log contradicts the known checkpoint.
 */
export type ReceiptProblem =
  | "Unreadable"
  | "KeyInvalid"
  | "Unsupported"
  | "Malformed"
  | "WrongOrigin"
  | "Unsigned"
  | "BadSignature"
  | "NotWitnessed"
  | "NotIncluded"
  | "Forked"

/** The outcome of a verification. */
export type ReceiptCheck =
  | {
      readonly verified: true
      /** The name of the log. */
      readonly origin: string
      /** The position of the entry. */
      readonly index: number
      /** The size of the log that the checkpoint covers. */
      readonly size: number
      /** When the entry was logged, in whole seconds, by the service's clock. */
      readonly loggedAt: Date
      /** The content of the parts that are not withheld, by name: `act`, `subject`, `trace`. */
      readonly parts: Readonly<Record<string, unknown>>
      /** The witnesses, with the time each saw the checkpoint. */
      readonly witnesses: ReadonlyArray<{ readonly name: string; readonly time: Date }>
    }
  | { readonly verified: false; readonly reason: ReceiptProblem; readonly message: string }

const refused = (reason: ReceiptProblem, message: string): ReceiptCheck => ({ verified: false, reason, message })

const read = (receipt: Wire.SignedReceipt | string): LogReceipt | null => {
  const text = typeof receipt === "string" ? receipt : String(JSON.stringify(receipt))
  return text.trimStart().startsWith("{") ? readReceipt(text) : readTlogProof(text)
}

const all = <A>(values: ReadonlyArray<A | null>): ReadonlyArray<A> | null => {
  const found = values.filter((value) => value !== null)
  return found.length === values.length ? found : null
}

const keysOf = (texts: ReadonlyArray<string> = []): ReadonlyArray<VerifierKey> | null => all(texts.map(readVerifierKey))

const trustOf = ({ keys, known, quorum, witnesses }: VerifyOptions): Trust | null => {
  const [own, others] = [keysOf(keys), keysOf(witnesses)]
  const proof = all((known?.proof ?? []).map(decodeBase64))
  if (own === null || others === null || proof === null) return null
  return {
    keys: own,
    witnesses: others,
    ...(quorum === undefined ? {} : { quorum }),
    ...(known === undefined ? {} : { known: { checkpoint: known.checkpoint, proof } }),
  }
}

/** Parses JSON; returns the text itself where it is not JSON, because only the service guarantees that it is. */
const said = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const partsOf = ({ entry }: LogReceipt): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(entry.parts).flatMap(([name, part]) => ("text" in part ? [[name, said(part.text)]] : [])),
  )

/**
 * Verifies a receipt with WebCrypto. The first problem is the reason. A receipt proves that the service
 * logged these bytes no later than its checkpoint, and has not changed them since; not who the visitor was.
 *
 * @param receipt - as `evidence.receipt` returns it, or its text: JSON, or a C2SP tlog-proof
 * @returns never rejects
 * @example
 * ```ts
 * import { createConsentClient } from "@consent-service/client"
 * import { verifyReceipt } from "@consent-service/client/evidence"
 *
 * const consent = createConsentClient({ baseUrl: "https://consent.shop.example" })
 * const keys = [process.env["VERIFIER_KEY"] ?? ""]
 *
 * const isProven = async (subjectId: string, consentId: string): Promise<boolean> => {
 *   const result = await consent.evidence.receipt({ subjectId, consentId })
 *   if (!result.ok || result.data.status === "pending") return false
 *   return (await verifyReceipt(result.data.receipt, { keys })).verified
 * }
 * ```
 */
export const verifyReceipt = async (
  receipt: Wire.SignedReceipt | string,
  options: VerifyOptions,
): Promise<ReceiptCheck> => {
  const found = read(receipt)
  if (found === null) return refused("Unreadable", "it is no receipt")
  const trust = trustOf(options)
  if (trust === null) return refused("KeyInvalid", "keys, witnesses and proofs must be as the service writes them")
  if (!(await isEd25519Known())) return refused("Unsupported", "WebCrypto of this runtime knows no Ed25519")
  const verdict = await verify(found, trust, ed25519)
  if (verdict._tag === "Refused") return refused(verdict.reason, verdict.message)
  const { entry, index, origin } = found
  return {
    verified: true,
    origin,
    index,
    size: verdict.size,
    loggedAt: new Date(entry.time),
    parts: partsOf(found),
    witnesses: verdict.witnesses.map(({ name, time }) => ({ name, time: new Date(time * 1000) })),
  }
}
