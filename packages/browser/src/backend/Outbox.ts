/**
 * The list of undelivered saves. It is kept in localStorage, so that every tab sees it and a crash loses none.
 * `docs/reference/browser.md` describes delivery.
 *
 * @module
 */
import { at, isText, parseJson } from "../store/Plain.js"
import type { SavePayload } from "../wire/Wire.js"

/** Where the list is kept. */
export const outboxKey = "cs-v3-pending-consent-saves:v1"

/** A waiting save. */
export interface Entry {
  readonly payload: SavePayload
  /** Epoch milliseconds, with a fraction that distinguishes entries of the same moment: the entry's key, for any subject. */
  readonly queuedAt: number
  /** Those that failed. */
  readonly attempts: number
  /**
   * No page sends it before this time, in epoch milliseconds: another page is sending it, or the service requested a
   * pause.
   */
  readonly notBefore?: number
  /** No policy is known for it yet; it is not sent before {@link prove} completes it. */
  readonly unproven?: boolean | undefined
}

/** Oldest act first. */
export type Outbox = ReadonlyArray<Entry>

/** How long a page may take to send, in milliseconds: longer than its request's timeout. */
export const leaseMs = 12_000
const dayMs = 86_400_000
const maxAgeMs = 7 * dayMs
const maxAttempts = 10

/** Whether it is given up. */
export const isExpired = ({ attempts, queuedAt }: Entry, now: number): boolean =>
  attempts >= maxAttempts || now - queuedAt > maxAgeMs

/** Whether it has to wait; at most a day, in case a clock was wrong. */
export const isHeld = ({ notBefore = 0 }: Entry, now: number): boolean => notBefore > now && notBefore - now <= dayMs

/** The decisions of an act. */
const decided = ({ choice, tcString, vendorChoice }: SavePayload): ReadonlyArray<unknown> => [
  ...Object.keys(choice?.categories ?? {}),
  ...Object.keys(vendorChoice?.grants ?? {}).map((id) => `:${id}`),
  tcString && ":",
]

/** Whether the later act decides everything again that the earlier one did. */
const supersedes = (later: SavePayload, earlier: SavePayload): boolean =>
  later.subjectId === earlier.subjectId &&
  later.givenAt > earlier.givenAt &&
  decided(earlier).every((name) => !name || decided(later).includes(name))

/**
 * Adds an act, and drops failed or waiting acts that it decides again as a whole. An act that is superseded in
 * part is kept whole: it may have arrived already, and the service accepts no other version of an act.
 */
export const enqueue = (list: Outbox, entry: Entry): Outbox =>
  [
    ...list.filter(({ attempts, payload, unproven }) => !(attempts || unproven) || !supersedes(entry.payload, payload)),
    entry,
  ].sort((a, b) => a.payload.givenAt - b.payload.givenAt)

/** Changes one entry; null removes it. A missing entry is not restored. */
export const change = (list: Outbox, { queuedAt }: Entry, edit: Partial<Entry> | null): Outbox =>
  list.flatMap((entry) => (entry.queuedAt !== queuedAt ? entry : edit ? { ...entry, ...edit } : []))

/**
 * Completes every act that waits for a policy. One that waited for long has six days left to arrive.
 *
 * @param complete - adds the members that the policy determines
 */
export const prove = (list: Outbox, now: number, complete: (payload: SavePayload) => SavePayload): Outbox =>
  list.map((entry) =>
    entry.unproven
      ? {
          ...entry,
          unproven: undefined,
          queuedAt: Math.max(entry.queuedAt, now - dayMs),
          payload: complete(entry.payload),
        }
      : entry,
  )

/** Changes a subject's id. */
export const renameSubject = (list: Outbox, from: string, subjectId: string): Outbox =>
  list.map((entry) =>
    entry.payload.subjectId === from ? { ...entry, payload: { ...entry.payload, subjectId } } : entry,
  )

const isEntry = (value: unknown): value is Entry =>
  ["queuedAt", "attempts", "payload.givenAt"].every((path) => Number.isFinite(at(value, path))) &&
  isText(at(value, "payload.subjectId"))

/** Reads the list; unreadable entries are dropped. */
export const decodeOutbox = (text: string | null): Outbox => {
  const list = parseJson(text)
  return Array.isArray(list) ? list.filter(isEntry) : []
}
