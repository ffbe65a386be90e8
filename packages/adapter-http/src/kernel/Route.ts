/**
 * A declared endpoint joined with its handler.
 *
 * @module
 */
import { decodesToItself } from "@consent-service/core/primitives"
import type { Observation } from "@consent-service/core/ports"
import type { InputIssue } from "@consent-service/core/consent"
import type { Lookup } from "../request/Target.js"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Answer } from "../answer/Answer.js"
import type { CorsRule } from "../answer/Cors.js"
import type { Problem } from "../answer/Problem.js"
import { TakesRest } from "../api/Annotations.js"
import { NeedsKey } from "../api/ApiKey.js"
import { issueFinder } from "../request/InputIssues.js"
import type { Exchange } from "./Exchange.js"

/** What every handler receives. */
export interface Call {
  readonly exchange: Exchange
  readonly query: Lookup
  readonly requestId: string
  /** Runs work in the background; a failure is observed. */
  readonly detach: (task: Effect.Effect<unknown>) => void
  readonly observe: (observation: Observation) => void
}

/** An answer, or an effect that gives one. */
export type Handled<A> = Answer<A> | Effect.Effect<Answer<A>, Problem>

/** The parts of a request before they are decoded. */
export interface RawCall extends Call {
  readonly parameters: Readonly<Record<string, string>>
  /** When the request was complete, on the monotonic clock, in milliseconds. */
  readonly arrivedAt: number
  /** The parsed JSON body; undefined on a route that takes none. */
  readonly body: unknown
  /** How many bytes the body has, as it was sent. */
  readonly bodyBytes: number
}

/** What a handler of decoded parts receives. */
export type Received = Call & Pick<RawCall, "arrivedAt" | "bodyBytes">

/** Chooses the problem for a request with an unusable body; the body is undefined where it could not be read. */
export type Refuse = (issues: ReadonlyArray<InputIssue>, body: unknown) => Problem

/** A compiled route, ready to dispatch. */
export interface Route {
  readonly method: string
  /** As declared: `/subjects/:id`. */
  readonly template: string
  /** Whether the last parameter of the template takes all segments that are left. */
  readonly takesRest: boolean
  readonly takesBody: boolean
  readonly needsKey: boolean
  readonly cors: CorsRule
  /** Finds the problem of a request before its body is read; null where there is none. */
  readonly admit: ((call: Call) => Problem | null) | null
  readonly refuse: Refuse
  /** Answers synchronously when it does not have to wait. */
  readonly run: (call: RawCall) => Handled<unknown> | Problem
}

/** Behavior specific to a route. */
export interface RouteOptions extends Partial<Pick<Route, "cors" | "admit" | "refuse">> {}

const refuseInput: Refuse = (issues) => ({ _tag: "InputInvalid", issues })

interface Declared {
  readonly method: string
  readonly path: string
  readonly payloadSchema: Option.Option<unknown>
  readonly annotations: Context.Context<never>
}

const joined = (declared: Declared, options: RouteOptions, run: Route["run"]): Route => ({
  method: declared.method,
  template: declared.path,
  takesRest: Context.get(declared.annotations, TakesRest),
  takesBody: Option.isSome(declared.payloadSchema),
  needsKey: Context.get(declared.annotations, NeedsKey),
  cors: "trusted-origins",
  admit: null,
  refuse: refuseInput,
  ...options,
  run,
})

/** Decodes an endpoint's part by its own declaration; using an undeclared part fails at startup. */
const decoder = <A>(declared: Option.Option<Schema.Schema<A, unknown>>, refuse: Refuse) => {
  const schema = Option.getOrThrow(declared)
  const isDecoded = decodesToItself(schema)
  const decode = Schema.decodeUnknownEither(schema, { errors: "first" })
  const issuesOf = issueFinder(schema)
  return (input: unknown): Either.Either<A, Problem> => {
    try {
      if (isDecoded(input)) return Either.right(input)
      return Either.mapLeft(decode(input), (error) => refuse(issuesOf(input, error), input))
    } catch {
      // Union members are distinguished by a string, and `{ "toString": null }` cannot become one.
      return Either.left(refuse([{ path: "body", message: "has a value that cannot be converted to a string" }], input))
    }
  }
}

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

/** Joins an endpoint that takes only a query with its handler. */
export const route = <Query, Success, Failure>(
  endpoint: Endpoint<never, Query, never, Success, Failure>,
  handler: (call: Call) => Handled<Success> | Problem,
  options: RouteOptions = {},
): Route => joined(endpoint, options, handler)

/** Joins an endpoint whose path has parameters with its handler. */
export const routeWithPath = <Path, Query, Success, Failure>(
  endpoint: Endpoint<Path, Query, never, Success, Failure>,
  handler: (call: Call, path: Path) => Handled<Success> | Problem,
  options: RouteOptions = {},
): Route => {
  const decode = decoder(endpoint.pathSchema, refuseInput)
  return joined(endpoint, options, (call) => {
    const path = decode(call.parameters)
    return Either.isLeft(path) ? path.left : handler(call, path.right)
  })
}

/** Joins an endpoint that takes a body with its handler. */
export const routeWithPayload = <Query, Payload, Success, Failure>(
  endpoint: Endpoint<never, Query, Payload, Success, Failure>,
  handler: (call: Received, payload: Payload) => Handled<Success> | Problem,
  options: RouteOptions = {},
): Route => {
  const decode = decoder(endpoint.payloadSchema, options.refuse ?? refuseInput)
  return joined(endpoint, options, (call) => {
    const payload = decode(call.body)
    return Either.isLeft(payload) ? payload.left : handler(call, payload.right)
  })
}

/** Joins an endpoint whose path has parameters, and that takes a body, with its handler; the path is looked at first. */
export const routeWithPathAndPayload = <Path, Query, Payload, Success, Failure>(
  endpoint: Endpoint<Path, Query, Payload, Success, Failure>,
  handler: (call: Received, path: Path, payload: Payload) => Handled<Success> | Problem,
  options: RouteOptions = {},
): Route => {
  const decodePath = decoder(endpoint.pathSchema, refuseInput)
  const decodePayload = decoder(endpoint.payloadSchema, options.refuse ?? refuseInput)
  return joined(endpoint, options, (call) => {
    const path = decodePath(call.parameters)
    if (Either.isLeft(path)) return path.left
    const payload = decodePayload(call.body)
    return Either.isLeft(payload) ? payload.left : handler(call, path.right, payload.right)
  })
}
