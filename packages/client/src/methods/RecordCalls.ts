/**
 * Converts a caller's input to a request about stored records: checked first, and written only if it is valid.
 *
 * @module
 */
import type { InputIssue } from "../answer/ConsentError.js"
import { isObject } from "../answer/Shape.js"
import { issue } from "../checks/Check.js"
import { flag, issuesIn, isoTime, list, optional, pathPart, text, whole } from "./InputChecks.js"
import type { ErasureInput, HoldInput, PackInput, PersonInput, RecordsInput, StatisticsInput } from "./Inputs.js"
import * as Routes from "./Routes.js"
import { dayOrNone, isoOrNone } from "./Times.js"

export const recordsCall = (input: RecordsInput) => ({
  route: Routes.recordsRoute,
  issues: issuesIn(input, {
    from: optional(isoTime),
    to: optional(isoTime),
    domain: optional(text),
    type: optional(text),
    country: optional(text),
    action: optional(text),
    after: optional(text),
    limit: optional(whole),
  }),
  sent: () => ({
    query: {
      from: isoOrNone(input.from),
      to: isoOrNone(input.to),
      domain: input.domain,
      type: input.type,
      country: input.country,
      action: input.action,
      after: input.after,
      limit: input.limit?.toString(),
    },
  }),
})

const statisticsRequest = (input: StatisticsInput, format: "csv" | "json") => ({
  issues: issuesIn(input, { from: optional(isoTime), to: optional(isoTime), groupBy: optional(text) }),
  sent: () => ({ query: { from: dayOrNone(input.from), to: dayOrNone(input.to), groupBy: input.groupBy, format } }),
})

export const statisticsCall = (input: StatisticsInput) => ({
  route: Routes.statisticsRoute,
  ...statisticsRequest(input, "json"),
})

export const statisticsFileCall = (input: StatisticsInput) => ({
  route: Routes.statisticsFileRoute,
  ...statisticsRequest(input, "csv"),
})

/** Exactly one of some members must be given. */
const oneOf = (input: unknown, names: ReadonlyArray<string>): ReadonlyArray<InputIssue> => {
  const given = isObject(input) ? names.filter((name) => input[name] !== undefined) : names.slice(0, 1)
  const [first = "", ...others] = names
  return given.length === 1
    ? []
    : [{ path: first, message: `must be given, or else ${others.join(" or ")}; only one of them` }]
}

const person = { subjectId: optional(text), externalId: optional(text) }

const onePerson = ["subjectId", "externalId"]

const personRequest = (input: PersonInput) => ({
  issues: [...issuesIn(input, person), ...oneOf(input, onePerson)],
  sent: () => ({ query: { subjectId: input.subjectId, externalId: input.externalId } }),
})

export const personCall = (input: PersonInput) => ({ route: Routes.personRoute, ...personRequest(input) })

export const personPageCall = (input: PersonInput) => ({ route: Routes.personPageRoute, ...personRequest(input) })

const erasure = {
  ...person,
  reason: text,
  parts: optional(list),
  requestId: optional(text),
  dryRun: optional(flag),
}

export const eraseCall = (input: ErasureInput) => ({
  route: Routes.eraseRoute,
  issues: [...issuesIn(input, erasure), ...oneOf(input, onePerson)],
  // Named once for all attempts: a retry of an erasure whose answer was lost gets its certificate.
  sent: () => ({
    body: input.dryRun === true ? input : { ...input, requestId: input.requestId ?? crypto.randomUUID() },
  }),
})

export const erasureCall = (requestId: string) => ({
  route: Routes.erasureRoute,
  issues: issue("requestId", requestId, pathPart),
  sent: () => ({ params: { id: requestId } }),
})

const scope = {
  subjectId: optional(text),
  externalId: optional(text),
  type: optional(text),
  from: optional(isoTime),
  to: optional(isoTime),
}

const scopeIssues = (input: unknown): ReadonlyArray<InputIssue> =>
  isObject(input)
    ? issuesIn(input["scope"], scope).map(({ message, path }) => ({
        path: isObject(input["scope"]) ? `scope.${path}` : "scope",
        message,
      }))
    : []

export const placeHoldCall = (id: string, input: HoldInput) => ({
  route: Routes.placeHoldRoute,
  issues: [...issue("id", id, pathPart), ...issuesIn(input, { reason: text }), ...scopeIssues(input)],
  sent: () => {
    const { from, to, ...others } = input.scope
    return { params: { id }, body: { ...input, scope: { ...others, from: isoOrNone(from), to: isoOrNone(to) } } }
  },
})

export const releaseHoldCall = (id: string) => ({
  route: Routes.releaseHoldRoute,
  issues: issue("id", id, pathPart),
  sent: () => ({ params: { id } }),
})

export const holdsCall = { route: Routes.holdsRoute, issues: [], sent: () => ({}) }

export const packCall = (input: PackInput) => ({
  route: Routes.packRoute,
  issues: [
    ...issuesIn(input, { ...person, consentIds: optional(list), withhold: optional(list) }),
    ...oneOf(input, [...onePerson, "consentIds"]),
  ],
  sent: () => ({ body: input }),
})
