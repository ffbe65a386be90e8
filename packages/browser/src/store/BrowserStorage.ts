/**
 * Cookies and localStorage of this browser. Blocked, full or absent storage is not an error: values are then not kept.
 *
 * @module
 */
import type { PageOptions } from "../config/PageOptions.js"

/** Strings by name, in a cookie and in localStorage. No method throws. */
export interface BrowserStorage {
  readonly getCookie: (name: string) => string | null
  /** Zero days deletes it. */
  readonly setCookie: (name: string, value: string, days: number) => void
  readonly getItem: (key: string) => string | null
  /** Null removes. */
  readonly setItem: (key: string, value: string | null) => void
}

/** Reading cookies is a round trip between processes, so the value is cached for a task. */
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

/** The page's host and its parent domains, the shortest first. */
const parents = (): ReadonlyArray<string> => {
  const labels = location.hostname.split(".")
  return labels.map((_, i) => labels.slice(-2 - i).join("."))
}

/**
 * The storage of this page. Values that the browser does not keep are kept in memory until the page closes, under the same names.
 */
export const makeStorage = ({
  persistence = true,
  storage: { crossSubdomain, defaultDomain } = {},
}: Pick<PageOptions, "persistence" | "storage">): BrowserStorage => {
  /** The possible domains of a cookie, the shortest first: browsers reject public suffixes. */
  const domains = (): ReadonlyArray<string | undefined> =>
    defaultDomain || !crossSubdomain ? [defaultDomain] : parents()

  /** One storage, of cookies or of items. */
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
        // Browsers often drop writes silently, so only reading back proves success.
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
      // A host-only cookie, from before a domain was configured, would hide the new one.
      if (domain) writeCookie(name, "", 0, undefined)
      writeCookie(name, value ?? "", days, domain)
      if (readCookie(name) === value) return
    }
    // A cookie for a parent domain, from another configuration, hides this one.
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
