/**
 * The headers that all routes share, and that no route declares: those of every request, of every answer, and of
 * problems.
 *
 * @module
 */
import type { ProblemTag } from "../answer/Problem.js"
import { header, type HeaderNote, type HeaderNotes, requiredHeader } from "../api/Annotations.js"
import type { Header, Parameter, Reference, Response } from "./DocumentTypes.js"
import { sampleProblem } from "./ProblemExamples.js"

const requestId = {
  schema: { type: "string", minLength: 1, maxLength: 128, pattern: "^[A-Za-z0-9._:-]+$" },
  example: "5f0c1f6e-6d0b-4a0e-9a0b-0d6a3f3f9c11",
}

/** What every request may carry. */
const everyRequest: HeaderNotes = {
  "x-request-id": {
    description: "What the request is called in the answer and in the log; one that has not this form is replaced",
    ...requestId,
  },
  origin: header("Sent by browsers: the origin of the page that asks", "https://shop.example"),
}

/** What an answer lets a page of another origin do. */
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
  "x-request-id": { description: "What the request is called", required: true, ...requestId },
  vary: requiredHeader("The request headers that the answer depends on", "Origin"),
}

/** What every answer carries, a problem too. */
const everyAnswer: HeaderNotes = {
  ...called,
  "x-cs-policy-contract": {
    ...requiredHeader("The policy contract that the service speaks"),
    schema: { type: "string", enum: ["1"] },
  },
  "cache-control": requiredHeader("Who may keep the answer, and how long", "no-store"),
  ...crossOrigin,
  "access-control-expose-headers": header(
    "Which headers a page may read, where it may read the answer at all",
    "x-cs-policy-contract, x-request-id, retry-after",
  ),
}

/** What comes with problems of some kinds, whichever route has them. */
const ofProblems: HeaderNotes = {
  "retry-after": {
    ...requiredHeader("After how many seconds it is worth trying again", "2"),
    schema: { type: "string", pattern: "^[0-9]+$" },
  },
  "www-authenticate": requiredHeader("How to authenticate", "Bearer"),
  allow: requiredHeader("The methods that the path answers", "GET, HEAD, OPTIONS"),
}

/** What lets a page in that asks first. */
const preflight: HeaderNotes = {
  ...called,
  ...crossOrigin,
  "access-control-allow-methods": header("The methods that a page may use", "GET, HEAD, OPTIONS"),
  "access-control-allow-headers": header("The headers that a page may send", "Content-Type, x-request-id"),
  "access-control-max-age": header("For how many seconds a browser need not ask again", "86400"),
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
 * @param tags - the problems it can be; none for an answer that is none
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

/** Headers without references, for what stands outside of paths: linters do not count references from there as uses. */
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
