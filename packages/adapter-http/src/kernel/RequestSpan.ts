/**
 * The span of a request, where requests are traced: part of the trace its sender names (W3C Trace Context). It says
 * which route was asked and what came of it, and nothing of the visitor: no URL, no header, no address.
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

/** Runs a request within a span named by method and route; the status is told by `statusOf` what it came to. */
export const inRequestSpan = <A, E>(
  exchange: Exchange,
  template: string,
  statusOf: (exit: A) => number,
  effect: Effect.Effect<A, E>,
): Effect.Effect<A, E> =>
  Effect.tap(effect, (answer) => Effect.annotateCurrentSpan("http.status_code", statusOf(answer))).pipe(
    Effect.withSpan(`${exchange.method} ${template}`, {
      kind: "server",
      captureStackTrace: false,
      parent: parentOf(exchange),
      attributes: { "http.method": exchange.method, "http.route": template },
    }),
  )
