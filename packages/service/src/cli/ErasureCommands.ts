/**
 * `consent-service subject erase` and `hold`: erases what is on record about a person, and places the holds that forbid
 * it.
 *
 * @module
 */
import {
  CertificateOutcome,
  type ErasureRequest,
  EraseOutcome,
  erasePerson,
  issueCertificate,
  placeHold,
  previewErasure,
  releaseHold,
  scopeOf,
  tracePart,
} from "@consent-service/core/erasure"
import { type ErasureCertificate, writeCertificate } from "@consent-service/core/evidence"
import { Erasures, EvidenceReader, type LegalHold, PlaceOutcome, type StoredErasure } from "@consent-service/core/ports"
import { hasAtMost, untilReady } from "@consent-service/core/primitives"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { writeFile } from "node:fs/promises"
import { makeRandomSalts } from "../evidence/RandomSalts.js"
import { newFileProblem, writeWhole } from "../backup/WholeFile.js"
import { plural } from "./Amounts.js"
import { checkCertificate } from "./CertificateCheck.js"
import { type Command, type CommandResult, type Given, type Progress, usageError } from "./Command.js"
import { personIn, personOptions } from "./PersonOptions.js"
import { failed, notFound, orInconsistent, reading, tenantOptions, waiting, writing } from "./TenantStores.js"
import { keyOption } from "./TrustedKeys.js"

const isName = (text: string): boolean => text !== "" && hasAtMost(text, 255)

const requestIn = (given: Given): Either.Either<ErasureRequest, string> => {
  const person = personIn(given)
  const [reason, part] = [given.value("reason") ?? "", given.value("part")]
  const { salts } = makeRandomSalts()
  const requestId = given.value("request-id") ?? `erasure_${salts()}`
  if (person === null || given.positionals.length > 0) {
    return Either.left("expected either --subject or --external-id, and no argument")
  }
  if (reason === "" || !hasAtMost(reason, 1_000)) return Either.left("--reason must have 1 to 1,000 characters")
  if (!isName(requestId)) return Either.left("--request-id must have 1 to 255 characters")
  if (part !== null && part !== tracePart) return Either.left(`--part must be ${tracePart}`)
  return Either.right({ person, reason, part: part === null ? null : tracePart, requestId, salts })
}

/** What a certificate counts by the names of tables and columns. */
const nouns: ReadonlyMap<string, string> = new Map([
  ["consent", "record"],
  ["subject", "subject"],
  ["subject.external_id", "account link"],
  ["log_statement", "logged account link"],
])

const countsOf = ({ deleted }: StoredErasure): string =>
  Object.entries(deleted)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => plural(count, nouns.get(name) ?? `value of ${name}`))
    .join(", ")

const entriesOf = ({ leaves }: StoredErasure): string => `${plural(leaves.length, "entry")} of the evidence log`

const linesOf = (erasure: StoredErasure, done: string): ReadonlyArray<string> => [
  `${done}: ${countsOf(erasure)}; ${entriesOf(erasure)}`,
]

/** The certificate, once a checkpoint covers it; without one where nothing was ever signed. */
const certificateOf = (id: string) =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const isSigned = Option.isSome(yield* reader.checkpoint(0))
    const isReady = ({ _tag }: CertificateOutcome): boolean => _tag !== "Pending"
    return yield* untilReady(issueCertificate(id, isSigned), isReady, waiting)
  })

const withoutLog =
  "no certificate was made: this tenant has no evidence log, and only the log can prove an erasure; see evidence in docs/reference/options.md"

const withoutSignature = (requestId: string): string =>
  `no certificate was made: the evidence log is not signed. To get one, make a key with consent-service log init, set evidence.signingKeys, start the service, and run the command again with --request-id "${requestId}"`

/** Why there is no proof of an erasure; null where the certificate is one. */
const unproven = ({ entry, id }: StoredErasure, { entry: proof }: ErasureCertificate): string | null => {
  if (proof !== null) return null
  return entry === null ? withoutLog : withoutSignature(id)
}

const erased = async (
  erasure: StoredErasure,
  outcome: CertificateOutcome,
  path: string | null,
): Promise<CommandResult> => {
  const lines = linesOf(erasure, `erased as "${erasure.id}"`)
  if (outcome._tag !== "Issued") {
    const later = `the certificate is not signed yet: start the service, which signs the log, and run the command again with --request-id "${erasure.id}"`
    return { ok: true, data: { requestId: erasure.id, state: "erased" }, lines, error: later }
  }
  const certificate = writeCertificate(outcome.certificate)
  const error = unproven(erasure, outcome.certificate)
  if (path === null) return { ok: true, data: certificate, lines, error }
  await writeWhole(path, (partial) => writeFile(partial, `${JSON.stringify(certificate, null, 2)}\n`))
  const written = error === null ? `the certificate is in ${path}` : `what was erased is in ${path}, without a proof`
  return { ok: true, data: certificate, lines: [...lines, written], error }
}

const refused = (given: Given) =>
  EraseOutcome.$match({
    Erased: (): CommandResult => failed("nothing was erased"),
    Held: ({ hold }): CommandResult =>
      failed(`nothing was erased: the legal hold "${hold.id}" forbids it (${hold.reason})`),
    StillQueued: (): CommandResult =>
      failed(
        "nothing was erased: some records are not in the evidence log yet; start the service, which logs them within a second, and repeat the command",
      ),
    NothingThere: (): CommandResult => notFound(given, "there are no records of this person"),
  })

/** The outcome once no entry is queued any more, as far as a command waits for that. */
const decided = <E, R>(outcome: Effect.Effect<EraseOutcome, E, R>): Effect.Effect<EraseOutcome, E, R> =>
  untilReady(outcome, ({ _tag }) => _tag !== "StillQueued", waiting)

const eraseNow = (given: Given, request: ErasureRequest, progress: Progress): Promise<CommandResult> => {
  progress("erasing")
  const run = Effect.gen(function* () {
    const outcome = yield* decided(erasePerson(request))
    if (outcome._tag !== "Erased") return refused(given)(outcome)
    progress("waiting for the certificate")
    const certificate = yield* orInconsistent(certificateOf(request.requestId))
    return "inconsistent" in certificate
      ? failed(`erased, and the evidence log contradicts itself: ${certificate.inconsistent}; run verify`)
      : yield* Effect.promise(() => erased(outcome.erasure, certificate, given.value("out")))
  })
  return writing(given, run, (result) => result)
}

const preview = (given: Given, request: ErasureRequest): Promise<CommandResult> =>
  reading(given, decided(previewErasure(request)), (outcome) =>
    outcome._tag === "Erased"
      ? { ok: true, data: { dryRun: true, ...outcome.erasure }, lines: linesOf(outcome.erasure, "would erase") }
      : refused(given)(outcome),
  )

const erase: Command = {
  name: "subject erase",
  synopsis:
    "subject erase --subject ID|--external-id ACCOUNT --reason TEXT [--part trace] [--request-id NAME] [--dry-run] [--out FILE] --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]\n       consent-service subject erase --check CERTIFICATE [--key KEY]... [--json]",
  summary: "erase what is on record about a person, with a certificate; or verify a certificate",
  options: {
    ...personOptions,
    reason: { type: "string", help: "kept in the certificate and the log; name no person in it" },
    part: { type: "string", help: "only this part of the records: trace (address, browser, language, metadata)" },
    "request-id": { type: "string", help: "names the request; sent again, it answers the same certificate" },
    "dry-run": { type: "boolean", help: "only print what would be erased" },
    out: { type: "string", help: "write the certificate to this file" },
    check: {
      type: "string",
      help: "verify this certificate instead, without a database: exit code 0 verified, 1 not verified",
    },
    key: keyOption,
    ...tenantOptions,
  },
  run: (given, progress) => {
    const certificate = given.value("check")
    if (certificate !== null) return checkCertificate(given, certificate)
    const request = requestIn(given)
    if (Either.isLeft(request)) return usageError(request.left)
    // A request that is sent again has the same certificate.
    const path = given.value("out")
    const problem = path === null ? null : newFileProblem({ path, force: true, protectedFiles: [] })
    if (problem !== null) return failed(`nothing was erased: ${problem}`)
    return given.flags.has("dry-run") ? preview(given, request.right) : eraseNow(given, request.right, progress)
  },
}

const iso = (time: number): string => new Date(time).toISOString()

const scopeText = ({ from, to, ...names }: LegalHold["scope"]): string => {
  const times = { ...(from === undefined ? {} : { from: iso(from) }), ...(to === undefined ? {} : { to: iso(to) }) }
  const parts = Object.entries({ ...names, ...times }).map(([name, value]) => `${name} ${value}`)
  return parts.length === 0 ? "every record" : parts.join(", ")
}

const holdLine = (hold: LegalHold): string => {
  const until = hold.releasedAt === null ? "" : `, released ${iso(hold.releasedAt)}`
  return `${hold.id}: ${scopeText(hold.scope)}; placed ${iso(hold.placedAt)}${until}; ${hold.reason}`
}

const held = (hold: LegalHold): CommandResult => ({ ok: true, data: hold, lines: [holdLine(hold)] })

const nameIn = (given: Given): string | null => {
  const [id, ...others] = given.positionals
  return id !== undefined && others.length === 0 && isName(id) ? id : null
}

const place: Command = {
  name: "hold place",
  synopsis:
    "hold place NAME --reason TEXT [--subject ID] [--external-id ACCOUNT] [--type TYPE] [--from TIME] [--to TIME] --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]",
  summary: "forbid the erasure of records until the hold is released",
  options: {
    reason: { type: "string", help: "why; kept with the hold, and not in the log" },
    subject: { type: "string", help: "records of this subject" },
    "external-id": { type: "string", help: "records of subjects that are linked to this account" },
    type: { type: "string", help: "records of this type" },
    from: { type: "string", help: "records created at this ISO 8601 time or later" },
    to: { type: "string", help: "records created before this ISO 8601 time" },
    ...tenantOptions,
  },
  run: (given) => {
    const id = nameIn(given)
    const reason = given.value("reason") ?? ""
    if (id === null) return usageError("expected one name of at most 255 characters; name no person in it")
    if (reason === "" || !hasAtMost(reason, 1_000)) return usageError("--reason must have 1 to 1,000 characters")
    const scope = scopeOf({
      subjectId: given.value("subject"),
      externalId: given.value("external-id"),
      type: given.value("type"),
      from: given.value("from"),
      to: given.value("to"),
    })
    if (Either.isLeft(scope)) {
      return usageError(scope.left.map(({ message, path }) => `--${path.replace("scope.", "")} ${message}`).join("; "))
    }
    return writing(
      given,
      placeHold({ id, reason, scope: scope.right }, makeRandomSalts().salts),
      PlaceOutcome.$match({
        Placed: ({ hold }) => held(hold),
        Unchanged: ({ hold }) => held(hold),
        Differs: ({ hold }) =>
          failed(`nothing was changed: a hold with this name exists and differs: ${holdLine(hold)}`),
      }),
    )
  },
}

const release: Command = {
  name: "hold release",
  synopsis: "hold release NAME --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]",
  summary: "release a legal hold",
  options: tenantOptions,
  run: (given) => {
    const id = nameIn(given)
    if (id === null) return usageError("expected one name")
    return writing(
      given,
      releaseHold(id, makeRandomSalts().salts),
      Option.match({
        onNone: () => failed("there is no hold with this name; consent-service hold list names all of them"),
        onSome: held,
      }),
    )
  },
}

const list: Command = {
  name: "hold list",
  synopsis: "hold list --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]",
  summary: "list the legal holds, those that were released included",
  options: tenantOptions,
  run: (given) => {
    const holds = Effect.flatMap(Erasures, ({ legalHolds }) => legalHolds)
    return reading(given, holds, (all) => ({
      ok: true,
      data: { holds: all },
      lines: all.length === 0 ? ["there are no legal holds"] : all.map(holdLine),
    }))
  },
}

/** The command that erases. */
export const erasureCommands: ReadonlyArray<Command> = [erase]

/** The commands on legal holds. */
export const holdCommands: ReadonlyArray<Command> = [place, release, list]
