/** Checks answers against the declaration, down to the last field. */
import { api, ErrorBody } from "@consent-service/adapter-http/api"
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { assert } from "@effect/vitest"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { isJson } from "./DocumentCheck.js"
import type { Answered } from "./TestInstance.js"

type AnySchema = Schema.Schema<unknown, unknown>

/** The declared answers of an endpoint: one schema for each status; null without a body. */
const declaredAnswers = (): ReadonlyMap<string, ReadonlyMap<number, AnySchema | null>> => {
  const endpoints = new Map<string, ReadonlyMap<number, AnySchema | null>>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, successes }) => {
      const answers = new Map<number, AnySchema | null>()
      for (const [status, { ast }] of successes) {
        answers.set(status, ast._tag === "None" ? null : Schema.make<unknown, unknown, never>(ast.value))
      }
      const { ast } = endpoint.errorSchema
      for (const member of ast._tag === "Union" ? ast.types : [ast]) {
        const status = HttpApiSchema.getStatusErrorAST(member)
        const schema = Schema.make<unknown, unknown, never>(member)
        const earlier = answers.get(status) ?? null
        answers.set(status, earlier === null ? schema : Schema.Union(earlier, schema))
      }
      endpoints.set(endpoint.name, answers)
    },
  })
  return endpoints
}

/** Endpoints of the evidence log, which are tested where there is one. */
export const isOfLog = (endpoint: string): boolean =>
  ["readReceipt", "readCheckpoint", "readLogKeys", "readConsistency", "readTile"].includes(endpoint)

/** Endpoints of erasures and holds, which have tests of their own. */
export const isOfErasures = (endpoint: string): boolean =>
  ["erase", "readErasure", "placeHold", "releaseHold", "listHolds"].includes(endpoint)

/** Endpoints that hand out what is on record about a person, which have tests of their own. */
export const isOfDisclosures = (endpoint: string): boolean =>
  ["readPerson", "readPersonPage", "issueEvidencePack"].includes(endpoint)

/** By the endpoint's name. */
export const endpoints = declaredAnswers()

/** Asserts that a value is of a schema, without any key that the schema does not name. */
export const assertDecodes = <A, I>(schema: Schema.Schema<A, I>, body: unknown, what: string): void => {
  const decoded = Schema.decodeUnknownEither(schema, { onExcessProperty: "error", errors: "all" })(body)
  if (Either.isLeft(decoded)) assert.fail(`${what}: ${ParseResult.TreeFormatter.formatErrorSync(decoded.left)}`)
}

/** Every declared answer that a test of this file has had: `saveConsent 409`. */
export const had = new Set<string>()

/** Asserts that an answer is one the endpoint declares, to the last field. */
export const assertDeclared = (endpoint: string, { body, headers, status }: Answered): void => {
  const what = `${endpoint} ${status}`
  const answers = endpoints.get(endpoint) ?? assert.fail(`${endpoint} is not declared`)
  const schema = answers.get(status)
  if (schema === undefined) assert.fail(`${what} is not declared, but answered: ${JSON.stringify(body)}`)
  had.add(what)
  if (schema === null) assert.isNull(body, what)
  else {
    // A body that is not JSON has a separate test of its media type; here it is some text.
    if (typeof body !== "string") assert.isTrue(isJson(headers.get("content-type") ?? ""), what)
    assertDecodes(schema, body, what)
    if (status >= 400) assertDecodes(ErrorBody, body, what)
  }
}

/** The declared answers of some endpoints that no test of this file has had. */
export const neverHad = (names: (name: string) => boolean): ReadonlyArray<string> =>
  Array.from(endpoints)
    .filter(([name]) => names(name))
    .flatMap(([name, answers]) => Array.from(answers.keys(), (status) => `${name} ${status}`))
    .filter((answer) => !had.has(answer))
