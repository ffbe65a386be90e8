/**
 * Runs requests through the table compiled from the declaration, on one prepared runtime; synchronous where nothing
 * has to be waited for (architecture.md, "The hot path").
 *
 * @module
 */
import type { Observation } from "@consent-service/core/observation/Observation"
import type { OriginMatcher } from "@consent-service/core/privacy/TrustedOrigins"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import { type CorsRule, corsHeaders, preflightHeaders } from "../answer/Cors.js"
import type { Problem } from "../answer/Problem.js"
import { readJsonBody } from "../request/JsonBody.js"
import { queryLookup } from "../request/Query.js"
import { requestIdOf } from "../request/RequestId.js"
import { normalizeBasePath, routePath } from "../request/RoutePath.js"
import { compileDispatch, type Match } from "./DispatchTable.js"
import type { Exchange, Kernel, Reply } from "./Exchange.js"
import { type Outcome, render, type RenderedOutcome, settle, unexpected } from "./Outcome.js"
import type { Handled, Route } from "./Route.js"

/** What a kernel is made of. */
export interface KernelOptions {
  readonly routes: ReadonlyArray<Route>
  readonly runtime: Runtime.Runtime<never>
  readonly trustsOrigin: OriginMatcher
  readonly observe: (observation: Observation) => void
  readonly basePath: string
  readonly maxBodyBytes: number
  readonly tenant: string | null
}

/** One request on its way, with what its answer and its event will need. */
interface Passage {
  readonly exchange: Exchange
  readonly requestId: string
  readonly startedAt: number
  readonly cors: CorsRule
  readonly template: string | null
}

/** What the event of a request is told of its answer. */
type Answered = Omit<RenderedOutcome, "headers" | "body">

const utf8 = new TextEncoder()

/** The rule of a path, for methods it does not answer too: a page must be able to read why it was refused. */
const corsRuleOf = (match: Match | null): CorsRule => match?.routes.byMethod.get("GET")?.cors ?? "trusted-origins"

const guarded = (run: () => Handled<unknown> | Problem): Handled<unknown> | Problem => {
  try {
    return run()
  } catch (error) {
    return unexpected(error)
  }
}

/** Makes the kernel of an instance. */
export const makeKernel = (options: KernelOptions): Kernel => {
  const { maxBodyBytes, observe, tenant, trustsOrigin } = options
  const basePath = normalizeBasePath(options.basePath)
  const dispatch = compileDispatch(options.routes)
  const runPromiseExit = Runtime.runPromiseExit(options.runtime)

  const report = ({ exchange, requestId, startedAt, template }: Passage, answered: Answered): void =>
    observe({
      _tag: "RequestHandled",
      method: exchange.method,
      route: template,
      durationMs: performance.now() - startedAt,
      requestId,
      tenant,
      ...answered,
    })

  const conclude = (passage: Passage, outcome: Outcome): Reply => {
    const { cors, exchange, requestId } = passage
    const { body, headers, ...answered } = render(outcome)
    const isHead = exchange.method === "HEAD"
    report(passage, answered)
    return {
      status: answered.status,
      headers: {
        vary: "Origin",
        ...headers,
        ...corsHeaders(cors, exchange.header("origin"), trustsOrigin),
        "x-cs-policy-contract": "1",
        "x-request-id": requestId,
        // A shell counts the body it sends; of one that is left out only we know the length (RFC 9110 section 9.3.2).
        ...(isHead && body !== null ? { "content-length": String(utf8.encode(body).length) } : {}),
      },
      body: isHead ? null : body,
    }
  }

  const finish = (passage: Passage, handled: Handled<unknown> | Problem): Reply | Promise<Reply> =>
    Effect.isEffect(handled)
      ? runPromiseExit(handled).then((exit) => conclude(passage, settle(exit)))
      : conclude(passage, handled)

  const readBody = async (exchange: Exchange): Promise<{ readonly value: unknown } | Problem> => {
    const bytes = await exchange.body(maxBodyBytes)
    if (bytes === "incomplete") return { _tag: "BodyIncomplete" }
    if (bytes === "too-large") return { _tag: "BodyTooLarge", limit: maxBodyBytes }
    const body = readJsonBody(bytes)
    return body._tag === "Read" ? { value: body.value } : { _tag: "InputInvalid", issues: body.issues }
  }

  const runRoute = (passage: Passage, route: Route, { parameters }: Match): Reply | Promise<Reply> => {
    const { exchange } = passage
    const call = { exchange, query: queryLookup(exchange.search), parameters }
    if (!route.takesBody)
      return finish(
        passage,
        guarded(() => route.run({ ...call, body: undefined })),
      )
    return readBody(exchange).then(
      (body) =>
        "value" in body
          ? finish(
              passage,
              guarded(() => route.run({ ...call, body: body.value })),
            )
          : conclude(passage, body),
      (error: unknown) => conclude(passage, unexpected(error)),
    )
  }

  const preflight = (passage: Passage): Reply => {
    const { cors, exchange, requestId } = passage
    report(passage, { status: 204, code: null, consent: null, failure: null })
    return {
      status: 204,
      headers: {
        vary: "Origin",
        ...preflightHeaders(cors, exchange.header("origin"), trustsOrigin),
        "x-request-id": requestId,
      },
      body: null,
    }
  }

  return (exchange) => {
    const startedAt = performance.now()
    const requestId = requestIdOf(exchange.header("x-request-id"))
    const match = dispatch(routePath(exchange.path, basePath))
    const route = match?.routes.byMethod.get(exchange.method)
    const passage: Passage = {
      exchange,
      requestId,
      startedAt,
      cors: route?.cors ?? corsRuleOf(match),
      template: route?.template ?? null,
    }
    if (exchange.method === "OPTIONS") return preflight(passage)
    if (match === null) return conclude(passage, { _tag: "RouteUnknown" })
    if (route === undefined) return conclude(passage, { _tag: "MethodUnsupported", allow: match.routes.allow })
    return runRoute(passage, route, match)
  }
}
