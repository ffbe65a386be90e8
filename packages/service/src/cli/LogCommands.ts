/**
 * `consent-service log`: a key for the evidence log, its state, and its files.
 *
 * @module
 */
import {
  bundlePath,
  type LogHead,
  readCheckpoint,
  readNote,
  tilePath,
  type TileName,
  tileWidth,
} from "@consent-service/core/evidence"
import { makeReadKeys, newestCheckpoint, readTile } from "@consent-service/core/evidence-log"
import { CheckpointSigner, EvidenceReader, type KeptCheckpoint } from "@consent-service/core/ports"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { makeSigningKey, verifierOf } from "../evidence/NodeSigner.js"
import { isOrigin, originForm } from "../options/EvidenceOptions.js"
import { reasonOf } from "../thrown/Thrown.js"
import { type Command, type CommandResult, type Progress, usageError } from "./Command.js"
import { failed, reading, tenantOptions } from "./TenantStores.js"

const iso = (epochMs: number): string => new Date(epochMs).toISOString()

const init: Command = {
  name: "log init",
  synopsis: "log init --origin ORIGIN [--json]",
  summary: "make a key that signs the evidence log; it is printed once and not stored",
  options: {
    origin: {
      type: "string",
      help: "name of the log: a URL without its scheme, such as consent.shop.example/evidence",
    },
  },
  run: (given) => {
    const origin = given.value("origin") ?? ""
    if (!isOrigin(origin)) return usageError(`--origin ${originForm}`)
    const signingKey = makeSigningKey(origin)
    const verifierKey = verifierOf(signingKey) ?? ""
    return {
      ok: true,
      data: { origin, signingKey, verifierKey },
      lines: [
        "Secret, for evidence.signingKeys (CONSENT_EVIDENCE_SIGNING_KEYS, or a file that",
        "CONSENT_EVIDENCE_SIGNING_KEYS_FILE names). It cannot be printed again:",
        signingKey,
        "",
        "Public, for everyone who verifies receipts:",
        verifierKey,
      ],
    }
  },
}

const notOpened = "the log was not opened yet: a service opens it after its first save"

const checkpointLine = (checkpoint: KeptCheckpoint | null): string =>
  checkpoint === null
    ? "checkpoint: none"
    : `checkpoint: ${checkpoint.size} entries, signed ${iso(checkpoint.signedAt)}`

const readStatus = Effect.gen(function* () {
  const reader = yield* EvidenceReader
  const [state, checkpoint] = [Option.getOrNull(yield* reader.state), Option.getOrNull(yield* newestCheckpoint)]
  if (state === null) return null
  const { head, oldestQueued, openedAt, origin, queued } = state
  const signed = checkpoint === null ? null : { size: checkpoint.size, signedAt: iso(checkpoint.signedAt) }
  const oldest = oldestQueued === null ? null : iso(oldestQueued)
  return {
    data: { origin, openedAt: iso(openedAt), size: head.size, queued, oldestQueued: oldest, checkpoint: signed },
    lines: [
      `log: ${origin}, opened ${iso(openedAt)}`,
      `size: ${head.size} entries`,
      `queued: ${queued}${oldest === null ? "" : `, the oldest of ${oldest}`}`,
      checkpointLine(checkpoint),
    ],
  }
})

const status: Command = {
  name: "log status",
  synopsis: "log status --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]",
  summary: "show the size of the evidence log, what waits for it, and its newest checkpoint",
  options: tenantOptions,
  run: (given) =>
    given.positionals.length > 0
      ? usageError("expected no argument")
      : reading(given, readStatus, (found) => (found === null ? failed(notOpened) : { ok: true, ...found })),
}

/** The tiles and bundles of a tree of a size: full ones, and the one at the end of each level. */
const namesOf = (size: number): ReadonlyArray<TileName> => {
  const names: Array<TileName> = []
  const add = (level: TileName["level"], count: number): void => {
    for (let n = 0; n * tileWidth < count; n++)
      names.push({ level, n, width: Math.min(tileWidth, count - n * tileWidth) })
  }
  add("entries", size)
  for (let [level, count] = [0, size]; count > 0; level += 1, count = Math.floor(count / tileWidth)) add(level, count)
  return names
}

const pathOf = ({ level, n, width }: TileName): string =>
  level === "entries" ? bundlePath(n, width) : tilePath(level, n, width)

/** A file of an export cannot be written. */
class CannotWrite extends Data.TaggedError("CannotWrite")<{ readonly reason: string }> {}

/** The file has all of its bytes as soon as it has its name. */
const write = (directory: string, path: string, bytes: Uint8Array | string): Effect.Effect<void, CannotWrite> =>
  Effect.try({
    try: () => {
      const file = join(directory, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, bytes)
      renameSync(`${file}.new`, file)
    },
    catch: (error) => new CannotWrite({ reason: reasonOf(error) }),
  })

const sizeIn = ({ note }: KeptCheckpoint): LogHead["size"] => readCheckpoint(readNote(note)?.text ?? "")?.size ?? 0

/** The checkpoint comes last: all that it covers is there then. */
const exportTo = (directory: string, progress: Progress) =>
  Effect.gen(function* () {
    const checkpoint = Option.getOrNull(yield* newestCheckpoint)
    if (checkpoint === null) return null
    const names = namesOf(sizeIn(checkpoint))
    for (const [at, name] of names.entries()) {
      const bytes = Option.getOrNull(yield* readTile(name))
      if (bytes === null) return { missing: pathOf(name) }
      yield* write(directory, pathOf(name), bytes)
      if (at % 1_000 === 999) progress(`${at + 1} of ${names.length} files`)
    }
    const keys = yield* Effect.provideService(makeReadKeys(), CheckpointSigner, {
      keys: [],
      sign: () => Effect.succeed([]),
    })
    yield* write(directory, "keys.json", `${JSON.stringify(Option.getOrNull(keys))}\n`)
    yield* write(directory, "checkpoint", checkpoint.note)
    return { size: checkpoint.size, files: names.length + 2, to: directory }
  }).pipe(Effect.catchTag("CannotWrite", ({ reason }) => Effect.succeed({ unwritable: reason })))

const exported = (outcome: Effect.Effect.Success<ReturnType<typeof exportTo>>): CommandResult => {
  if (outcome === null) return failed("the log has no checkpoint yet: set evidence.signingKeys, and start the service")
  if ("unwritable" in outcome) return failed(`the files cannot be written: ${outcome.unwritable}`)
  if ("missing" in outcome) return failed(`${outcome.missing} is not in the database, although a checkpoint covers it`)
  return { ok: true, data: outcome, lines: [`${outcome.size} entries in ${outcome.files} files: ${outcome.to}`] }
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
      : reading(given, exportTo(directory, progress), exported)
  },
}

/** The commands. */
export const logCommands: ReadonlyArray<Command> = [init, status, exportCommand]
