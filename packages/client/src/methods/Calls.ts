/**
 * Converts a caller's input to a request: checked first, and written only if it is valid.
 *
 * @module
 */
import { isObject } from "../answer/Shape.js"
import { issue } from "../checks/Check.js"
import {
  anyObject,
  flag,
  flags,
  headerText,
  instant,
  isoTime,
  issuesIn,
  list,
  optional,
  parts,
  pathPart,
  text,
  types,
} from "./InputChecks.js"
import {
  type AccountInput,
  type CheckInput,
  type ConsentInput,
  cookieBanner,
  type DocumentInput,
  type IdentityInput,
  type InitInput,
  type ManifestInput,
  type ReceiptInput,
  type SubjectInput,
  type SummaryInput,
} from "./Inputs.js"
import * as Routes from "./Routes.js"
import { iso, isoOrNone } from "./Times.js"

export const statusCall = { route: Routes.statusRoute, issues: [], sent: () => ({}) }

const gpcHeader = (gpc: boolean): string => (gpc ? "1" : "0")

/** Each field with the header that the service reads. */
const visitorHeaders = ({ country, gpc, language, region }: InitInput): Record<string, string> => ({
  ...(language === undefined ? {} : { "accept-language": language }),
  ...(country === undefined ? {} : { "x-cs-country": country }),
  ...(region === undefined ? {} : { "x-cs-region": region }),
  ...(gpc === undefined ? {} : { "x-cs-gpc": gpcHeader(gpc) }),
})

export const initCall = (input: InitInput) => ({
  route: Routes.initRoute,
  issues: issuesIn(input, {
    language: optional(headerText),
    country: optional(headerText),
    region: optional(headerText),
    gpc: optional(flag),
  }),
  sent: () => ({ headers: visitorHeaders(input) }),
})

export const manifestCall = (input: ManifestInput) => ({
  route: Routes.manifestRoute(() => input.ifNoneMatch),
  issues: issuesIn(input, { language: optional(text), ifNoneMatch: optional(headerText) }),
  sent: () => ({
    query: { language: input.language },
    headers: input.ifNoneMatch === undefined ? {} : { "if-none-match": input.ifNoneMatch },
  }),
})

export const readCall = (id: string, input: SubjectInput) => ({
  route: Routes.readRoute,
  issues: [...issue("id", id, pathPart), ...issuesIn(input, { types: optional(types) })],
  sent: () => ({ params: { id }, query: { type: input.types?.join(",") } }),
})

const isBanner = (input: unknown): boolean => isObject(input) && input["type"] === cookieBanner

/** The required fields of a save and their kinds; the service checks the values. */
const consentIssues = (input: ConsentInput) =>
  issuesIn(input, {
    type: text,
    subjectId: text,
    domain: text,
    givenAt: instant,
    preferences: isBanner(input) ? flags : optional(flags),
    metadata: optional(anyObject),
    externalSubjectId: optional(text),
    identityProvider: optional(text),
    identityToken: optional(text),
    choice: optional(anyObject),
    receipts: optional(list),
  })

export const saveCall = (input: ConsentInput) => ({
  route: Routes.saveRoute,
  issues: consentIssues(input),
  sent: () => ({ body: { ...input, givenAt: new Date(input.givenAt).getTime() } }),
})

export const linkCall = (id: string, input: IdentityInput) => ({
  route: Routes.linkRoute,
  issues: [
    ...issue("id", id, pathPart),
    ...issuesIn(input, { externalId: text, identityProvider: optional(text), identityToken: optional(text) }),
  ],
  sent: () => ({ params: { id }, body: input }),
})

export const receiptCall = (input: ReceiptInput) => ({
  route: Routes.receiptRoute,
  issues: issuesIn(input, { subjectId: pathPart, consentId: pathPart, withhold: optional(parts) }),
  sent: () => ({
    params: { id: input.subjectId, consentId: input.consentId },
    query: { withhold: input.withhold?.join(",") },
  }),
})

export const listCall = (input: AccountInput) => ({
  route: Routes.listRoute,
  issues: issuesIn(input, { externalId: text }),
  sent: () => ({ query: { externalId: input.externalId } }),
})

export const checkCall = <const Type extends string>(input: CheckInput<Type>) => ({
  route: Routes.checkRoute(() => input.types),
  issues: issuesIn(input, { externalId: text, types }),
  sent: () => ({ query: { externalId: input.externalId, type: input.types.join(",") } }),
})

export const summaryCall = (id: string, input: SummaryInput) => ({
  route: Routes.summaryRoute,
  issues: [
    ...issue("id", id, pathPart),
    ...issuesIn(input, { from: optional(isoTime), to: optional(isoTime), domain: optional(text) }),
  ],
  sent: () => ({
    params: { id },
    query: { from: isoOrNone(input.from), to: isoOrNone(input.to), domain: input.domain },
  }),
})

export const publishCall = (type: string, input: DocumentInput) => ({
  route: Routes.publishRoute,
  issues: [...issue("type", type, pathPart), ...issuesIn(input, { version: text, hash: text, effectiveDate: isoTime })],
  sent: () => ({ params: { type }, body: { ...input, effectiveDate: iso(input.effectiveDate) } }),
})
