/**
 * `consent-service evidence pack`: everything that proves some records, as one zip file for an authority.
 *
 * @module
 */
import { packageVersion } from "@consent-service/adapter-http/Version"
import type { PackSelection } from "@consent-service/core/evidence"
import {
  issuePack,
  mostRecords,
  type PackLanguage,
  packLanguages,
  PackOutcome,
  type PackRequest,
  withholdable,
  type WithheldPart,
} from "@consent-service/core/evidence-pack"
import { CheckpointSigner, EvidenceReader } from "@consent-service/core/ports"
import { untilReady } from "@consent-service/core/primitives"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { writeFile } from "node:fs/promises"
import { newFileProblem, writeWhole } from "../backup/WholeFile.js"
import { makeRandomSalts } from "../evidence/RandomSalts.js"
import { packTools } from "../pack/ZipPack.js"
import { reasonOf } from "../thrown/Thrown.js"
import { plural } from "./Amounts.js"
import { type Command, type CommandResult, type Given, type Progress, usageError } from "./Command.js"
import { checkPack } from "./PackCheck.js"
import { personIn, personOptions } from "./PersonOptions.js"
import { failed, notFound, orInconsistent, tenantOptions, waiting, writing } from "./TenantStores.js"
import { keyOption } from "./TrustedKeys.js"

const selectionIn = (given: Given): Either.Either<PackSelection, string> => {
  const [person, ids] = [personIn(given), given.values("consent")]
  const isPersonNamed = given.value("subject") !== null || given.value("external-id") !== null
  const isOne = isPersonNamed ? person !== null && ids.length === 0 : ids.length > 0
  if (!isOne || given.positionals.length > 0) {
    return Either.left("expected --subject, --external-id or --consent, one of them, and no argument")
  }
  if (ids.length > mostRecords) return Either.left(`--consent may be repeated ${mostRecords} times`)
  return Either.right(person ?? { consentIds: Array.from(new Set(ids)) })
}

const isWithholdable = (name: string): name is WithheldPart => withholdable.some((part) => part === name)

/** The parts named by an option that is repeated, or has several of them with commas. */
const withheldIn = (given: Given): ReadonlyArray<WithheldPart> | null => {
  const names = given.values("withhold").flatMap((text) => text.split(",").map((name) => name.trim()))
  const parts = names.filter(isWithholdable)
  return parts.length === names.length ? Array.from(new Set(parts)) : null
}

/** A log that was opened this recently may still get its first checkpoint, in milliseconds. */
const newLog = 60_000

/** A service that runs signs; the command has no key. In a log's first seconds nothing is signed yet. */
const firstCheckpoint = Effect.gen(function* () {
  const reader = yield* EvidenceReader
  const wait = (most: number) => untilReady(reader.checkpoint(0), Option.isSome, { every: "250 millis", most })
  if (Option.isSome(yield* wait(10))) return
  const now = yield* Clock.currentTimeMillis
  if (Option.exists(yield* reader.state, ({ openedAt }) => now - openedAt < newLog)) yield* wait(10)
})

const unsigning = { keys: [], sign: () => Effect.succeed([]) }

const unfinished = (): CommandResult =>
  failed(
    "no pack was made: its records are not signed yet; start the service, which signs the evidence log every second, and repeat the command",
  )

const write = async (path: string, outcome: PackOutcome & { readonly _tag: "Issued" }): Promise<CommandResult> => {
  const { files, manifest, records } = outcome
  try {
    await writeWhole(path, async (partial) => writeFile(partial, await packTools.zip(files)))
  } catch (error) {
    return failed(`cannot write the pack: ${reasonOf(error)}`)
  }
  const { origin, unproven } = manifest
  const proofs =
    origin === null
      ? "nothing is signed, and nothing in it is proven: configure evidence.signingKeys"
      : unproven.length === 0
        ? `${records === 1 ? "" : "each "}proven by the log ${origin}`
        : `${unproven.length} of them without a proof, the others proven by the log ${origin}`
  return {
    ok: true,
    data: { file: path, records, origin, unproven },
    lines: [`${path}: ${plural(records, "record")}, ${proofs}`],
  }
}

const resultOf = (given: Given, path: string) =>
  PackOutcome.$match({
    Issued: (outcome) => Effect.promise(() => write(path, outcome)),
    Unfinished: () => Effect.succeed(unfinished()),
    PersonUnknown: () => Effect.succeed(notFound(given, "there are no records of this person")),
    RecordsUnknown: ({ ids }) => Effect.succeed(notFound(given, `no record has the id ${ids.join(" or ")}`)),
  })

const packed = async (
  given: Given,
  path: string,
  request: Pick<PackRequest, "language" | "selection" | "withhold">,
  progress: Progress,
): Promise<CommandResult> => {
  const { salts } = makeRandomSalts()
  const software = `consent-service ${packageVersion}`
  const tools = await packTools.files()
  progress("reading the records, and waiting for the evidence log")
  const issue = issuePack({ ...request, software, tools, salts, patience: waiting })
  const run = Effect.zipRight(firstCheckpoint, issue).pipe(
    Effect.provideService(CheckpointSigner, unsigning),
    orInconsistent,
    Effect.flatMap((outcome) =>
      "inconsistent" in outcome
        ? Effect.succeed(failed(`the evidence log contradicts itself: ${outcome.inconsistent}; run verify`))
        : resultOf(given, path)(outcome),
    ),
  )
  return writing(given, run, (result) => result)
}

const isPackLanguage = (language: string | null): language is PackLanguage | null =>
  language === null || packLanguages.some((one) => one === language)

const makePack = (given: Given, progress: Progress): CommandResult | Promise<CommandResult> => {
  const selection = selectionIn(given)
  if (Either.isLeft(selection)) return usageError(selection.left)
  const withhold = withheldIn(given)
  if (withhold === null) return usageError(`--withhold must be ${withholdable.join(" or ")}`)
  const language = given.value("language")
  if (!isPackLanguage(language)) return usageError(`--language must be one of ${packLanguages.join(", ")}`)
  const path = given.value("out") ?? ""
  if (path === "") return usageError("--out names the file to write, for example --out evidence.zip")
  const problem = newFileProblem({ path, force: given.flags.has("force"), protectedFiles: [] })
  if (problem !== null) return failed(`cannot write the pack: ${problem}`)
  return packed(given, path, { selection: selection.right, withhold, language }, progress)
}

/** The command. */
export const packCommand: Command = {
  name: "evidence pack",
  synopsis:
    "evidence pack --subject ID|--external-id ACCOUNT|--consent ID... --out FILE.zip [--withhold trace|subject] [--language en|de|es|fr] [--force] --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]\n       consent-service evidence pack --check FILE.zip [--key KEY]... [--json]",
  summary: "write records with all that proves them to one zip file, for an authority; or verify such a file",
  options: {
    ...personOptions,
    consent: { type: "string", help: "instead: this record; may be repeated" },
    out: { type: "string", help: "the file to write, readable by its owner only" },
    withhold: {
      type: "string",
      help: "leave out a part: trace (address, browser, language, metadata) or subject (the ids); may be repeated",
    },
    language: {
      type: "string",
      help: "language of README.html: en, de, es or fr; default: that of the newest notice, else en",
    },
    force: { type: "boolean", help: "replace an existing file" },
    check: {
      type: "string",
      help: "verify this pack instead, without a database: exit code 0 verified, 1 not verified",
    },
    key: keyOption,
    ...tenantOptions,
  },
  run: (given, progress) => {
    const checked = given.value("check")
    return checked === null ? makePack(given, progress) : checkPack(given, checked)
  },
}
