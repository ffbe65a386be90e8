/**
 * Everything the service finds worth saying, as data. Who listens decides what to show (PostgREST's idea).
 *
 * Nothing in here may carry a visitor's id, an address, a token, a key or a body: an observation ends in a log.
 *
 * @module
 */
import type { DecisionSource } from "../consent/ConsentRecord.js"

/** What a save came to, for the wide event of its request. */
export interface ConsentObservation {
  readonly id: string
  readonly created: boolean
  readonly decisionId: string | null
  readonly decisionSource: DecisionSource | null
  /** The categories that carried a receipt. */
  readonly receipts: ReadonlyArray<string> | null
  /** How many vendors were decided on. */
  readonly vendors: number | null
}

/** One request, from first byte to answer. */
export interface RequestHandled {
  readonly _tag: "RequestHandled"
  readonly method: string
  /** The declared route, never the path: a path can hold a subject's id. Null when no route matched. */
  readonly route: string | null
  readonly status: number
  readonly durationMs: number
  readonly requestId: string
  readonly tenant: string | null
  /** The error code of the answer, when it is one. */
  readonly code: string | null
  readonly consent: ConsentObservation | null
  /** What went wrong inside, for an answer of 500 and above. */
  readonly failure: string | null
}

/** The policy rules are wrong; every visitor is told that there is no valid configuration. */
export interface PolicyRulesInvalid {
  readonly _tag: "PolicyRulesInvalid"
  readonly errors: ReadonlyArray<string>
}

/** Something about the authored texts will not do what was meant; visitors get the built-in ones instead. */
export interface TranslationsQuestionable {
  readonly _tag: "TranslationsQuestionable"
  readonly problems: ReadonlyArray<string>
}

/** A migration ran. */
export interface MigrationApplied {
  readonly _tag: "MigrationApplied"
  readonly id: string
  readonly durationMs: number
}

export type Observation = RequestHandled | PolicyRulesInvalid | TranslationsQuestionable | MigrationApplied
