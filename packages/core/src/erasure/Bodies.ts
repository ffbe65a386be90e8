/**
 * The bodies that request erasures and place holds.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { InputIssue } from "../consent/record/Refusal.js"
import { described } from "../schema/Documentation.js"
import { parseIsoTime } from "../schema/IsoTime.js"
import { omissible } from "../schema/Member.js"
import { atMost } from "../schema/Text.js"
import type { HoldScope } from "../ports/Erasures.js"
import type { Person } from "./Erase.js"
import { tracePart } from "./PlanErasure.js"

const nonEmpty = { message: () => "must not be empty" }

const Name = atMost(255).pipe(Schema.nonEmptyString(nonEmpty))

const Reason = atMost(1_000).pipe(Schema.nonEmptyString(nonEmpty))

const isString = { type: "string" }

/** Exactly one of both; null counts as absent. */
const onePerson = {
  anyOf: [
    { required: ["subjectId"], properties: { subjectId: isString, externalId: { type: "null" } } },
    { required: ["externalId"], properties: { externalId: isString, subjectId: { type: "null" } } },
  ],
}

/** The body of `POST /erasures`. */
export const ErasureBody = Schema.Struct({
  subjectId: omissible(Name),
  externalId: omissible(Name),
  reason: Reason,
  parts: omissible(
    Schema.Array(Schema.Literal(tracePart)).pipe(Schema.minItems(1, { message: () => "must name a part: trace" })),
  ),
  requestId: omissible(Name),
  dryRun: omissible(Schema.Boolean),
})
  .pipe(
    Schema.filter(({ externalId, subjectId }) =>
      (subjectId == null) !== (externalId == null)
        ? undefined
        : { path: ["subjectId"], message: "must be given, or else externalId; not both" },
    ),
  )
  .annotations({
    identifier: "ErasureRequest",
    ...described({
      description: "Whose records are erased, and why",
      keywords: onePerson,
      fields: {
        subjectId: "One subject",
        externalId: "Instead: every subject with a verified link to this account",
        reason: "Is kept in the certificate and in the log: name no person in it",
        parts: "Only these parts of the records: `trace` is address, browser, language and metadata",
        requestId: "Names the request, such as a ticket's number. Sent again, it answers the same certificate",
        dryRun: "Only tells what would be erased",
      },
    }),
  })
export type ErasureBody = typeof ErasureBody.Type

/**
 * Whose records a body means.
 *
 * @example
 * ```ts
 * import { type ErasureBody, personOf } from "@consent-service/core/erasure"
 *
 * const person = (body: ErasureBody) => personOf(body)
 * ```
 */
export const personOf = ({ externalId, subjectId }: Pick<ErasureBody, "externalId" | "subjectId">): Person =>
  // Stryker disable next-line StringLiteral: the body has one of them
  subjectId == null ? { externalId: externalId ?? "" } : { subjectId }

const Scope = Schema.Struct({
  subjectId: omissible(Name),
  externalId: omissible(Name),
  type: omissible(Name),
  from: omissible(Schema.String),
  to: omissible(Schema.String),
})

/** The body of `PUT /holds/:id`. */
export const HoldBody = Schema.Struct({ scope: Scope, reason: Reason }).annotations({
  identifier: "HoldRequest",
  ...described({
    description: "What must not be erased, and why",
    fields: {
      scope: "Records that all given members are true of; without members, every record",
      "scope.subjectId": "Of this subject",
      "scope.externalId": "Of subjects that are linked to this account, verified or not",
      "scope.type": "Of this type",
      "scope.from": "Created at this time or later: an ISO 8601 date or timestamp",
      "scope.to": "Created before this time: an ISO 8601 date or timestamp",
      reason: "Is kept with the hold, and not in the log",
    },
  }),
})
export type HoldBody = typeof HoldBody.Type

const timeIn = (path: string, text: string | null | undefined): number | null | InputIssue => {
  if (text == null) return null
  return parseIsoTime(text)?.epochMs ?? { path, message: "must be an ISO 8601 date or timestamp" }
}

const isIssue = (time: number | null | InputIssue): time is InputIssue => typeof time === "object" && time !== null

/**
 * The scope of a hold's body, with its times in epoch milliseconds; or what is wrong with the times.
 *
 * @example
 * ```ts
 * import { scopeOf } from "@consent-service/core/erasure"
 * import * as Either from "effect/Either"
 *
 * Either.getOrNull(scopeOf({ from: "2026-01-01" })) // { from: 1767225600000 }
 * ```
 */
export const scopeOf = ({
  externalId,
  from: fromText,
  subjectId,
  to: toText,
  type,
}: HoldBody["scope"]): Either.Either<HoldScope, ReadonlyArray<InputIssue>> => {
  const [from, to] = [timeIn("scope.from", fromText), timeIn("scope.to", toText)]
  if (isIssue(from) || isIssue(to)) return Either.left([from, to].filter(isIssue))
  return Either.right({
    ...(subjectId == null ? {} : { subjectId }),
    ...(externalId == null ? {} : { externalId }),
    ...(type == null ? {} : { type }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  })
}
