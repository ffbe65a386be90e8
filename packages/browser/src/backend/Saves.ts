/**
 * Delivers saves: each is written to the outbox before it is sent, deleted when the service has responded, and sent
 * again until then. `docs/reference/browser.md` describes delivery.
 *
 * @module
 */
import { later, page } from "../env/Globals.js"
import type { BrowserStorage } from "../store/BrowserStorage.js"
import { at, isRecord } from "../store/Plain.js"
import { sendJson } from "./Fetch.js"
import {
  change,
  decodeOutbox,
  enqueue,
  type Entry,
  isExpired,
  isHeld,
  leaseMs,
  type Outbox,
  outboxKey,
  prove,
  renameSubject,
} from "./Outbox.js"
import type { Delivery, PageJourney, SavePayload } from "../wire/Wire.js"

/** Delivers saves. */
export interface Saves {
  /**
   * Stores the save, sends it, and returns the outcome. Never rejects.
   *
   * @param unproven - no policy is known for it, so it waits for {@link Saves.prove}
   */
  readonly send: (payload: SavePayload, journey: PageJourney | undefined, unproven?: boolean) => Promise<Delivery>
  /** Stores a save that waits for a policy. @returns a function that drops it */
  readonly holdBack: (payload: SavePayload) => () => void
  /** Completes the waiting saves, now that a policy is known. */
  readonly prove: (complete: (payload: SavePayload) => SavePayload) => void
  /** Sends earlier saves that are left, oldest act first. Never rejects. */
  readonly replay: () => Promise<void>
  /** Whether a save is in progress that a reload must wait for. */
  readonly inFlight: () => boolean
  /** Empties the outbox. */
  readonly clear: () => void
}

/** The dependencies of saves. */
export interface SavesSettings {
  readonly backendURL: string
  readonly storage: BrowserStorage
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  readonly newSubjectId: () => string
  /** Requests the policy again, and calls {@link Saves.prove} with it. Never rejects. */
  readonly renew: () => Promise<unknown>
  /** The service knows the subject by a new id. */
  readonly renamed: (from: string, to: string) => void
  readonly report: (error: { readonly code: string; readonly message: string }) => void
}

const conflict = "SUBJECT_CONFLICT"

/** Codes for which a retry is useless; `SUBJECT_CONFLICT` only after one try with a new id. */
const permanent = /^((SUBJECT_)?CONFLICT|STALE_POLICY|POLICY_SNAPSHOT_(EXPIRED|INVALID|REQUIRED))$/

/** The outcome of one entry, whether to try the next one now, and otherwise the pause before it. */
type Turn = Delivery & { readonly goOn: boolean; readonly waitMs?: number }

/** Makes the deliverer of this page. Several pages may share one storage. */
export const makeSaves = (settings: SavesSettings): Saves => {
  const { backendURL, newSubjectId, now, renamed, renew, report, storage } = settings
  let pending = 0
  let turns: Promise<unknown> = Promise.resolve()

  const read = (): Outbox => decodeOutbox(storage.getItem(outboxKey))
  const write = (list: Outbox): void => storage.setItem(outboxKey, JSON.stringify(list))
  const edit = (entry: Entry, changes: Partial<Entry> | null): void => write(change(read(), entry, changes))

  const keep = (payload: SavePayload, unproven?: boolean): Entry => {
    const entry: Entry = { payload, queuedAt: now() + Math.random(), attempts: 0, unproven }
    write(enqueue(read(), entry))
    return entry
  }

  const deliver = async (wanted: Entry, journey?: PageJourney, again = true): Promise<Turn> => {
    const entry = read().find(({ queuedAt }) => queuedAt === wanted.queuedAt)
    // Delivered by another tab, or superseded by a newer waiting act.
    if (!entry) return { status: "delivered", code: "", goOn: true }
    if (entry.unproven || (again && isHeld(entry, now())))
      return { status: "queued", code: "SAVE_QUEUED", goOn: entry.unproven === true }
    edit(entry, { notBefore: now() + leaseMs })
    const { attempts, payload } = entry
    const query = journey ? `?journey=${journey.id}&journeyScope=page` : ""
    const { body, status, waitMs } = await sendJson("POST", `${backendURL}/subjects${query}`, payload)
    const code = String(at(body, "cause.code") ?? "SAVE_QUEUED")
    const refused = (status === 409 || status === 422) && permanent.test(code)
    if (refused && again && code === conflict) {
      const subjectId = newSubjectId()
      write(renameSubject(read(), payload.subjectId, subjectId))
      renamed(payload.subjectId, subjectId)
      return deliver(entry, journey, false)
    }
    if (refused && again && !attempts && code === "POLICY_SNAPSHOT_EXPIRED") {
      // The page was open for longer than its token is valid. The act stays in the outbox while a new token is
      // requested.
      edit(entry, { unproven: true, notBefore: 0 })
      await renew()
      return deliver(entry, journey, false)
    }
    // A proxy may respond with 200 and its own page.
    const settled = refused || (status === 200 && isRecord(body))
    edit(entry, settled ? null : { notBefore: now() + waitMs, attempts: attempts + 1 })
    return {
      status: refused ? "refused" : settled ? "delivered" : "queued",
      code,
      // If the service rejected this one, others may succeed; otherwise the service is failing.
      goOn: settled || (!waitMs && status >= 400 && status < 500),
      waitMs,
    }
  }

  /** In sequence, so that acts arrive in order. */
  const inTurn = <A>(work: () => Promise<A>): Promise<A> => {
    const turn = turns.then(work)
    turns = turn
    return turn
  }

  const tell = (code: string, message: string): void => report({ code, message })

  const round = async (): Promise<void> => {
    for (const entry of read()) {
      if (!entry.unproven && isExpired(entry, now())) {
        edit(entry, null)
        tell("SAVE_EXPIRED", "expired")
      } else {
        const { code, goOn, status } = await deliver(entry)
        if (status === "refused") tell(code, status)
        if (!goOn) return
      }
    }
  }

  // A page that is closing could not release its lease.
  const replay = async (): Promise<void> => {
    if (!page?.hidden) await inTurn(round)
  }

  return {
    send: async (payload, journey, unproven) => {
      const entry = keep(payload, unproven)
      pending++
      const delivery = await inTurn(() => deliver(entry, journey))
      pending--
      // Once only: another failure would use up its attempts while the service is overloaded.
      if (delivery.waitMs) later(replay, delivery.waitMs)
      if (delivery.status !== "delivered") tell(delivery.code, delivery.status)
      return delivery
    },
    holdBack: (payload) => {
      const entry = keep(payload, true)
      return () => edit(entry, null)
    },
    prove: (complete) => {
      const list = read()
      if (list.some(({ unproven }) => unproven)) write(prove(list, now(), complete))
    },
    replay,
    inFlight: () => pending > 0,
    clear: () => write([]),
  }
}
