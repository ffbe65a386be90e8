/**
 * The `decision_source` column: a word for each way in which a policy decision is known. Older rows have the names of the
 * API, which are still read.
 *
 * @module
 */
import type { ConsentRecord } from "@consent-service/core/consent"

type DecisionSource = NonNullable<ConsentRecord["decisionSource"]>

/** A word is never changed or removed: rows were written with it. */
const words = {
  snapshot_token: "token",
  snapshot_token_replayed: "replayed",
  write_time_fallback: "fallback",
} as const satisfies Readonly<Record<DecisionSource, string>>

const names: ReadonlyMap<string, string> = new Map(Object.entries(words).map(([name, word]) => [word, name]))

/** The text of a source in its column. */
export const decisionSourceText = (source: DecisionSource | null): string | null =>
  source === null ? null : words[source]

/** Reads a source from its column, in either form; what this version does not know stays as it is. */
export const readDecisionSource = (stored: string | null): string | null =>
  stored === null ? null : (names.get(stored) ?? stored)
