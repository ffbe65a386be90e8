/** What a verifier found out about one receipt or evidence pack, as data and as lines for a person to read. */
import {
  entryKindFacts,
  type LogReceipt,
  type PackManifest,
  type PackVerdict,
  readReceipt,
  readTlogProof,
  readVerifierKey,
  type ReceiptVerdict,
  receiptVerifier,
  type Trust,
  type VerifierKey,
  type VerifyEd25519,
  verifyPack,
} from "@consent-service/core/evidence"
import { isZip, readZip } from "./Zip.js"

/** What one trusts, as texts. */
export interface TrustTexts {
  /** Verifier keys of the log, as the operator publishes them. */
  readonly keys: ReadonlyArray<string>
  /** Verifier keys of witnesses. */
  readonly witnesses: ReadonlyArray<string>
  /** How many witnesses have to have cosigned. */
  readonly quorum: number
}

/** What was found out about one receipt or pack. */
export interface Report {
  readonly verified: boolean
  /** `Verified`, or why it is refused. */
  readonly reason: string
  readonly lines: ReadonlyArray<string>
}

/** Verifies receipts, each in the form of JSON or of a C2SP tlog-proof. */
export type VerifyText = (text: string) => Promise<Report>

/** Verifies what a file has: a receipt in either form, or the zip of an evidence pack. */
export type VerifyContent = (content: Uint8Array) => Promise<Report>

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

const readKeys = (texts: ReadonlyArray<string>): ReadonlyArray<VerifierKey | string> =>
  texts.map((text) => readVerifierKey(text.trim()) ?? text)

const isKey = (key: VerifierKey | string): key is VerifierKey => typeof key !== "string"
const isWrong = (key: VerifierKey | string): key is string => typeof key === "string"

const refused = (message: string): Report => ({
  verified: false,
  reason: "Malformed",
  lines: [`Refused (Malformed): ${message}`],
})

const notAReceipt = refused("this is no receipt, neither as JSON nor as a tlog-proof")

/** What a pack says of itself. */
const ofManifest = ({
  createdAt,
  files,
  origin,
  software,
  unproven,
  withheld,
}: PackManifest): ReadonlyArray<string> => [
  `Log: ${origin ?? "none"}`,
  `Made at: ${createdAt}, by ${software}`,
  `Files: ${Object.keys(files).length}`,
  ...(withheld.length === 0 ? [] : [`Withheld: ${withheld.join(", ")}`]),
  ...unproven.map((name) => `Not proven: records/${name}.json, which the log does not have`),
]

/** Each receipt is in two forms; both are verified, and one is listed. */
const ofReceipts = ({ receipts }: PackVerdict): ReadonlyArray<string> =>
  receipts
    .filter(({ path }) => path.endsWith(".json"))
    .map(
      ({ path, receipt: { entry, index } }) =>
        `Record: ${path}, entry ${index}, put into the log at ${second(entry.time)}`,
    )

const packLines = (verdict: PackVerdict): ReadonlyArray<string> => {
  const { issued, isVerified, manifest, problems } = verdict
  const own = manifest === null ? [] : ofManifest(manifest)
  if (!isVerified)
    return ["Refused: this pack is not as it was made", ...problems.map((one) => `Wrong: ${one}`), ...own]
  return [
    "Verified",
    ...own,
    ...ofReceipts(verdict),
    ...(issued?._tag === "Verified" ? proves(issued.size) : []),
    "Proves: no file of this pack was altered, left out or added since it was made.",
  ]
}

const readTrust = ({ keys: keyTexts, quorum, witnesses: witnessTexts }: TrustTexts): Trust | WrongKeys => {
  const [keys, witnesses] = [readKeys(keyTexts), readKeys(witnessTexts)]
  const wrong = [...keys, ...witnesses].filter(isWrong)
  return wrong.length > 0 ? { wrong } : { keys: keys.filter(isKey), witnesses: witnesses.filter(isKey), quorum }
}

const makeVerifyText = (trust: Trust, verify: VerifyEd25519): VerifyText => {
  const verifier = receiptVerifier(trust, verify)
  return async (text) => {
    const receipt = readAny(text)
    if (receipt === null) return notAReceipt
    const verdict = await verifier(receipt)
    const reason = verdict._tag === "Verified" ? "Verified" : verdict.reason
    return { verified: verdict._tag === "Verified", reason, lines: linesOf(receipt, verdict) }
  }
}

/**
 * Makes a function that verifies receipts.
 *
 * @returns the keys that cannot be used, when there are any
 */
export const textVerifier = (texts: TrustTexts, verify: VerifyEd25519): VerifyText | WrongKeys => {
  const trust = readTrust(texts)
  return "wrong" in trust ? trust : makeVerifyText(trust, verify)
}

/**
 * Makes a function that verifies what files have.
 *
 * @returns the keys that cannot be used, when there are any
 */
export const contentVerifier = (texts: TrustTexts, verify: VerifyEd25519): VerifyContent | WrongKeys => {
  const trust = readTrust(texts)
  if ("wrong" in trust) return trust
  const verifyText = makeVerifyText(trust, verify)
  return async (content) => {
    if (!isZip(content)) return verifyText(new TextDecoder().decode(content))
    const files = await readZip(content)
    if (files === null) return refused("this zip file cannot be read")
    const verdict = await verifyPack(files, trust, verify)
    return {
      verified: verdict.isVerified,
      reason: verdict.isVerified ? "Verified" : "Refused",
      lines: packLines(verdict),
    }
  }
}
