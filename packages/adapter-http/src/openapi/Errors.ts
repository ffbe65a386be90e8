/**
 * What answers of the document share: an example of each problem, the headers that no route declares, and the error
 * responses. One body serves all problems, narrowed in each response to the codes that it can have.
 *
 * @module
 */
import { LogInconsistent } from "@consent-service/core/evidence-log"
import { SchemaMismatch, StoreFailed, StoreUnreachable } from "@consent-service/core/ports"
import { type Problem, problemTable, type ProblemTag, renderProblem } from "../answer/Problem.js"
import { header, type HeaderNote, type HeaderNotes, requiredHeader } from "../api/Annotations.js"
import type { Example, Header, JsonSchema, Parameter, Reference, Response } from "./DocumentTypes.js"
import { ErrorBody } from "../api/ErrorAnswer.js"
import { defaultMaxBodyBytes } from "../request/JsonBody.js"
import { payloadSchema } from "./JsonSchemas.js"

const issues = (path: string, message: string) => [{ path, message }]

/** A problem of every kind. Their causes go to the log only. */
const samples: { readonly [Tag in ProblemTag]: () => Extract<Problem, { readonly _tag: Tag }> } = {
  InputInvalid: () => ({ _tag: "InputInvalid", issues: issues("domain", "is missing") }),
  ReceiptContradictsPreferences: () => ({
    _tag: "ReceiptContradictsPreferences",
    issues: issues("receipts.marketing", "is true, and the preference is false"),
  }),
  ReceiptOutsideScope: () => ({
    _tag: "ReceiptOutsideScope",
    issues: issues("receipts.marketing", "is not offered by the policy"),
  }),
  GrantOutsideScope: () => ({
    _tag: "GrantOutsideScope",
    issues: issues("preferences.marketing", "is not offered by the policy"),
  }),
  SnapshotRequired: () => ({ _tag: "SnapshotRequired" }),
  SnapshotInvalid: () => ({ _tag: "SnapshotInvalid" }),
  SnapshotExpired: () => ({ _tag: "SnapshotExpired" }),
  PolicyChanged: () => ({ _tag: "PolicyChanged" }),
  PolicyInputsIncomplete: () => ({ _tag: "PolicyInputsIncomplete" }),
  PolicyDecisionDiffers: () => ({ _tag: "PolicyDecisionDiffers" }),
  DocumentUnknown: () => ({ _tag: "DocumentUnknown" }),
  DocumentAmbiguous: () => ({ _tag: "DocumentAmbiguous" }),
  DocumentSnapshotRequired: () => ({ _tag: "DocumentSnapshotRequired" }),
  DocumentSnapshotInvalid: () => ({ _tag: "DocumentSnapshotInvalid" }),
  DocumentSnapshotExpired: () => ({ _tag: "DocumentSnapshotExpired" }),
  ActDiffers: () => ({ _tag: "ActDiffers" }),
  SubjectHeldElsewhere: () => ({ _tag: "SubjectHeldElsewhere" }),
  SubjectFull: () => ({ _tag: "SubjectFull" }),
  Unauthorized: () => ({ _tag: "Unauthorized" }),
  ExternalIdRequired: () => ({ _tag: "ExternalIdRequired" }),
  TypeRequired: () => ({ _tag: "TypeRequired" }),
  ReportInvalid: () => ({ _tag: "ReportInvalid", issues: issues("source", "is missing") }),
  EffectiveDateUnusable: () => ({ _tag: "EffectiveDateUnusable" }),
  IdentityTokenInvalid: () => ({ _tag: "IdentityTokenInvalid" }),
  HeldByVerified: () => ({ _tag: "HeldByVerified" }),
  DocumentDiverged: () => ({ _tag: "DocumentDiverged" }),
  VendorListUnknown: () => ({ _tag: "VendorListUnknown" }),
  HostUnusable: () => ({ _tag: "HostUnusable" }),
  OriginUnreachable: () => ({ _tag: "OriginUnreachable", cause: null }),
  ScriptUnavailable: () => ({ _tag: "ScriptUnavailable", cause: null }),
  DocsUnavailable: () => ({ _tag: "DocsUnavailable" }),
  Overloaded: () => ({ _tag: "Overloaded" }),
  RateLimited: () => ({ _tag: "RateLimited", retryAfterSeconds: 3 }),
  ReceiptUnknown: () => ({ _tag: "ReceiptUnknown" }),
  PersonUnknown: () => ({ _tag: "PersonUnknown" }),
  RecordsUnknown: () => ({ _tag: "RecordsUnknown", ids: ["cns_unknown"] }),
  ErasureUnknown: () => ({ _tag: "ErasureUnknown" }),
  HoldUnknown: () => ({ _tag: "HoldUnknown" }),
  Held: () => ({ _tag: "Held", holdId: "case-17" }),
  HoldDiffers: () => ({ _tag: "HoldDiffers" }),
  TileUnknown: () => ({ _tag: "TileUnknown" }),
  StatisticsOff: () => ({ _tag: "StatisticsOff" }),
  LogUnsigned: () => ({ _tag: "LogUnsigned" }),
  CheckpointMissing: () => ({ _tag: "CheckpointMissing" }),
  LogInconsistent: () => new LogInconsistent({ message: "" }),
  SubjectUnknown: () => ({ _tag: "SubjectUnknown" }),
  ScriptDigestUnknown: () => ({ _tag: "ScriptDigestUnknown" }),
  RouteUnknown: () => ({ _tag: "RouteUnknown" }),
  MethodUnsupported: () => ({ _tag: "MethodUnsupported", allow: "GET, HEAD, OPTIONS" }),
  BodyTooLarge: () => ({ _tag: "BodyTooLarge", limit: defaultMaxBodyBytes }),
  BodyIncomplete: () => ({ _tag: "BodyIncomplete" }),
  RequestMalformed: () => ({ _tag: "RequestMalformed" }),
  RequestTimedOut: () => ({ _tag: "RequestTimedOut" }),
  ExpectationUnknown: () => ({ _tag: "ExpectationUnknown" }),
  HeadersTooLarge: () => ({ _tag: "HeadersTooLarge" }),
  StoreUnhealthy: () => ({ _tag: "StoreUnhealthy", cause: null }),
  StoreUnreachable: () => new StoreUnreachable({ operation: "", cause: null }),
  SchemaMismatch: () => new SchemaMismatch({ message: "" }),
  StoreFailed: () => new StoreFailed({ operation: "", cause: null }),
  Unexpected: () => ({ _tag: "Unexpected", cause: null }),
}

const isProblemTag = (name: string): name is ProblemTag => Object.hasOwn(problemTable, name)

/** Every kind of problem. */
export const allProblemTags: ReadonlyArray<ProblemTag> = Object.keys(problemTable).filter(isProblemTag)

/** A problem of a kind, rendered. */
export const sampleProblem = (tag: ProblemTag) => renderProblem(samples[tag]())

const requestId = {
  schema: { type: "string", minLength: 1, maxLength: 128, pattern: "^[A-Za-z0-9._:-]+$" },
  example: "5f0c1f6e-6d0b-4a0e-9a0b-0d6a3f3f9c11",
}

/** Headers that every request may carry. */
const everyRequest: HeaderNotes = {
  "x-request-id": {
    description: "The request's id, used in the answer and in the log; an id of another form is replaced",
    ...requestId,
  },
  origin: header("Sent by browsers: the origin of the requesting page", "https://shop.example"),
}

/** Headers that let a page of another origin read a response. */
const crossOrigin: HeaderNotes = {
  "access-control-allow-origin": header(
    "The page's own origin where it is trusted; `*` where pages of any origin may read; else absent",
    "https://shop.example",
  ),
  "access-control-allow-credentials": {
    description: "Only to a trusted origin",
    schema: { type: "string", enum: ["true"] },
  },
}

const called: HeaderNotes = {
  "x-request-id": { description: "The request's id", required: true, ...requestId },
  vary: requiredHeader("The request headers that the answer depends on", "Origin"),
}

/** Headers of every response, including problems. */
const everyAnswer: HeaderNotes = {
  ...called,
  "x-cs-policy-contract": {
    ...requiredHeader("The service's version of the policy contract"),
    schema: { type: "string", enum: ["1"] },
  },
  "cache-control": requiredHeader("Which caches may store the answer, and how long", "no-store"),
  ...crossOrigin,
  "access-control-expose-headers": header(
    "Which headers a page may read, where it may read the answer at all",
    "x-cs-policy-contract, x-request-id, retry-after",
  ),
}

/** Headers of some kinds of problems, whichever the route. */
const ofProblems: HeaderNotes = {
  "retry-after": {
    ...requiredHeader("Seconds to wait before a retry", "2"),
    schema: { type: "string", pattern: "^[0-9]+$" },
  },
  "www-authenticate": requiredHeader("How to authenticate", "Bearer"),
  allow: requiredHeader("The methods that the path answers", "GET, HEAD, OPTIONS"),
}

/** The responses to preflights. */
const preflight: HeaderNotes = {
  ...called,
  ...crossOrigin,
  "access-control-allow-methods": header("The methods that a page may use", "GET, HEAD, OPTIONS"),
  "access-control-allow-headers": header("The headers that a page may send", "Content-Type, x-request-id"),
  "access-control-max-age": header("How many seconds a browser may cache the preflight", "86400"),
}

const toHeader = ({ description, example, required, schema = { type: "string" } }: HeaderNote): Header => ({
  description,
  ...(required === undefined ? {} : { required }),
  schema,
  ...(example === undefined ? {} : { example }),
})

const toHeaders = (notes: ReadonlyArray<readonly [name: string, note: HeaderNote]>): Readonly<Record<string, Header>> =>
  Object.fromEntries(notes.map(([name, note]) => [name, toHeader(note)]))

const shared = { ...preflight, ...everyAnswer, ...ofProblems }

/** Headers as components, by their own names. */
export const headerComponents = toHeaders(Object.entries(shared))

const references = (names: ReadonlyArray<string>): Readonly<Record<string, Reference>> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers of an answer to `OPTIONS`. */
export const preflightHeaders: NonNullable<Response["headers"]> = references(Object.keys(preflight))

/**
 * The headers of an answer.
 *
 * @param tags - the problems it can be; none for an answer that is invalid
 * @param notes - what the route says of this answer's headers; it may say more of one that every answer carries
 */
export const answerHeaders = (
  tags: ReadonlyArray<ProblemTag>,
  notes: HeaderNotes = {},
): NonNullable<Response["headers"]> => {
  const carried = tags.map((tag) => Object.keys(sampleProblem(tag).headers))
  const isAlways = (name: string) => carried.every((names) => names.includes(name))
  const ofThese = Object.entries(ofProblems).filter(([name]) => carried.some((names) => names.includes(name)))
  const always = ofThese.flatMap(([name]) => (isAlways(name) ? [name] : []))
  const sometimes = ofThese.filter(([name]) => !isAlways(name))
  return {
    ...references([...Object.keys(everyAnswer), ...always]),
    ...toHeaders(sometimes.map(([name, note]) => [name, { ...note, required: false }])),
    ...toHeaders(Object.entries(notes).map(([name, note]) => [name, { ...everyAnswer[name], ...note }])),
  }
}

/** Headers without references, for responses outside of paths: linters do not count references from there as uses. */
export const inlineHeaders = (headers: NonNullable<Response["headers"]>): NonNullable<Response["headers"]> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, "$ref" in value ? (headerComponents[name] ?? value) : value]),
  )

/** Headers that a route reads, as parameters; after them those that every route reads. */
export const headerParameters = (notes: HeaderNotes = {}): ReadonlyArray<Parameter> =>
  Object.entries({ ...notes, ...everyRequest }).map(([name, note]) => ({
    name,
    in: "header",
    ...toHeader(note),
    required: note.required === true,
  }))

/** The body of every problem, and the cause within it, as components. */
export const errorComponents: Readonly<Record<string, JsonSchema>> = payloadSchema(ErrorBody.ast).components

const codesOf = (tags: ReadonlyArray<ProblemTag>): ReadonlyArray<string> =>
  Array.from(new Set(tags.map((tag) => problemTable[tag].code)))

const bodySchema = (tags: ReadonlyArray<ProblemTag>): JsonSchema => ({
  $ref: "#/components/schemas/Error",
  // Refers to the cause again: validators that refuse unlisted fields do not see those that only `Error` lists.
  properties: { cause: { $ref: "#/components/schemas/ErrorCause", properties: { code: { enum: codesOf(tags) } } } },
})

const examplesOf = (tags: ReadonlyArray<ProblemTag>): Readonly<Record<string, Example>> =>
  Object.fromEntries(tags.map((tag) => [tag, { summary: problemTable[tag].code, value: sampleProblem(tag).body }]))

/** A response for problems that share a status. */
export const errorResponse = (tags: ReadonlyArray<ProblemTag>): Response => ({
  description: codesOf(tags).join(", "),
  headers: answerHeaders(tags),
  content: { "application/json": { schema: bodySchema(tags), examples: examplesOf(tags) } },
})

/** The problems that are answered with a status and one of some codes. */
export const problemsOf = (status: number, codes: ReadonlyArray<string>): ReadonlyArray<ProblemTag> =>
  allProblemTags.filter((tag) => problemTable[tag].status === status && codes.includes(problemTable[tag].code))

const generalRefusal = (tag: ProblemTag, description: string): Response => {
  const response = errorResponse([tag])
  return { ...response, description, headers: inlineHeaders(response.headers ?? {}) }
}

/** Responses that belong to no operation: to unknown paths, to methods a path does not have, and to `OPTIONS`. */
export const generalResponses: Readonly<Record<"NotFound" | "MethodNotAllowed" | "Preflight", Response>> = {
  NotFound: generalRefusal("RouteUnknown", "The response to an unknown path"),
  MethodNotAllowed: generalRefusal(
    "MethodUnsupported",
    "The response to a method that the path does not have; `Allow` lists those it has",
  ),
  Preflight: {
    description:
      "The response to `OPTIONS` on any path, 204. Without `Access-Control-Allow-Origin` the browser blocks the page's request",
    headers: inlineHeaders(preflightHeaders),
  },
}
