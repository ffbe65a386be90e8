/**
 * What a request came to, rendered: an answer or a problem, alike in status, headers, body and what the log is told.
 *
 * @module
 */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { type Answer, type Facts, jsonType } from "../answer/Answer.js"
import { failureOf, type Problem, renderProblem } from "../answer/Problem.js"
import type { Utf8 } from "../answer/Utf8.js"

/** An answer or a problem. */
export type Outcome = Answer<unknown> | Problem

/** An outcome as it leaves, and as it is observed. */
export interface RenderedOutcome {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Utf8 | null
  readonly code: string | null
  readonly facts: Facts
  readonly failure: string | null
}

/** A failure nobody foresaw: it says nothing of itself to the client. */
export const unexpected = (cause: unknown): Problem => ({ _tag: "Unexpected", cause })

/** What an effect came to; whatever it died of is a problem of ours. */
export const settle = (exit: Exit.Exit<Answer<unknown>, Problem>): Outcome =>
  Exit.match(exit, {
    onSuccess: (answer) => answer,
    onFailure: (cause) => Option.getOrElse(Cause.failureOption(cause), () => unexpected(Cause.squash(cause))),
  })

const written = ({ body }: Answer<unknown>): RenderedOutcome["body"] => {
  if (body === null) return null
  return "written" in body ? body.written : JSON.stringify(body.json)
}

const noFacts: Facts = {}

const renderedProblem = (problem: Problem): RenderedOutcome => {
  const { body, code, headers, status } = renderProblem(problem)
  return {
    status,
    headers: { "cache-control": "no-store", ...headers, ...jsonType },
    body: JSON.stringify(body),
    code,
    facts: noFacts,
    failure: failureOf(problem),
  }
}

/** Renders an outcome. */
export const render = (outcome: Outcome): RenderedOutcome => {
  if ("_tag" in outcome) return renderedProblem(outcome)
  const { facts, headers, status } = outcome
  return { status, headers, body: written(outcome), code: null, facts, failure: null }
}
