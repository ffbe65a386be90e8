/**
 * Decides which cookies of refused services to delete.
 *
 * @module
 */
import type { ServiceCookie } from "../config/PageOptions.js"
import { matchesName } from "../gate/ClearOnRevocation.js"

/** A cookie to delete, and a path that it may have besides those above the page. */
export interface DoomedCookie {
  readonly name: string
  readonly path: string | undefined
}

/**
 * The cookies to delete.
 *
 * @param declared - of the services that are refused
 * @param present - the names of the cookies that the page can read: not those of paths below it
 * @param kept - names that are never deleted
 */
export const doomedCookies = (
  declared: ReadonlyArray<Pick<ServiceCookie, "name" | "path">>,
  present: ReadonlyArray<string>,
  kept: ReadonlyArray<string>,
): ReadonlyArray<DoomedCookie> =>
  declared
    .flatMap(({ name, path }) => {
      const found = present.filter((one) => matchesName([name], one))
      // One of another path cannot be read, but is known by its name.
      const names = path !== undefined && !name.endsWith("*") ? [...new Set([...found, name])] : found
      return names.map((one) => ({ name: one, path }))
    })
    .filter(({ name }) => !kept.includes(name))
