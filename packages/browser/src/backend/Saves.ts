/**
 * Delivers saves: each is written to the outbox before it is sent, deleted when the service has answered, and sent
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
   * Keeps the save, sends it, and returns the outcome. Never rejects.
   *
   * @param unproven - no policy is known for it: it waits for {@link Saves.prove}
   */
  readonly send: (payload: SavePayload, journey: PageJourney | undefined, unproven?: boolean) => Promise<Delivery>
  /** Keeps a save that waits for a policy. @returns a function that drops it */
  readonly hold: (payload: SavePayload) => () => void
  /** Completes the saves that wait for a policy, now that one is known. */
  readonly prove: (complete: (payload: SavePayload) => SavePayload) => void
  /** Sends what is left of earlier ones, oldest act first. Never rejects. */
  readonly replay: () => Promise<void>
  /** Whether a save is on its way that a reload must wait for. */
  readonly inFlight: () => boolean
  /** Empties the outbox. */
  readonly clear: () => void
}

/** What saves are made with. */
export interface SavesSettings {
  readonly backendURL: () => string
  readonly storage: BrowserStorage
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
  readonly newSubjectId: () => string
  /** Requests the policy again, and calls {@link Saves.prove} if it is known then. Never rejects. */
  readonly renew: () => Promise<unknown>
  /** The service knows the subject by a new id from now on. */
  readonly renamed: (from: string, to: string) => void
  readonly report: (error: { readonly code: string; readonly message: string }) => void
}

const conflict = "SUBJECT_CONFLICT"

/** Codes that no repetition changes; `SUBJECT_CONFLICT` only after one try with a new id. */
const permanent = /^((SUBJECT_)?CONFLICT|STALE_POLICY|POLICY_SNAPSHOT_(EXPIRED|INVALID|REQUIRED))$/

/** What became of one entry, whether there is any use in trying the next one now, and after which pause otherwise. */
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
    // Delivered by another tab, or superseded by a newer act that waits itself.
    if (!entry) return { status: "delivered", code: "", goOn: true }
    if (entry.unproven || (again && isHeld(entry, now())))
      return { status: "queued", code: "SAVE_QUEUED", goOn: entry.unproven === true }
    edit(entry, { notBefore: now() + leaseMs })
    const { attempts, payload } = entry
    const query = journey ? `?journey=${journey.id}&journeyScope=page` : ""
    const { body, status, waitMs } = await sendJson("POST", `${backendURL()}/subjects${query}`, payload)
    const code = String(at(body, "cause.code") ?? "SAVE_QUEUED")
    const refused = (status === 409 || status === 422) && permanent.test(code)
    if (refused && again && code === conflict) {
      const subjectId = newSubjectId()
      write(renameSubject(read(), payload.subjectId, subjectId))
      renamed(payload.subjectId, subjectId)
      return deliver(entry, journey, false)
    }
    if (refused && again && !attempts && code === "POLICY_SNAPSHOT_EXPIRED") {
      // The page was open for longer than its token lives. The act stays in the outbox while another is asked for.
      edit(entry, { unproven: true, notBefore: 0 })
      await renew()
      return deliver(entry, journey, false)
    }
    // Between page and service a proxy may respond with 200 and its own page.
    const settled = refused || (status === 200 && isRecord(body))
    edit(entry, settled ? null : { notBefore: now() + waitMs, attempts: attempts + 1 })
    return {
      status: refused ? "refused" : settled ? "delivered" : "queued",
      code,
      // Where the service judged this one, others may fare better; else it is the service that fails.
      goOn: settled || (!waitMs && status >= 400 && status < 500),
      waitMs,
    }
  }

  /** One after the other, so that acts arrive in order. */
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

  // A page that is leaving could not take its lease back.
  const replay = async (): Promise<void> => {
    if (!page?.hidden) await inTurn(round)
  }

  return {
    send: async (payload, journey, unproven) => {
      const entry = keep(payload, unproven)
      pending++
      const delivery = await inTurn(() => deliver(entry, journey))
      pending--
      // Once: what fails again would use up its attempts while the service is overloaded.
      if (delivery.waitMs) later(replay, delivery.waitMs)
      if (delivery.status !== "delivered") tell(delivery.code, delivery.status)
      return delivery
    },
    hold: (payload) => {
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
