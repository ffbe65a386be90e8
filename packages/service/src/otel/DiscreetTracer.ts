/**
 * Effect's tracer over OpenTelemetry's, with spans that record which operation ran and how it ended, and
 * no messages: errors quote visitors' input, and so may messages logged inside a span.
 *
 * @module
 */
import * as Bridge from "@effect/opentelemetry/Tracer"
import type { Attributes, Tracer as OtelTracer } from "@opentelemetry/api"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Tracer from "effect/Tracer"

/** The kind of failure of a cause: a tag or a class of errors, never a message. */
const kindOf = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  if (Predicate.hasProperty(failure, "_tag") && Predicate.isString(failure._tag)) return failure._tag
  return failure instanceof Error ? failure.name : "failure"
}

const withoutDetails = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit)) return exit
  return Cause.isInterruptedOnly(exit.cause) ? Exit.interrupt(FiberId.none) : Exit.fail(kindOf(exit.cause))
}

const discreet = (span: Tracer.Span, attributes: ReadonlyArray<readonly [string, unknown]>): Tracer.Span => {
  const end = span.end.bind(span)
  for (const [name, value] of attributes) span.attribute(name, value)
  return Object.assign(span, {
    end: (endTime: bigint, exit: Exit.Exit<unknown, unknown>) => end(endTime, withoutDetails(exit)),
    event: () => {},
  })
}

/** The bridge treats every external trace as sampled; this restores which are not. */
const samplingOf = (parent: Option.Option<Tracer.AnySpan>) =>
  Option.isSome(parent) && parent.value._tag === "ExternalSpan" && !parent.value.sampled
    ? Context.add(Bridge.OtelTraceFlags, 0)
    : (context: Context.Context<never>) => context

/**
 * Makes the tracer.
 *
 * @param common - attributes of every span
 */
export const makeDiscreetTracer = (tracer: OtelTracer, common: Attributes): Tracer.Tracer => {
  const inner = Effect.runSync(Effect.provideService(Bridge.make, Bridge.OtelTracer, tracer))
  const attributes = Object.entries(common)
  return Tracer.make({
    span: (name, parent, context, ...rest) =>
      discreet(inner.span(name, parent, samplingOf(parent)(context), ...rest), attributes),
    context: (run, fiber) => inner.context(run, fiber),
  })
}
