/**
 * Deletes cookies and storage entries of refused categories.
 *
 * @module
 */
import { optionalCategories, type OptionalCategory } from "@consent-service/core/browser"
import type { CategoryFlags } from "../consent/Records.js"
import { page } from "../env/Globals.js"
import type { ClearRule } from "../config/PageOptions.js"
import { guarded } from "../env/Events.js"

/** What to delete, by category. */
export type ClearRules = Readonly<Partial<Record<OptionalCategory, ClearRule>>>

/** Whether a name equals one of the patterns, or has the prefix of one that ends in `*`. */
export const matchesName = (patterns: ReadonlyArray<string>, name: string): boolean =>
  patterns.some((pattern) => pattern === name || (pattern.endsWith("*") && name.startsWith(pattern.slice(0, -1))))

/** Deletes a cookie of any path above this page, or of these, for the host or any domain above it. */
export const deleteCookie = (home: Document, name: string, paths = ["/", "", location.pathname]): void => {
  for (const path of paths) {
    for (let domain = location.hostname; ; domain = domain.replace(/^[^.]*\.?/, "")) {
      home.cookie = `${name}=; Max-Age=0; Path=${path}; Domain=${domain}${location.protocol === "https:" ? "; Secure" : ""}`
      if (!domain) break
    }
  }
}

/** Makes a function to call with the permissions, initially and after each change. It never deletes this script's own keys. */
export const makeClearer = (rules: ClearRules, ownKeys: ReadonlyArray<string>): ((now: CategoryFlags) => void) => {
  let before: CategoryFlags | undefined

  const clear = (kind: string, patterns: ReadonlyArray<string>): void => {
    const storage: Storage | undefined = Object(window)[kind]
    for (const name of storage ? Object.keys(storage) : (page?.cookie.split(/=[^;]*;? ?/) ?? [])) {
      if (!matchesName(patterns, name) || [...ownKeys, "euconsent-v2"].includes(name)) continue
      if (storage) storage.removeItem(name)
      else if (page) deleteCookie(page, name)
    }
  }

  return (now) => {
    for (const category of optionalCategories) {
      if (now[category] || before?.[category] === false) continue
      for (const [kind, patterns] of Object.entries(rules[category] ?? {})) guarded(clear, kind, patterns)
    }
    before = now
  }
}
