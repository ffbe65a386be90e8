/** What a verifier found out about one receipt, as data and as lines for a person to read. */
import {
  entryKindFacts,
  type LogReceipt,
  readReceipt,
  readTlogProof,
  readVerifierKey,
  type ReceiptVerdict,
  receiptVerifier,
  type VerifierKey,
  type VerifyEd25519,
} from "@consent-service/core/evidence"

/** What one trusts, as texts. */
export interface TrustTexts {
  /** Verifier keys of the log, as the operator publishes them. */
  readonly keys: ReadonlyArray<string>
  /** Verifier keys of witnesses. */
  readonly witnesses: ReadonlyArray<string>
  /** How many witnesses have to have cosigned. */
  readonly quorum: number
}

/** What was found out about one receipt. */
export interface Report {
  readonly verified: boolean
  /** `Verified`, or why it is refused. */
  readonly reason: string
  readonly lines: ReadonlyArray<string>
}

/** Verifies receipts, each in the form of JSON or of a C2SP tlog-proof. */
export type VerifyText = (text: string) => Promise<Report>

/** What cannot be used as a key, each with its reason. */
export interface WrongKeys {
  readonly wrong: ReadonlyArray<string>
}

/** Reads either form. Copying and pasting adds or removes empty lines at the end. */
const readAny = (text: string): LogReceipt | null => readReceipt(text) ?? readTlogProof(`${text.trimEnd()}\n`)

const second = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`

const ofEntry = ({ entry, index, origin }: LogReceipt): ReadonlyArray<string> => [
  `Log: ${origin}`,
  `Entry: number ${index}, ${entryKindFacts(entry.kind)?.name}, put into the log at ${second(entry.time)}`,
  ...Object.entries(entry.parts).map(([name, part]) =>
    "text" in part ? `Says (${name}): ${part.text}` : `Withheld: ${name}`,
  ),
]

/** What a receipt shows, and what it does not: the one who presents it may claim more. */
const proves = (size: number): ReadonlyArray<string> => [
  `Proves: the log had this entry when its tree had ${size} entries, and it has not changed since.`,
  "Does not prove: who sat in front of the browser, that consent was free or informed, or how the banner was drawn.",
]

const linesOf = (receipt: LogReceipt, verdict: ReceiptVerdict): ReadonlyArray<string> => {
  if (verdict._tag === "Refused") return [`Refused (${verdict.reason}): ${verdict.message}`]
  const witnesses = verdict.witnesses.map(
    ({ name, time }) => `Cosigned: ${name} at ${second(time * 1000)}, by its clock`,
  )
  return ["Verified", ...ofEntry(receipt), ...witnesses, ...proves(verdict.size)]
}

const notAReceipt: Report = {
  verified: false,
  reason: "Malformed",
  lines: ["Refused (Malformed): this is no receipt, neither as JSON nor as a tlog-proof"],
}

const readKeys = (texts: ReadonlyArray<string>): ReadonlyArray<VerifierKey | string> =>
  texts.map((text) => readVerifierKey(text.trim()) ?? text)

const isKey = (key: VerifierKey | string): key is VerifierKey => typeof key !== "string"
const isWrong = (key: VerifierKey | string): key is string => typeof key === "string"

/**
 * Makes a function that verifies receipts.
 *
 * @returns the keys that cannot be used, when there are any
 */
export const textVerifier = (trust: TrustTexts, verify: VerifyEd25519): VerifyText | WrongKeys => {
  const [keys, witnesses] = [readKeys(trust.keys), readKeys(trust.witnesses)]
  const wrong = [...keys, ...witnesses].filter(isWrong)
  if (wrong.length > 0) return { wrong }
  const verifier = receiptVerifier(
    { keys: keys.filter(isKey), witnesses: witnesses.filter(isKey), quorum: trust.quorum },
    verify,
  )
  return async (text) => {
    const receipt = readAny(text)
    if (receipt === null) return notAReceipt
    const verdict = await verifier(receipt)
    const reason = verdict._tag === "Verified" ? "Verified" : verdict.reason
    return { verified: verdict._tag === "Verified", reason, lines: linesOf(receipt, verdict) }
  }
}
