/**
 * `consent-service audit`: follows a published log from outside, without its database.
 *
 * @module
 */
import { keyTypes, readVerifierKey, type VerifierKey } from "@consent-service/core/evidence"
import {
  auditByProofs,
  type AuditMemory,
  auditPublished,
  type AuditVerdict,
  type KnownCheckpoint,
  MirrorUnusable,
  type PublishedAudit,
  readAuditMemory,
  readMirrorCheckpoint,
  writeAuditMemory,
} from "@consent-service/core/evidence-log"
import { type Patience, untilReady } from "@consent-service/core/primitives"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { writeWhole } from "../backup/WholeFile.js"
import { mirrorAt } from "../evidence/MirrorFiles.js"
import { verifyEd25519 } from "../evidence/NodeVerifier.js"
import { codeOf, fileReasonOf } from "../thrown/Thrown.js"
import { plural } from "./Amounts.js"
import { type Command, type CommandResult, type Each, type Given, type Progress, usageError } from "./Command.js"
import { lineOf } from "./FindingLines.js"
import { knownCheckpoints } from "./KnownCheckpoints.js"
import { failed } from "./TenantStores.js"
import { trustedKeys } from "./TrustedKeys.js"

/** What an audit is called with. */
interface AuditCall {
  readonly place: string
  readonly keys: ReadonlyArray<VerifierKey>
  readonly witnesses: ReadonlyArray<VerifierKey>
  readonly quorum: number
  readonly state: string | null
  readonly memory: AuditMemory | null
  readonly known: ReadonlyArray<KnownCheckpoint>
  readonly others: ReadonlyArray<string>
  readonly isByProofs: boolean
}

const witnessesIn = (given: Given): Either.Either<ReadonlyArray<VerifierKey>, string> => {
  const texts = given.values("witness")
  const keys = texts.map(readVerifierKey).filter((key) => key !== null && key.type === keyTypes.cosignature)
  return keys.length === texts.length
    ? Either.right(keys.filter((key) => key !== null))
    : Either.left("--witness expects the verifier key of a witness, as consent-service witness init prints it")
}

const quorumIn = (given: Given, most: number): Either.Either<number, string> => {
  const quorum = Number(given.value("quorum") ?? most)
  return Number.isInteger(quorum) && quorum >= 0 && quorum <= most
    ? Either.right(quorum)
    : Either.left(`--quorum expects a number from 0 to that of the witnesses, ${most}`)
}

/** What the last audit remembered; null where there was none. */
const memoryIn = (path: string | null): Either.Either<AuditMemory | null, string> => {
  if (path === null) return Either.right(null)
  try {
    const memory = readAuditMemory(readFileSync(path, "utf8"))
    return memory === null
      ? Either.left(
          `--state ${path}: the file is not the state of an audit; restore it, or name another file to begin anew`,
        )
      : Either.right(memory)
  } catch (error) {
    return codeOf(error) === "ENOENT" ? Either.right(null) : Either.left(`--state ${path}: ${fileReasonOf(error)}`)
  }
}

const callOf = async (given: Given): Promise<Either.Either<AuditCall, string>> => {
  const [place, ...more] = given.positionals
  if (place === undefined || more.length > 0) return Either.left("expected one directory or address of a published log")
  const trusted = trustedKeys(given)
  if (Either.isLeft(trusted)) return Either.left(trusted.left)
  const { keys } = trusted.right
  if (keys.length === 0) return Either.left("expected --key: what is found in the log itself proves nothing")
  const known = await knownCheckpoints(given.values("checkpoint"), keys)
  return Either.gen(function* () {
    const witnesses = yield* witnessesIn(given)
    const quorum = yield* quorumIn(given, witnesses.length)
    const state = given.value("state")
    const memory = yield* memoryIn(state)
    const [others, isByProofs] = [given.values("compare"), given.flags.has("proofs")]
    const isAll = given.flags.has("all") && !isByProofs
    // A checkpoint is remembered though the entries are read from the first on.
    const remembered = memory !== null && isAll ? { ...memory, bundles: null } : memory
    return { place, keys, witnesses, quorum, state, memory: remembered, known: yield* known, others, isByProofs }
  })
}

/** The checkpoints that others show, before the log itself is read: so it should not be behind them. */
const readOthers = ({ keys, others }: AuditCall): Effect.Effect<ReadonlyArray<KnownCheckpoint>, MirrorUnusable> =>
  Effect.forEach(others, (other) =>
    Effect.mapError(
      readMirrorCheckpoint(mirrorAt(other), keys, verifyEd25519),
      ({ reason }) => new MirrorUnusable({ reason: `${other}: ${reason}` }),
    ),
  )

/** How long a place that publishes later than others is waited for. */
const patience: Patience = { every: "1 second", most: 5 }

const waitFor = ({ keys, place }: AuditCall, atLeast: number) =>
  untilReady(readMirrorCheckpoint(mirrorAt(place), keys, verifyEd25519), ({ size }) => size >= atLeast, patience)

const audited = (call: AuditCall, each: Each, progress: Progress) =>
  Effect.gen(function* () {
    const { isByProofs, keys, known, memory, place, quorum, witnesses } = call
    const others = yield* readOthers(call)
    const largest = Math.max(0, ...others.map(({ size }) => size))
    if (largest > 0) yield* waitFor(call, largest)
    const audit: PublishedAudit = {
      read: mirrorAt(place),
      keys,
      witnesses,
      quorum,
      verify: verifyEd25519,
      memory,
      known: [...known, ...others],
      onFinding: (finding) => Effect.sync(() => each(finding, lineOf(finding))),
      onProgress: (read, size) => Effect.sync(() => progress(`${read} of ${size} entries`)),
    }
    return yield* isByProofs ? auditByProofs(audit) : auditPublished(audit)
  })

const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString()

const concluded = (verdict: AuditVerdict, { isByProofs, memory, others }: AuditCall, each: Each): CommandResult => {
  const { from, memory: next, origin, size, timestamps, witnesses } = verdict
  const isFine = next !== null
  const entries = from < size ? `entries ${from} to ${size - 1} read` : "no new entries"
  const read = isByProofs ? "no entries read, proofs only" : entries
  const since = memory === null ? "first audit" : "continues the last audit"
  const cosigned = witnesses.map(({ name, time }) => `, cosigned by ${name} at ${iso(time)}`).join("")
  each(
    { summary: { origin, size, from, witnesses, timestamps, compared: others.length, isFine } },
    `${origin}: ${plural(size, "entry")}, ${read}, ${plural(timestamps, "timestamp")} compared${cosigned}; ` +
      (isFine ? `no problems found, ${since}` : "problems found: the state file is unchanged"),
  )
  return { ok: isFine, data: undefined, lines: [] }
}

const keep = async (state: string | null, memory: AuditMemory | null): Promise<void> => {
  if (state === null || memory === null) return
  await writeWhole(state, (partial) => writeFile(partial, writeAuditMemory(memory)))
}

const runAudit = async (call: AuditCall, each: Each, progress: Progress): Promise<CommandResult> => {
  const outcome = await Effect.runPromise(Effect.either(audited(call, each, progress)))
  if (Either.isLeft(outcome)) return failed(`the log at ${call.place} cannot be audited: ${outcome.left.reason}`)
  try {
    await keep(call.state, outcome.right.memory)
  } catch (error) {
    return failed(`--state ${call.state} cannot be written: ${fileReasonOf(error)}`)
  }
  return concluded(outcome.right, call, each)
}

/** The command. */
export const auditCommand: Command = {
  name: "audit",
  synopsis:
    "audit DIRECTORY|URL --key VKEY [--key VKEY]… [--state FILE] [--witness VKEY]… [--quorum N] [--checkpoint FILE]… [--compare DIRECTORY|URL]… [--all] [--proofs] [--json]",
  summary:
    "follow a published evidence log from outside, and find a second history, altered files and missing witnesses",
  options: {
    key: { type: "string", help: "verifier key of the log, from elsewhere than its address; may be repeated" },
    state: { type: "string", help: "file that remembers the newest checkpoint; the next audit goes on from there" },
    witness: { type: "string", help: "verifier key of a witness; may be repeated" },
    quorum: { type: "string", help: "how many witnesses must have cosigned; default: all that are named" },
    checkpoint: {
      type: "string",
      help: "file with a checkpoint or a receipt that someone else holds; may be repeated",
    },
    compare: { type: "string", help: "another place that shows the same log; may be repeated" },
    all: { type: "boolean", help: "read all entries again, not only the new ones" },
    proofs: { type: "boolean", help: "read no entries: for an address that only opens checkpoints and proofs" },
  },
  run: async (given, progress, _notice, each) => {
    const call = await callOf(given)
    return Either.isLeft(call) ? usageError(call.left) : runAudit(call.right, each, progress)
  },
}
