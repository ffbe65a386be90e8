/**
 * Findings in words.
 *
 * @module
 */
import type { Finding } from "@consent-service/core/evidence-log"

const placeOf = ({ from, id, position, to }: Finding): string => {
  const range = to === undefined ? "" : ` entries ${from ?? 0} to ${to - 1}`
  return `${id === undefined ? "" : ` ${id}`}${position === undefined ? range : ` entry ${position}`}`
}

const contradiction = ([known, stored]: ReadonlyArray<string>): string =>
  `\nThese two signed checkpoints contradict each other:\n\n${known}\n${stored}`

/** A finding as it is printed. */
export const lineOf = (finding: Finding): string =>
  `${finding.severity.toUpperCase()} ${finding.finding}${placeOf(finding)}: ${finding.message}` +
  (finding.notes === undefined ? "" : contradiction(finding.notes))
