/**
 * `consent-service verify`: whether the evidence log, and the records that it is of, are what they were.
 *
 * @module
 */
import {
  entryLeafHash,
  type LogReceipt,
  readCheckpoint,
  readNote,
  readReceipt,
  readTlogProof,
  receiptVerifier,
  verifyCheckpoint,
} from "@consent-service/core/evidence"
import {
  type Finding,
  type KnownCheckpoint,
  type LogVerdict,
  type Outside,
  verifyLog,
} from "@consent-service/core/evidence-log"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { readFileSync } from "node:fs"
import { verifyEd25519 } from "../evidence/NodeVerifier.js"
import { reasonOf } from "../thrown/Thrown.js"
import { type Command, type CommandResult, type Each, type Given, type Progress, usageError } from "./Command.js"
import { failed, reading, tenantOptions } from "./TenantStores.js"
import { keyOption, type TrustedKeys, trustedKeys } from "./TrustedKeys.js"

const readText = (path: string): string => readFileSync(path, "utf8")

const readFiles = (paths: ReadonlyArray<string>): Either.Either<ReadonlyArray<string>, string> =>
  Either.all(
    paths.map((path) =>
      Either.try({ try: () => readText(path), catch: (error) => `cannot read ${path}: ${reasonOf(error)}` }),
    ),
  )

/** A file is one receipt, as JSON or as a tlog-proof, or a receipt a line. */
const receiptsIn = (text: string): ReadonlyArray<LogReceipt> | null => {
  const one = readReceipt(text) ?? readTlogProof(text)
  if (one !== null) return [one]
  const lines = text.split("\n").filter((line) => line.trim() !== "")
  const receipts = lines.map(readReceipt).filter((receipt) => receipt !== null)
  return receipts.length === lines.length && receipts.length > 0 ? receipts : null
}

const bodyOf = (note: string): KnownCheckpoint | null => {
  const body = readCheckpoint(readNote(note)?.text ?? "")
  return body === null ? null : { ...body, note }
}

const checkpointFrom = async (text: string, { keys }: TrustedKeys): Promise<Either.Either<KnownCheckpoint, string>> => {
  const body = bodyOf(text)
  if (body === null) return Either.left("--checkpoint: the file has no checkpoint")
  const verdict = await verifyCheckpoint(text, body.origin, { keys }, verifyEd25519)
  return verdict._tag === "Refused" ? Either.left(`--checkpoint: ${verdict.message}`) : Either.right(body)
}

const fromReceipts = async (
  receipts: ReadonlyArray<LogReceipt>,
  { keys }: TrustedKeys,
): Promise<Either.Either<Outside, string>> => {
  const verifier = receiptVerifier({ keys }, verifyEd25519)
  const checkpoints = new Map<string, KnownCheckpoint>()
  for (const receipt of receipts) {
    const verdict = await verifier(receipt)
    if (verdict._tag === "Refused")
      return Either.left(`--receipts: receipt of entry ${receipt.index}: ${verdict.message}`)
    const body = bodyOf(receipt.checkpoint)
    if (body !== null) checkpoints.set(receipt.checkpoint, body)
  }
  const leaves = receipts.map(({ entry, index }) => ({ position: index, hash: entryLeafHash(entry) }))
  return Either.right({ checkpoints: Array.from(checkpoints.values()), leaves })
}

/** What others hold, with its signatures verified: a file that no trusted key has signed says nothing about the log. */
const readOutside = async (given: Given, trusted: TrustedKeys): Promise<Either.Either<Outside, string>> => {
  const files = Either.all({ notes: readFiles(given.values("checkpoint")), texts: readFiles(given.values("receipts")) })
  if (Either.isLeft(files)) return Either.left(files.left)
  const { notes, texts } = files.right
  if (notes.length + texts.length > 0 && trusted.keys.length === 0) {
    return Either.left("--checkpoint and --receipts need --key: what no trusted key has signed proves nothing")
  }
  const receipts = texts.map(receiptsIn).filter((list) => list !== null)
  if (receipts.length < texts.length) return Either.left("--receipts: a file has no receipts")
  const checkpoints = Either.all(await Promise.all(notes.map((note) => checkpointFrom(note, trusted))))
  if (Either.isLeft(checkpoints)) return Either.left(checkpoints.left)
  return Either.map(await fromReceipts(receipts.flat(), trusted), (outside) => ({
    checkpoints: [...checkpoints.right, ...outside.checkpoints],
    leaves: outside.leaves,
  }))
}

const placeOf = ({ from, id, position, to }: Finding): string => {
  const range = to === undefined ? "" : ` entries ${from ?? 0} to ${to - 1}`
  return `${id === undefined ? "" : ` ${id}`}${position === undefined ? range : ` entry ${position}`}`
}

const contradiction = ([known, stored]: ReadonlyArray<string>): string =>
  `\nThese two signed checkpoints contradict each other:\n\n${known}\n${stored}`

const lineOf = (finding: Finding): string =>
  `${finding.severity.toUpperCase()} ${finding.finding}${placeOf(finding)}: ${finding.message}` +
  (finding.notes === undefined ? "" : contradiction(finding.notes))

/** Whether a finding of this severity ends the command with 1. */
const counts = (strict: boolean) => (finding: Finding) => strict || finding.severity !== "late"

const keysInWords: Readonly<Record<TrustedKeys["source"], string>> = {
  given: "by the given keys",
  configured: "by the configured keys",
  none: "without keys: signatures were not checked; name them with --key",
}

const progressEvery = 100_000

const run = async (given: Given, progress: Progress, each: Each): Promise<CommandResult> => {
  const trusted = trustedKeys(given)
  if (Either.isLeft(trusted)) return usageError(trusted.left)
  const outside = await readOutside(given, trusted.right)
  if (Either.isLeft(outside)) return usageError(outside.left)
  const since = Number(given.value("since") ?? 0)
  if (!Number.isSafeInteger(since) || since < 0) return usageError("--since expects a size of the log")
  const isGrave = counts(given.flags.has("strict"))
  let graveOnes = 0
  let shown = 0
  const verified = verifyLog({
    keys: trusted.right.keys,
    verify: verifyEd25519,
    verifiedSize: since,
    outside: outside.right,
    onFinding: (finding) =>
      Effect.sync(() => {
        if (isGrave(finding)) graveOnes += 1
        each(finding, lineOf(finding))
      }),
    onProgress: (walked, size) =>
      Effect.sync(() => {
        if (walked - shown < progressEvery) return
        shown = walked
        progress(`${walked} of ${size} entries`)
      }),
  })
  return reading(given, verified, (verdict) => concluded(verdict, trusted.right, graveOnes, each))
}

const concluded = (verdict: LogVerdict, { source }: TrustedKeys, graveOnes: number, each: Each): CommandResult => {
  if (verdict._tag === "NotOpened") return failed("the log was not opened yet: a service opens it after its first save")
  const { checkpoints, entries, origin, records } = verdict
  const findings = Object.fromEntries(verdict.findings)
  const found = Array.from(verdict.findings.values()).reduce((sum, count) => sum + count, 0)
  each(
    { summary: { origin, entries, records, checkpoints, findings, keys: source } },
    `${origin}: ${entries} entries, ${records} records, ${checkpoints} checkpoints, ${keysInWords[source]}; ` +
      (found === 0 ? "nothing was found" : `${found} findings`),
  )
  return { ok: graveOnes === 0, data: undefined, lines: [] }
}

/** The command. */
export const verifyCommand: Command = {
  name: "verify",
  synopsis:
    "verify [--key VKEY]… [--since SIZE] [--checkpoint FILE]… [--receipts FILE]… --database URL [--tenant TENANT] [--strict] [--json]",
  summary: "find what was altered in the evidence log and the records, decisions and texts behind it",
  options: {
    key: keyOption,
    since: { type: "string", help: "begin at this size, which was verified earlier; default: 0" },
    checkpoint: { type: "string", help: "file with a checkpoint that was kept elsewhere; may be repeated" },
    receipts: { type: "string", help: "file with a receipt, or one a line; may be repeated" },
    strict: { type: "boolean", help: "exit with 1 for what was logged late, too" },
    ...tenantOptions,
  },
  run: (given, progress, _notice, each) =>
    given.positionals.length > 0 ? usageError("expected no argument") : run(given, progress, each),
}
