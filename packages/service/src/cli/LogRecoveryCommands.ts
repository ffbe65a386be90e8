/**
 * `consent-service log recover` and `log reopen`: what to do with an evidence log whose database was set back.
 *
 * @module
 */
import { eraseAgain, type ErasedAgain } from "@consent-service/core/erasure"
import { readCheckpointNote } from "@consent-service/core/evidence"
import {
  MirrorUnusable,
  type RecoverOptions,
  recoverLog,
  RecoverOutcome,
  reopenLog,
  ReopenRun,
} from "@consent-service/core/evidence-log"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { mirrorAt } from "../evidence/MirrorFiles.js"
import { verifyEd25519 } from "../evidence/NodeVerifier.js"
import { makeRandomSalts } from "../evidence/RandomSalts.js"
import { isOrigin, originForm } from "../options/EvidenceOptions.js"
import { fileReasonOf } from "../thrown/Thrown.js"
import { plural } from "./Amounts.js"
import { type Command, type CommandResult, type Given, type Progress, usageError } from "./Command.js"
import { failed, tenantOptions, writing } from "./TenantStores.js"
import { keyOption, trustedKeys } from "./TrustedKeys.js"

const erasedLines = ({ entries, unknown }: ErasedAgain): ReadonlyArray<string> => [
  ...(entries === 0 ? [] : [`${plural(entries, "entry")} erased after the backup, now erased again`]),
  ...(unknown === 0
    ? []
    : [`${plural(unknown, "erasure")} cannot be repeated, since nothing says what was erased: repeat by hand`]),
]

const recovered = (again: ErasedAgain) =>
  RecoverOutcome.$match({
    Recovered: ({ lost, missing, size }): CommandResult => ({
      ok: true,
      data: {
        size,
        missing,
        lost,
        survived: missing - lost,
        erasedAgain: again.entries,
        unknownErasures: again.unknown,
      },
      lines: [
        `the log is complete again, with ${plural(size, "entry")}; ${missing} had been missing`,
        `of these, the database has the records of ${missing - lost}; the records of ${lost} are lost`,
        ...erasedLines(again),
      ],
    }),
    Whole: ({ published, size }): CommandResult => ({
      ok: true,
      data: { size, missing: 0, lost: 0, survived: 0, erasedAgain: again.entries, unknownErasures: again.unknown },
      lines: [
        `nothing is missing: the log has ${plural(size, "entry")}, ${published} of them published`,
        ...erasedLines(again),
      ],
    }),
    Refused: ({ problem }): CommandResult => failed(`nothing was recovered: ${problem}`),
  })

/** Recovers the log, and then erases what the backup brought back. */
const recoverAll = (options: RecoverOptions) =>
  Effect.gen(function* () {
    const outcome = yield* recoverLog(options)
    if (outcome._tag === "Refused") return recovered({ entries: 0, unknown: 0 })(outcome)
    const size = outcome._tag === "Whole" ? outcome.published : outcome.size
    return recovered(yield* eraseAgain({ mirror: options.mirror, size, salts: options.salts }))(outcome)
  })

const recoverFrom = (
  given: Given,
  options: Omit<RecoverOptions, "holder" | "salts" | "verify">,
): Promise<CommandResult> => {
  const { salts } = makeRandomSalts()
  const recovering = Effect.catchIf(
    recoverAll({ ...options, verify: verifyEd25519, holder: randomUUID(), salts }),
    (error) => error instanceof MirrorUnusable,
    ({ reason }) => Effect.succeed(failed(`the published log cannot be used: ${reason}`)),
  )
  return writing(given, recovering, (result) => result)
}

const progressOf = (progress: Progress) => (done: number, missing: number) => progress(`${done} of ${missing} entries`)

const recover: Command = {
  name: "log recover",
  synopsis:
    "log recover --from DIRECTORY|URL [--key VKEY]… --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]",
  summary: "after a restore: complete the evidence log from its published files, so that it is signed again",
  options: {
    from: { type: "string", help: "directory or URL of the published log, with the file checkpoint in it" },
    key: keyOption,
    ...tenantOptions,
  },
  run: (given, progress) => {
    const from = given.value("from") ?? ""
    if (from === "" || given.positionals.length > 0) return usageError("expected --from DIRECTORY|URL and no argument")
    const trusted = trustedKeys(given)
    if (Either.isLeft(trusted)) return usageError(trusted.left)
    const { keys } = trusted.right
    if (keys.length === 0) return usageError("expected --key: only what a trusted key has signed is taken over")
    return recoverFrom(given, { mirror: mirrorAt(from), keys, progress: progressOf(progress) })
  },
}

const reopened = (origin: string) =>
  ReopenRun.$match({
    Reopened: ({ from, size }): CommandResult => ({
      ok: true,
      data: { origin, from, follows: size },
      lines: [
        `opened the log ${origin}, which follows ${from}${size === null ? "" : `, whose last checkpoint has ${plural(size, "entry")}`}`,
        "Set evidence.origin to its name, and a new key of that name as evidence.signingKeys.",
      ],
    }),
    Refused: ({ problem }): CommandResult => failed(problem),
  })

/** The last checkpoint of the former log, if a file has it. */
const lastCheckpoint = (path: string | null): Either.Either<string | null, string> => {
  if (path === null) return Either.right(null)
  return Either.try({ try: () => readFileSync(path, "utf8"), catch: fileReasonOf }).pipe(
    Either.mapLeft((reason) => `--checkpoint ${path}: ${reason}`),
    Either.filterOrLeft(
      (note) => readCheckpointNote(note) !== null,
      () => `--checkpoint ${path}: the file has no checkpoint`,
    ),
  )
}

const reopen: Command = {
  name: "log reopen",
  synopsis:
    "log reopen --origin ORIGIN [--checkpoint FILE] --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]",
  summary: "after a restore without published files: begin a new evidence log that names the former one",
  options: {
    origin: { type: "string", help: "name of the new log: a URL without its scheme that no log had before" },
    checkpoint: { type: "string", help: "file with the last known checkpoint; default: the newest in the database" },
    ...tenantOptions,
  },
  run: (given) => {
    const origin = given.value("origin") ?? ""
    if (!isOrigin(origin) || given.positionals.length > 0) return usageError(`--origin ${originForm}`)
    const last = lastCheckpoint(given.value("checkpoint"))
    if (Either.isLeft(last)) return usageError(last.left)
    const { salts } = makeRandomSalts()
    return writing(given, reopenLog({ origin, last: last.right, salts }), reopened(origin))
  },
}

/** The commands. */
export const logRecoveryCommands: ReadonlyArray<Command> = [recover, reopen]
