/**
 * A declared endpoint joined with what it does.
 *
 * @module
 */
import type { Lookup } from "@consent-service/core/visitor/VisitorSignals"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Answer } from "../answer/Answer.js"
import type { CorsRule } from "../answer/Cors.js"
import type { Problem } from "../answer/Problem.js"
import { issueFinder } from "../request/InputIssues.js"
import type { Exchange } from "./Exchange.js"

/** What every handler gets of a request. */
export interface Call {
  readonly exchange: Exchange
  readonly query: Lookup
}

/** An answer, or an effect that gives one. */
export type Handled<A> = Answer<A> | Effect.Effect<Answer<A>, Problem>

/** The parts of a request before they are decoded. */
export interface RawCall extends Call {
  readonly parameters: Readonly<Record<string, string>>
  /** The parsed JSON body; undefined on a route that takes none. */
  readonly body: unknown
}

/** A route of which nothing but its use is left to know. */
export interface Route {
  readonly method: string
  /** As declared: `/subjects/:id`. */
  readonly template: string
  readonly takesBody: boolean
  readonly cors: CorsRule
  /** Answers at once when nothing has to be waited for. */
  readonly run: (call: RawCall) => Handled<unknown> | Problem
}

/** An endpoint's part is decoded by its own declaration; one that is used but not declared stops the start. */
const decoder = <A>(declared: Option.Option<Schema.Schema<A, unknown>>) => {
  const schema = Option.getOrThrow(declared)
  const decode = Schema.decodeUnknownEither(schema, { errors: "first" })
  const issuesOf = issueFinder(schema)
  return (input: unknown): Either.Either<A, Problem> =>
    Either.mapLeft(decode(input), (error): Problem => ({ _tag: "InputInvalid", issues: issuesOf(input, error) }))
}

interface Declared {
  readonly method: string
  readonly path: string
  readonly payloadSchema: Option.Option<unknown>
}

const joined = (
  { method, path, payloadSchema }: Declared,
  run: Route["run"],
  cors: CorsRule = "trusted-origins",
): Route => ({ method, template: path, takesBody: Option.isSome(payloadSchema), cors, run })

type Endpoint<Path, Query, Payload, Success, Failure> = HttpApiEndpoint.HttpApiEndpoint<
  string,
  HttpMethod,
  Path,
  Query,
  Payload,
  never,
  Success,
  Failure
>

/** Joins an endpoint that takes nothing but a query with its handler. */
export const route = <Query, Success, Failure>(
  endpoint: Endpoint<never, Query, never, Success, Failure>,
  handler: (call: Call) => Handled<Success>,
  cors?: CorsRule,
): Route => joined(endpoint, handler, cors)

/** Joins an endpoint whose path has parameters with its handler. */
export const routeWithPath = <Path, Query, Success, Failure>(
  endpoint: Endpoint<Path, Query, never, Success, Failure>,
  handler: (call: Call, path: Path) => Handled<Success>,
): Route => {
  const decode = decoder(endpoint.pathSchema)
  return joined(endpoint, (call) => {
    const path = decode(call.parameters)
    return Either.isLeft(path) ? path.left : handler(call, path.right)
  })
}

/** Joins an endpoint that takes a body with its handler. */
export const routeWithPayload = <Query, Payload, Success, Failure>(
  endpoint: Endpoint<never, Query, Payload, Success, Failure>,
  handler: (call: Call, payload: Payload) => Handled<Success>,
): Route => {
  const decode = decoder(endpoint.payloadSchema)
  return joined(endpoint, (call) => {
    const payload = decode(call.body)
    return Either.isLeft(payload) ? payload.left : handler(call, payload.right)
  })
}
