/**
 * The arm of a banner experiment that a visitor saw, as `/init` receives it.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { atMost, hasAtMost } from "../schema/Text.js"
import { described } from "../schema/Documentation.js"

/** The longest name of an experiment or an arm, in characters. */
export const maxExperimentName = 128

const ExperimentName = atMost(maxExperimentName).pipe(Schema.nonEmptyString({ message: () => "must not be empty" }))

/** An arm of an experiment; both names are the integrator's, 1 to 128 characters. */
export const ExperimentArm = Schema.Struct({ id: ExperimentName, arm: ExperimentName }).annotations({
  identifier: "ExperimentArm",
  ...described({
    description: "The arm of a banner experiment",
    fields: { id: "The experiment", arm: "The arm that was shown" },
  }),
})
export type ExperimentArm = typeof ExperimentArm.Type

const decodePart = (part: string): string | null => {
  try {
    const name = decodeURIComponent(part)
    return hasAtMost(name, maxExperimentName) ? name : null
  } catch {
    return null
  }
}

/**
 * Reads `<id>=<arm>`, each part URI-encoded; null for anything else, which never fails a request.
 *
 * A part is bounded before it is decoded: a longer one cannot be a valid name.
 *
 * @example
 * ```ts
 * import { parseExperimentArm } from "@consent-service/core/experiment"
 *
 * parseExperimentArm("banner=large%20text") // { id: "banner", arm: "large text" }
 * parseExperimentArm("banner") // null
 * ```
 */
export const parseExperimentArm = (value: string | null): ExperimentArm | null => {
  if (value === null || value.length > 2 * 12 * maxExperimentName + 1) return null
  const split = value.indexOf("=")
  if (split <= 0 || split === value.length - 1) return null
  const [id, arm] = [decodePart(value.slice(0, split)), decodePart(value.slice(split + 1))]
  return id === null || arm === null ? null : { id, arm }
}
