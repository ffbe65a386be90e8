/**
 * The routes that hand out what is on record about a person, and what proves it.
 *
 * @module
 */
import type { Person } from "@consent-service/core/erasure"
import {
  type EvidencePackBody,
  issuePack,
  type PackFile,
  PackOutcome,
  selectionOf,
} from "@consent-service/core/evidence-pack"
import { personPage, type PersonReport, readPersonReport } from "@consent-service/core/person"
import type {
  Archive,
  CheckpointSigner,
  ConsentStore,
  DocumentStore,
  Erasures,
  EvidenceLog,
  EvidenceReader,
} from "@consent-service/core/ports"
import { hasAtMost, isRecordable } from "@consent-service/core/primitives"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Answer, jsonText, pending, prepared } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import * as Endpoints from "../api/DisclosureGroup.js"
import { type Call, type Handled, type Route, route, routeWithPayload } from "../kernel/Route.js"
import type { PackTools } from "../pack/PackTools.js"

/** What disclosures need. */
export interface DisclosureSettings {
  readonly ports: Context.Context<
    Archive | CheckpointSigner | ConsentStore | DocumentStore | Erasures | EvidenceLog | EvidenceReader
  >
  /** Returns a new salt at each call. */
  readonly salts: () => string
  /** Name and version of the program. */
  readonly software: string
  readonly tools: PackTools
}

type Answered = Effect.Effect<Answer<never>, Problem>

const inputInvalid = (path: string, message: string): Problem => ({ _tag: "InputInvalid", issues: [{ path, message }] })

/** A name that no record can have would be refused by some databases, and be unknown to others. */
const isName = (text: string): boolean => text !== "" && hasAtMost(text, 255) && isRecordable(text)

const wrongName = (path: string): Problem => inputInvalid(path, "must have 1 to 255 characters, and no U+0000")

const personIn = ({ query }: Call): Person | Problem => {
  const [subjectId, externalId] = [query("subjectId"), query("externalId")]
  if ((subjectId === null) === (externalId === null)) {
    return inputInvalid("subjectId", "must be given, or else externalId; not both")
  }
  if (subjectId !== null) return isName(subjectId) ? { subjectId } : wrongName("subjectId")
  return externalId !== null && isName(externalId) ? { externalId } : wrongName("externalId")
}

const handlePerson =
  ({ ports }: DisclosureSettings, answer: (report: PersonReport) => Answer<never>) =>
  (call: Call): Handled<never> | Problem => {
    const person = personIn(call)
    if ("_tag" in person) return person
    return readPersonReport(person).pipe(
      Effect.flatMap(
        Option.match({
          onNone: (): Answered => Effect.fail({ _tag: "PersonUnknown" }),
          onSome: (report): Answered => Effect.succeed(answer(report)),
        }),
      ),
      Effect.provide(ports),
    )
  }

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
}

const zipHeaders = {
  "content-type": "application/zip",
  "cache-control": "no-store",
  "content-disposition": 'attachment; filename="evidence-pack.zip"',
}

/** How long a request waits for checkpoints, which come about once a second. */
const patience = { every: "100 millis", most: 40 } as const

const answerZip = ({ zip }: PackTools, files: ReadonlyArray<PackFile>): Answered =>
  Effect.map(
    Effect.promise(() => zip(files)),
    (bytes) => prepared(bytes, zipHeaders),
  )

const handlePack =
  ({ ports, salts, software, tools }: DisclosureSettings) =>
  (_: Call, body: EvidencePackBody): Handled<never> => {
    const { language = null, withhold } = body
    const request = { selection: selectionOf(body), withhold: withhold ?? [], language, software, salts, patience }
    return Effect.promise(tools.files).pipe(
      Effect.flatMap((files) => issuePack({ ...request, tools: files })),
      Effect.flatMap(
        PackOutcome.$match({
          Issued: ({ files }) => answerZip(tools, files),
          Unfinished: (): Answered => Effect.succeed(pending(1)),
          PersonUnknown: (): Answered => Effect.fail({ _tag: "PersonUnknown" }),
          RecordsUnknown: ({ ids }): Answered => Effect.fail({ _tag: "RecordsUnknown", ids }),
        }),
      ),
      Effect.provide(ports),
    )
  }

/** The routes of `api/DisclosureGroup`. */
export const disclosureRoutes = (settings: DisclosureSettings): ReadonlyArray<Route> => [
  route(
    Endpoints.readPerson,
    handlePerson(settings, (report) => jsonText(JSON.stringify(report))),
  ),
  route(
    Endpoints.readPersonPage,
    handlePerson(settings, (report) => prepared(personPage(report), pageHeaders)),
  ),
  routeWithPayload(Endpoints.issuePack, handlePack(settings)),
]
