/**
 * `consent-service verify`: whether the evidence log, and the records that it is of, are what they were.
 *
 * @module
 */
import {
  entryLeafHash,
  type LogReceipt,
  readReceipt,
  readTlogProof,
  receiptVerifier,
} from "@consent-service/core/evidence"
import {
  compareWithMirror,
  type Finding,
  type KnownCheckpoint,
  type LogVerdict,
  type LogVerification,
  type MirrorCheckpoint,
  MirrorUnusable,
  type Outside,
  readMirrorCheckpoint,
  type ReadLogFile,
  verifyLog,
} from "@consent-service/core/evidence-log"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { mirrorAt } from "../evidence/MirrorFiles.js"
import { verifyEd25519 } from "../evidence/NodeVerifier.js"
import { plural } from "./Amounts.js"
import { type Command, type CommandResult, type Each, type Given, type Progress, usageError } from "./Command.js"
import { lineOf } from "./FindingLines.js"
import { bodyOf, knownCheckpoints, readFiles } from "./KnownCheckpoints.js"
import { failed, reading, tenantOptions } from "./TenantStores.js"
import { keyOption, type TrustedKeys, trustedKeys } from "./TrustedKeys.js"

/** A file is one receipt, as JSON or as a tlog-proof, or a receipt a line. */
const receiptsIn = (text: string): ReadonlyArray<LogReceipt> | null => {
  const one = readReceipt(text) ?? readTlogProof(text)
  if (one !== null) return [one]
  const lines = text.split("\n").filter((line) => line.trim() !== "")
  const receipts = lines.map(readReceipt).filter((receipt) => receipt !== null)
  return receipts.length === lines.length && receipts.length > 0 ? receipts : null
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
  const read = readFiles(given.values("receipts"))
  if (Either.isLeft(read)) return Either.left(read.left)
  const [paths, texts] = [given.values("checkpoint"), read.right]
  if (paths.length + texts.length > 0 && trusted.keys.length === 0) {
    return Either.left("--checkpoint and --receipts need --key: what no trusted key has signed proves nothing")
  }
  const receipts = texts.map(receiptsIn).filter((list) => list !== null)
  if (receipts.length < texts.length) {
    const without = given.values("receipts").filter((_, at) => receiptsIn(texts[at] ?? "") === null)
    return Either.left(`--receipts ${without.join(", ")}: the file has no receipts`)
  }
  const checkpoints = await knownCheckpoints(paths, trusted.keys)
  if (Either.isLeft(checkpoints)) return Either.left(checkpoints.left)
  return Either.map(await fromReceipts(receipts.flat(), trusted), (outside) => ({
    checkpoints: [...checkpoints.right, ...outside.checkpoints],
    leaves: outside.leaves,
  }))
}

/** Whether a finding of this severity ends the command with 1. */
const counts = (strict: boolean) => (finding: Finding) => strict || finding.severity !== "late"

const keysInWords: Readonly<Record<TrustedKeys["source"], string>> = {
  given: "signatures checked with the given keys",
  configured: "signatures checked with the configured keys",
  none: "signatures not checked, since no key is known: name the keys of the log with --key",
}

const progressEvery = 100_000

/** A published log to compare with, and its checkpoint, whose signature was verified. */
interface Mirror {
  readonly read: ReadLogFile
  readonly checkpoint: MirrorCheckpoint
}

const mirrorIn = async (given: Given, { keys }: TrustedKeys): Promise<Either.Either<Mirror | null, string>> => {
  const place = given.value("mirror")
  if (place === null) return Either.right(null)
  if (keys.length === 0) return Either.left("--mirror needs --key: what no trusted key has signed proves nothing")
  const read = mirrorAt(place)
  const found = await Effect.runPromise(Effect.either(readMirrorCheckpoint(read, keys, verifyEd25519)))
  return Either.mapBoth(found, {
    onLeft: ({ reason }) => `--mirror ${place}: ${reason}`,
    onRight: (checkpoint) => ({ read, checkpoint }),
  })
}

/** Counts findings, and prints them. */
const counting = (given: Given, each: Each) => {
  const isGrave = counts(given.flags.has("strict"))
  let grave = 0
  const onFinding = (finding: Finding) =>
    Effect.sync(() => {
      if (isGrave(finding)) grave += 1
      each(finding, lineOf(finding))
    })
  return { onFinding, grave: () => grave }
}

const progressing = (progress: Progress) => {
  let shown = 0
  return (walked: number, size: number) =>
    Effect.sync(() => {
      if (walked - shown < progressEvery) return
      shown = walked
      progress(`${walked} of ${size} entries`)
    })
}

/** Entry by entry, behind the verification: what it has found within 256 entries is named here. */
const comparing = ({ checkpoint, read }: Mirror, verdict: LogVerdict, onFinding: LogVerification["onFinding"]) =>
  Effect.gen(function* () {
    const found = yield* compareWithMirror(read, checkpoint)
    yield* Effect.forEach(found, onFinding, { discard: true })
    if (verdict._tag === "NotOpened" || found.length === 0) return verdict
    const altered = (verdict.findings.get("TreeAltered") ?? 0) + found.length
    return { ...verdict, findings: new Map([...verdict.findings, ["TreeAltered", altered]]) } satisfies LogVerdict
  })

const run = async (given: Given, progress: Progress, each: Each): Promise<CommandResult> => {
  const trusted = trustedKeys(given)
  if (Either.isLeft(trusted)) return usageError(trusted.left)
  const outside = await readOutside(given, trusted.right)
  if (Either.isLeft(outside)) return usageError(outside.left)
  const mirror = await mirrorIn(given, trusted.right)
  if (Either.isLeft(mirror)) return usageError(mirror.left)
  const since = Number(given.value("since") ?? 0)
  if (!Number.isSafeInteger(since) || since < 0) return usageError("--since expects a size of the log")
  const { grave, onFinding } = counting(given, each)
  const { checkpoints, leaves } = outside.right
  const published = mirror.right
  const verified = verifyLog({
    keys: trusted.right.keys,
    verify: verifyEd25519,
    verifiedSize: since,
    outside: { checkpoints: published === null ? checkpoints : [...checkpoints, published.checkpoint], leaves },
    onFinding,
    onProgress: progressing(progress),
  })
  const compared = Effect.gen(function* () {
    const verdict = yield* verified
    return Either.right(published === null ? verdict : yield* comparing(published, verdict, onFinding))
  })
  const outcome = Effect.catchIf(
    compared,
    (error) => error instanceof MirrorUnusable,
    ({ reason }) => Effect.succeed(Either.left(`--mirror: ${reason}`)),
  )
  return reading(given, outcome, (verdict) =>
    Either.isLeft(verdict) ? failed(verdict.left) : concluded(verdict.right, trusted.right, grave(), each),
  )
}

const concluded = (verdict: LogVerdict, { source }: TrustedKeys, graveOnes: number, each: Each): CommandResult => {
  if (verdict._tag === "NotOpened")
    return failed("this tenant has no evidence log yet: the service opens it with the first save")
  const { checkpoints, entries, origin, records } = verdict
  const findings = Object.fromEntries(verdict.findings)
  const found = Array.from(verdict.findings.values()).reduce((sum, count) => sum + count, 0)
  each(
    { summary: { origin, entries, records, checkpoints, findings, keys: source } },
    `${origin}: ${plural(entries, "entry")}, ${plural(records, "record")}, ${plural(checkpoints, "checkpoint")}, ${keysInWords[source]}; ` +
      (found === 0 ? "no problems found" : `${plural(found, "problem")} found`),
  )
  return { ok: graveOnes === 0, data: undefined, lines: [] }
}

/** The command. */
export const verifyCommand: Command = {
  name: "verify",
  synopsis:
    "verify [--key VKEY]… [--since SIZE] [--checkpoint FILE]… [--receipts FILE]… [--mirror DIRECTORY|URL] --database URL [--tenant TENANT] [--strict] [--json]",
  summary: "find what was altered in the evidence log and the records, decisions and texts behind it",
  options: {
    key: keyOption,
    since: { type: "string", help: "begin at this size, which was verified earlier; default: 0" },
    checkpoint: { type: "string", help: "file with a checkpoint that was kept elsewhere; may be repeated" },
    receipts: { type: "string", help: "file with a receipt, or one a line; may be repeated" },
    mirror: { type: "string", help: "directory or address of the published log: alterations are named to the entry" },
    strict: { type: "boolean", help: "exit with 1 for what was logged late, too" },
    ...tenantOptions,
  },
  run: (given, progress, _notice, each) =>
    given.positionals.length > 0 ? usageError("expected no argument") : run(given, progress, each),
}
