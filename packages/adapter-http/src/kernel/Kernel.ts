/**
 * Runs requests through the table compiled from the declaration, on one prepared runtime; synchronous where it does not
 * have to wait.
 *
 * @module
 */
import { inWords, type Observation } from "@consent-service/core/ports"
import { type FiberPool, makeFiberPool, sharedScheduler } from "@consent-service/core/primitives"
import type { OriginMatcher } from "../request/TrustedOrigins.js"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as Runtime from "effect/Runtime"
import * as Scheduler from "effect/Scheduler"
import type * as Scope from "effect/Scope"
import { type CorsRule, corsHeaders, preflightHeaders, rememberOrigins } from "../answer/Cors.js"
import type { Problem } from "../answer/Problem.js"
import { bytesOf, type Outcome, render, type RenderedOutcome, settle, unexpected } from "../answer/Answer.js"
import type { Authenticator } from "../request/ApiKeys.js"
import { checkParsedBody, readJsonBody } from "../request/JsonBody.js"
import { normalizeBasePath, queryLookup, routePath } from "../request/Target.js"
import { bodyProblem } from "./BodyProblem.js"
import type { DispatchTable, Match } from "./DispatchTable.js"
import type { Exchange, Kernel, Reply } from "./Exchange.js"
import { inRequestSpan } from "./RequestSpan.js"
import type { Handled, RawCall, Route } from "./Route.js"

/** The parts of a kernel. */
export interface KernelOptions {
  readonly dispatch: DispatchTable
  readonly runtime: Runtime.Runtime<never>
  /** Of `kernelFibers`. */
  readonly fibers: FiberPool
  readonly trustsOrigin: OriginMatcher
  readonly authenticates: Authenticator
  readonly observe: (observation: Observation) => void
  readonly basePath: string
  readonly maxBodyBytes: number
  readonly tenant: string | null
  /** Keeps a background task alive after the response, where the transport cannot. */
  readonly background: (task: Promise<unknown>) => unknown
  /** Whether each request runs in a span of the runtime's tracer. */
  readonly tracing: boolean
}

/** A request in progress, with what its response and its event need. */
interface Passage {
  readonly exchange: Exchange
  readonly requestId: string
  readonly startedAt: number
  readonly cors: CorsRule
  readonly template: string | null
}

/** The parts of a response that go into the event. */
type Answered = Omit<RenderedOutcome, "headers" | "body">

type Result = Handled<unknown> | Problem

/** A parsed body, and how many bytes it had. */
interface ReadBody {
  readonly value: unknown
  readonly bytes: number
}

const validRequestId = /^[A-Za-z0-9._:-]{1,128}$/

/** The client's request id if valid, else a new one. */
const requestIdOf = (sent: string | null): string =>
  sent !== null && validRequestId.test(sent) ? sent : crypto.randomUUID()

/** The CORS rule of a path, also for methods that it does not have: a page must be able to read why it was refused. */
const corsRuleOf = (match: Match | null): CorsRule => match?.routes.byMethod.get("GET")?.cors ?? "trusted-origins"

const guarded = (run: () => Result): Result => {
  try {
    return run()
  } catch (error) {
    return unexpected(error)
  }
}

const settled = (result: Result): Effect.Effect<Outcome> =>
  Effect.isEffect(result) ? Effect.map(Effect.exit(result), settle) : Effect.succeed(result)

/** Observers must not throw; one that does never affects the answer. */
const quietly =
  (observe: KernelOptions["observe"]): KernelOptions["observe"] =>
  (observation) => {
    try {
      observe(observation)
    } catch {
      // There is nowhere else to report it.
    }
  }

/** A runtime whose fibers share one queue, unless it has a scheduler of its own. */
const sharing = (runtime: Runtime.Runtime<never>): Runtime.Runtime<never> => {
  const own = FiberRefs.getOrDefault(runtime.fiberRefs, FiberRef.currentScheduler)
  return own === Scheduler.defaultScheduler
    ? Runtime.setFiberRef(runtime, FiberRef.currentScheduler, sharedScheduler)
    : runtime
}

/** The fibers of a kernel, which end with the scope of its instance. */
export const kernelFibers = (runtime: Runtime.Runtime<never>): Effect.Effect<FiberPool, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => makeFiberPool(sharing(runtime))),
    ({ close }) => Effect.sync(close),
  )

/** Makes the kernel of an instance. */
export const makeKernel = (options: KernelOptions): Kernel => {
  const { authenticates, dispatch, maxBodyBytes, tenant } = options
  const trustsOrigin = rememberOrigins(options.trustsOrigin)
  const observe = quietly(options.observe)
  const basePath = normalizeBasePath(options.basePath)
  const runtime = sharing(options.runtime)

  const runPromiseExit = <A, E>(effect: Effect.Effect<A, E>): Promise<Exit.Exit<A, E>> =>
    new Promise((resolve) => options.fibers.run(effect, resolve))

  const report = (passage: Passage, { code, facts, failure, status }: Answered): void => {
    const { exchange, requestId, startedAt, template } = passage
    const {
      act = null,
      consent = null,
      identity = null,
      journeyId = null,
      session = null,
      subjectsMatched = null,
    } = facts
    observe({
      _tag: "RequestHandled",
      method: exchange.method,
      route: template,
      durationMs: performance.now() - startedAt,
      requestId,
      tenant,
      status,
      code,
      failure,
      consent,
      act,
      identity,
      subjectsMatched,
      session,
      journeyId,
    })
  }

  const conclude = (passage: Passage, outcome: Outcome): Reply => {
    const { cors, exchange, requestId } = passage
    const rendered = render(outcome)
    const { body, status } = rendered
    report(passage, rendered)
    const headers: Record<string, string> = Object.assign(
      { vary: "Origin" },
      rendered.headers,
      corsHeaders(cors, exchange.header("origin"), trustsOrigin),
      { "x-cs-policy-contract": "1", "x-request-id": requestId },
    )
    if (exchange.method !== "HEAD" || body === null) return { status, headers, body }
    // The shell measures the body it sends; for `HEAD` only the kernel knows the length (RFC 9110 section 9.3.2).
    headers["content-length"] = String(bytesOf(body))
    return { status, headers, body: null }
  }

  const finish = (passage: Passage, result: Result): Reply | Promise<Reply> =>
    Effect.isEffect(result)
      ? runPromiseExit(result).then((exit) => conclude(passage, settle(exit)))
      : conclude(passage, result)

  const inSpan = (passage: Passage, run: () => Result): Promise<Reply> => {
    const { exchange, template } = passage
    const handled = Effect.map(
      Effect.suspend(() => settled(guarded(run))),
      (outcome) => conclude(passage, outcome),
    )
    return Runtime.runPromise(runtime)(inRequestSpan(exchange, template ?? "", ({ status }) => status, handled))
  }

  const perform = (passage: Passage, run: () => Result): Reply | Promise<Reply> =>
    options.tracing ? inSpan(passage, run) : finish(passage, guarded(run))

  const detach = ({ exchange, requestId }: Passage, task: Effect.Effect<unknown>): void => {
    const failed = (cause: unknown): void =>
      observe({ _tag: "BackgroundTaskFailed", requestId, failure: inWords(cause) })
    const ended = runPromiseExit(task).then((exit) =>
      Exit.isFailure(exit) ? failed(Cause.squash(exit.cause)) : undefined,
    )
    const keep = exchange.waitUntil ?? options.background
    // The configured runner may fail, too.
    void (async () => keep(ended))().catch(failed)
  }

  const readBody = async (exchange: Exchange, route: Route): Promise<ReadBody | Problem> => {
    const read = await exchange.body(maxBodyBytes)
    if (typeof read === "string") return bodyProblem(read, maxBodyBytes)
    const isParsed = "parser" in read
    const body = isParsed ? checkParsedBody(read) : readJsonBody(read)
    if (body._tag === "Malformed") return route.refuse(body.issues, undefined)
    if (!isParsed) return { value: body.value, bytes: read.length }
    // The transport's own limit may be higher, and ignores decompression.
    const bytes = bytesOf(JSON.stringify(body.value))
    return bytes > maxBodyBytes ? { _tag: "BodyTooLarge", limit: maxBodyBytes } : { value: body.value, bytes }
  }

  const runRoute = (passage: Passage, route: Route, { parameters }: Match): Reply | Promise<Reply> => {
    const { exchange, requestId, startedAt } = passage
    const call: RawCall = {
      exchange,
      query: queryLookup(exchange.search),
      requestId,
      detach: (task) => detach(passage, task),
      observe,
      parameters,
      body: undefined,
      bodyBytes: 0,
      arrivedAt: startedAt,
    }
    const refusal = route.admit === null ? null : route.admit(call)
    if (refusal !== null) return conclude(passage, refusal)
    if (!route.takesBody) return perform(passage, () => route.run(call))
    return readBody(exchange, route).then(
      (body) => {
        if (!("value" in body)) return conclude(passage, body)
        const whole = Object.assign({}, call, { body: body.value, bodyBytes: body.bytes, arrivedAt: performance.now() })
        return perform(passage, () => route.run(whole))
      },
      (error: unknown) => conclude(passage, unexpected(error)),
    )
  }

  const preflight = (passage: Passage): Reply => {
    const { cors, exchange, requestId } = passage
    report(passage, { status: 204, code: null, facts: {}, failure: null })
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
    if (route.needsKey && !authenticates(exchange.header("authorization")))
      return conclude(passage, { _tag: "Unauthorized" })
    return runRoute(passage, route, match)
  }
}
