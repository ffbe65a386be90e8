/**
 * `consent-service log`: a key for the evidence log, its state, and its files.
 *
 * @module
 */
import { logPaths, readCheckpointNote } from "@consent-service/core/evidence"
import { makePublish, makePublishTimestamps, newestCheckpoint, PublishRun } from "@consent-service/core/evidence-log"
import { CheckpointSigner, EvidenceReader, type KeptCheckpoint, LogPublisher } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { directoryPublisher } from "../evidence/DirectoryPublisher.js"
import { mirrorAt } from "../evidence/MirrorFiles.js"
import { makeSigningKey, verifierOf } from "../evidence/NodeSigner.js"
import { isOrigin, originForm } from "../options/EvidenceOptions.js"
import { plural } from "./Amounts.js"
import { type Command, type CommandResult, type Progress, usageError } from "./Command.js"
import { logRecoveryCommands } from "./LogRecoveryCommands.js"
import { failed, reading, tenantOptions } from "./TenantStores.js"

const iso = (epochMs: number): string => new Date(epochMs).toISOString()

const forVerifiers = "Public, for everyone who verifies receipts:"

const init: Command = {
  name: "log init",
  synopsis: "log init --origin ORIGIN [--secret] [--json]",
  summary: "make a key that signs the evidence log; it is printed once and not stored",
  options: {
    origin: {
      type: "string",
      help: "name of the log: a URL without its scheme, such as consent.shop.example/evidence",
    },
    secret: {
      type: "boolean",
      help: "print the private key alone, to be written into a file; the public one goes to the standard error",
    },
  },
  run: (given) => {
    const origin = given.value("origin") ?? ""
    if (!isOrigin(origin)) return usageError(`--origin ${originForm}`)
    const signingKey = makeSigningKey(origin)
    const verifierKey = verifierOf(signingKey) ?? ""
    const data = { origin, signingKey, verifierKey }
    if (given.flags.has("secret")) {
      return { ok: true, data, lines: [signingKey], error: `${forVerifiers}\n${verifierKey}` }
    }
    return {
      ok: true,
      data,
      lines: [
        "Secret, for evidence.signingKeys (CONSENT_EVIDENCE_SIGNING_KEYS, or a file that",
        "CONSENT_EVIDENCE_SIGNING_KEYS_FILE names). It cannot be printed again:",
        signingKey,
        "",
        forVerifiers,
        verifierKey,
      ],
    }
  },
}

const notOpened = "this tenant has no evidence log yet: the service opens it with the first save"

const checkpointLine = (checkpoint: KeptCheckpoint | null): string =>
  checkpoint === null
    ? "checkpoint: none"
    : `checkpoint: ${plural(checkpoint.size, "entry")}, signed ${iso(checkpoint.signedAt)}`

/** What is published of the log; null where that is not asked for. */
const readPublished = (place: string | null) =>
  place === null
    ? Effect.succeed(null)
    : mirrorAt(place)(logPaths.checkpoint).pipe(
        Effect.map((bytes) => readCheckpointNote(new TextDecoder().decode(Option.getOrUndefined(bytes)))),
        Effect.map((body) => ({ origin: body?.origin ?? null, size: body?.size ?? 0 })),
        Effect.catchTag("MirrorUnusable", ({ reason }) => Effect.succeed({ origin: null, size: null, reason })),
      )

type Published = Effect.Effect.Success<ReturnType<typeof readPublished>>

const publishedLines = (published: Published, origin: string, signed: number): ReadonlyArray<string> => {
  if (published === null) return []
  if (published.size === null) return [`published: cannot be read: ${published.reason}`]
  if (published.origin !== null && published.origin !== origin) return [`published: another log, ${published.origin}`]
  const ahead = published.size - signed
  const place = ahead === 0 ? "" : ahead < 0 ? `, ${-ahead} behind` : `, ${ahead} ahead: run log recover`
  return [`published: ${plural(published.size, "entry")}${place}`]
}

const readStatus = (place: string | null) =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const [state, checkpoint] = [Option.getOrNull(yield* reader.state), Option.getOrNull(yield* newestCheckpoint)]
    if (state === null) return null
    const published = yield* readPublished(place)
    const { head, oldestQueued, openedAt, origin, queued } = state
    const signed = checkpoint === null ? null : { size: checkpoint.size, signedAt: iso(checkpoint.signedAt) }
    const oldest = oldestQueued === null ? null : iso(oldestQueued)
    return {
      data: {
        origin,
        openedAt: iso(openedAt),
        size: head.size,
        queued,
        oldestQueued: oldest,
        checkpoint: signed,
        published: published?.size ?? null,
      },
      lines: [
        `log: ${origin}, opened ${iso(openedAt)}`,
        `size: ${plural(head.size, "entry")}`,
        `queued: ${plural(queued, "entry")}${oldest === null ? "" : `, the oldest since ${oldest}`}`,
        checkpointLine(checkpoint),
        ...publishedLines(published, origin, checkpoint?.size ?? 0),
      ],
    }
  })

const status: Command = {
  name: "log status",
  synopsis: "log status [--mirror DIRECTORY|URL] --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]",
  summary: "show the size of the evidence log, what waits for it, its newest checkpoint, and what is published",
  options: {
    mirror: { type: "string", help: "directory or URL of the published log, to show how far it is" },
    ...tenantOptions,
  },
  run: (given) =>
    given.positionals.length > 0
      ? usageError("expected no argument")
      : reading(given, readStatus(given.value("mirror")), (found) =>
          found === null ? failed(notOpened) : { ok: true, ...found },
        ),
}

/** The keys of the log are found in it. */
const noKeys = { keys: [], sign: () => Effect.succeed([]) }

const exportTo = (directory: string, progress: Progress) => {
  const publish = makePublish((done, all) => {
    if (done % 1_000 === 0) progress(`${done} of ${all} files`)
  })
  const publishTimestamps = makePublishTimestamps()
  return Effect.gen(function* () {
    const run = yield* publish
    if (run._tag !== "Published") return run
    return PublishRun.Published({ ...run, files: run.files + (yield* publishTimestamps(true)) })
  }).pipe(
    Effect.provideService(LogPublisher, directoryPublisher(directory)),
    Effect.provideService(CheckpointSigner, noKeys),
    Effect.catchTag("PublishFailed", ({ reason }) => Effect.succeed({ _tag: "Failed" as const, reason })),
  )
}

const exported = (run: Effect.Effect.Success<ReturnType<typeof exportTo>>, to: string): CommandResult => {
  switch (run._tag) {
    case "Unsigned":
      return failed("the log is not signed yet: set evidence.signingKeys, and start the service")
    case "Failed":
      return failed(`the files cannot be written: ${run.reason}`)
    case "Contradicted":
      return failed(`nothing was written: ${run.problem}`)
    case "Published": {
      const { files, size } = run
      return {
        ok: true,
        data: { size, files, to },
        lines: [`${to}: ${plural(size, "entry")}, ${plural(files, "new file")}`],
      }
    }
  }
}

const exportCommand: Command = {
  name: "log export",
  synopsis: "log export --to DIRECTORY --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]",
  summary: "write the evidence log as files (C2SP tlog-tiles), the checkpoint last",
  options: {
    to: { type: "string", help: "directory of the files; it may hold an older export of the same log" },
    ...tenantOptions,
  },
  run: (given, progress) => {
    const directory = given.value("to") ?? ""
    return directory === "" || given.positionals.length > 0
      ? usageError("expected --to DIRECTORY and no argument")
      : reading(given, exportTo(directory, progress), (run) => exported(run, directory))
  },
}

/** The commands. */
export const logCommands: ReadonlyArray<Command> = [init, status, exportCommand, ...logRecoveryCommands]
