/**
 * The span of a request, where requests are traced: part of the trace its sender names (W3C Trace Context). It says
 * which route was requested and the outcome, and nothing about the visitor: no URL, no header, no address.
 *
 * @module
 */
import * as Headers from "@effect/platform/Headers"
import * as HttpTraceContext from "@effect/platform/HttpTraceContext"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Exchange } from "./Exchange.js"

const traceHeaders = ["traceparent", "tracestate"]

const parentOf = ({ header }: Exchange) => {
  const sent = traceHeaders.flatMap((name) => {
    const value = header(name)
    return value === null ? [] : [[name, value] as const]
  })
  return Option.getOrUndefined(HttpTraceContext.w3c(Headers.fromInput(sent)))
}

/** Ends a span as failed, although the client gets an answer. */
interface Failed<A> {
  readonly answer: A
}

/**
 * Runs a request within a span named by method and route, which ends as failed when the response is a server error.
 *
 * @param statusOf - the status of the outcome
 */
export const inRequestSpan = <A>(
  exchange: Exchange,
  template: string,
  statusOf: (answer: A) => number,
  effect: Effect.Effect<A>,
): Effect.Effect<A> => {
  const graded = Effect.flatMap(effect, (answer): Effect.Effect<A, Failed<A>> => {
    const status = statusOf(answer)
    const outcome = status >= 500 ? Effect.fail({ answer }) : Effect.succeed(answer)
    return Effect.zipRight(Effect.annotateCurrentSpan("http.status_code", status), outcome)
  })
  return graded.pipe(
    Effect.withSpan(`${exchange.method} ${template}`, {
      kind: "server",
      captureStackTrace: false,
      parent: parentOf(exchange),
      attributes: { "http.method": exchange.method, "http.route": template },
    }),
    Effect.catchAll(({ answer }) => Effect.succeed(answer)),
  )
}
