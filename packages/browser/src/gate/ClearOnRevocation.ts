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

/** What to delete, by the category whose refusal deletes it. */
export type ClearRules = Readonly<Partial<Record<OptionalCategory, ClearRule>>>

/** Whether one of the patterns is the name, or ends in `*` and is the name's beginning up to there. */
export const matchesName = (patterns: ReadonlyArray<string>, name: string): boolean =>
  patterns.some((pattern) => pattern === name || (pattern.endsWith("*") && name.startsWith(pattern.slice(0, -1))))

/** Deletes a cookie of the root, of this directory or page, set for the host alone or for any domain above it. */
const deleteCookie = (home: Document, name: string): void => {
  for (const path of ["/", "", location.pathname]) {
    for (let domain = location.hostname; ; domain = domain.replace(/^[^.]*\.?/, "")) {
      home.cookie = `${name}=; Max-Age=0; Path=${path}; Domain=${domain}${location.protocol === "https:" ? "; Secure" : ""}`
      if (!domain) break
    }
  }
}

/** Makes what is called with the permissions that hold, at first and after each change. Own keys are never deleted. */
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
