/**
 * Cookies and localStorage of this browser. Blocked, full or absent storage is not an error: values are then not kept.
 *
 * @module
 */
import type { StorageOptions } from "../config/PageOptions.js"

/** Text by name, in a cookie and in localStorage. No method throws. */
export interface BrowserStorage {
  readonly getCookie: (name: string) => string | null
  /** Zero days delete it. */
  readonly setCookie: (name: string, value: string, days: number) => void
  readonly getItem: (key: string) => string | null
  /** Null removes. */
  readonly setItem: (key: string, value: string | null) => void
}

/** Asking for cookies is a round trip between processes: one answer does for a task. */
let known: string | undefined

const cookieText = (): string => {
  if (known === undefined) void Promise.resolve().then(() => (known = undefined))
  return (known ??= `; ${document.cookie}`)
}

const readCookie = (name: string): string | null => cookieText().split(`; ${name}=`)[1]?.split(";", 1)[0] ?? null

const writeCookie = (name: string, value: string, days: number, domain: string | undefined): void => {
  const scope = domain ? `; Domain=${domain}` : ""
  const secure = location.protocol === "https:" ? "; Secure" : ""
  known = undefined
  document.cookie = `${name}=${value}; Max-Age=${days * 86_400}; Path=/; SameSite=Lax${scope}${secure}`
}

/** The page's host and the names above it, the shortest first. */
const parents = (): ReadonlyArray<string> => {
  const labels = location.hostname.split(".")
  return labels.map((_, i) => labels.slice(-2 - i).join("."))
}

/**
 * The storage of this page. What the browser does not keep is kept in memory until the page goes, under the same names.
 */
export const makeStorage = ({
  persistence,
  storage: { crossSubdomain, defaultDomain },
}: {
  readonly persistence: boolean
  readonly storage: StorageOptions
}): BrowserStorage => {
  /** The domains a cookie may be for, the shortest first: browsers refuse those that others share. */
  const domains = (): ReadonlyArray<string | undefined> =>
    defaultDomain || !crossSubdomain ? [defaultDomain] : parents()

  /** One place, of cookies or of items. */
  const place = (
    read: (name: string) => string | null,
    write: (name: string, value: string | null, days: number) => void,
  ) => {
    const memory = new Map<string, string | null | undefined>()
    const stored = (name: string): string | null => {
      try {
        return persistence ? read(name) : null
      } catch {
        return null
      }
    }
    return {
      get: (name: string): string | null => {
        const value = memory.get(name)
        return value === undefined ? stored(name) : value
      },
      set: (name: string, value: string | null, days = 0): void => {
        try {
          if (persistence) write(name, value, days)
        } catch {}
        // What a browser refuses is often dropped silently, so only reading it back is a proof.
        memory.set(name, stored(name) === value ? undefined : value)
      },
    }
  }

  const items = place(
    (key) => localStorage.getItem(key),
    (key, value) => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)),
  )
  const cookies = place(readCookie, (name, value, days) => {
    for (const domain of domains()) {
      // One of the host alone, from before a domain was configured, would hide the new one.
      if (domain) writeCookie(name, "", 0, undefined)
      writeCookie(name, value ?? "", days, domain)
      if (readCookie(name) === value) return
    }
    // One for a domain above, from another configuration, hides ours.
    for (const domain of parents()) writeCookie(name, "", 0, domain)
    if (value) writeCookie(name, value, days, defaultDomain)
  })
  return {
    getCookie: cookies.get,
    setCookie: (name, value, days) => cookies.set(name, days ? value : null, days),
    getItem: items.get,
    setItem: items.set,
  }
}
