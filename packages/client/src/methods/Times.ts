/**
 * Times in the wire format; a string is the caller's own, which the service checks.
 *
 * @module
 */

export const iso = (time: Date | string): string => (time instanceof Date ? time.toISOString() : time)

/** The day of a time in UTC. */
export const dayOrNone = (time: Date | string | undefined): string | undefined =>
  time instanceof Date ? time.toISOString().slice(0, "2026-01-31".length) : time

export const isoOrNone = (time: Date | string | undefined): string | undefined =>
  time === undefined ? undefined : iso(time)
