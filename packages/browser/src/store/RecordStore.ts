/**
 * Stores a visitor's decisions in cookie and localStorage, reconciles them, and notifies other tabs.
 *
 * @module
 */
import type { Acknowledgement, ConsentRecords } from "../consent/Records.js"
import { listen, page } from "../env/Globals.js"
import type { StorageOptions } from "../config/PageOptions.js"
import type { BrowserStorage } from "./BrowserStorage.js"
import { decodeCookie, decodeJson, encodeCookie, encodeJson } from "./RecordCodec.js"
import { merge, reconcile, type Term } from "./Reconcile.js"

/** What was read. */
export interface Stored {
  readonly records: ConsentRecords
  readonly acknowledgement: Acknowledgement | null
}

/** Keeps records. */
export interface RecordStore {
  /** Synchronously: cookie and localStorage, reconciled, older than the last clearing left out. */
  readonly load: () => Stored
  /**
   * Writes both copies; merges newer decisions that another tab stored meanwhile. The subject's members
   * are the given ones: load before changing them.
   */
  readonly save: (records: ConsentRecords) => void
  readonly keepNotice: (acknowledgement: Acknowledgement) => void
  /** Voids everything confirmed up to this time, wherever it reappears (epoch milliseconds). */
  readonly clear: (now: number) => void
  /** Calls when another tab, or the browser itself, may have changed the records. @returns functions that stop it */
  readonly watch: (changed: () => void) => ReadonlyArray<() => void>
}

/**
 * The records of this page's visitor.
 *
 * @param now - the clock, in epoch milliseconds
 */
export const makeRecordStore = (
  storage: BrowserStorage,
  { defaultExpiryDays: days = 365, storageKey: key = "cs" }: StorageOptions = {},
  now: () => number = Date.now,
): RecordStore => {
  const noticeKey = `${key}-notice`
  const epochKey = `${key}-epoch`

  const both = (name: string) => [storage.getCookie(name), storage.getItem(name)]

  /** Null removes. */
  const write = (name: string, item: string | null, cookie = item): void => {
    storage.setCookie(name, cookie ?? "", item === null ? 0 : days)
    storage.setItem(name, item)
  }

  const termNow = (): Term => {
    const time = now()
    // A clearing from the future, by a wrong clock, would void all decisions until then.
    const voidUntil = Math.max(
      0,
      ...both(epochKey)
        .map(Number)
        .filter((cleared) => cleared <= time),
    )
    return { now: time, since: Math.max(voidUntil, time - days * 86_400_000), voidUntil }
  }

  const read = (term: Term): ConsentRecords =>
    reconcile(decodeCookie(storage.getCookie(key)), decodeJson(storage.getItem(key)), term)

  return {
    load: () => {
      const term = termNow()
      const acknowledgements = both(noticeKey).map((text) => {
        const [at, fingerprint = ""] = (text ?? "").split(".")
        return { fingerprint, at: Number(at) }
      })
      return {
        records: read(term),
        acknowledgement: acknowledgements.find(({ at }) => at > term.voidUntil && at <= term.now) ?? null,
      }
    },
    save: (mine) => {
      const term = termNow()
      const records = merge(mine, read(term), term)
      write(key, encodeJson(records), encodeCookie(records))
    },
    keepNotice: ({ at, fingerprint }) => write(noticeKey, `${at}.${fingerprint}`),
    clear: (time) => {
      write(epochKey, String(time))
      write(key, null)
      write(noticeKey, null)
      write(`${key}-receipt`, null)
    },
    watch: (changed) => {
      const heard = (event: Event): void => {
        // The key of a storage event is null when all was cleared.
        if (String(Reflect.get(event, "key") ?? key).startsWith(key)) changed()
      }
      return [listen(window, "storage", heard), listen(window, "focus", heard), listen(page, "visibilitychange", heard)]
    },
  }
}
