/**
 * A visitor's journey: what ties the reports of one page view or tab to the save that may follow (policy.md 9.1,
 * wire.md 1.4).
 *
 * @module
 */

/** A journey as a request names it. */
export interface Journey {
  /** A UUID in lower case. */
  readonly id: string
  readonly scope: "page" | "tab"
  /** Whether the browser held a choice already; null when not said. */
  readonly storedChoice: boolean | null
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const names = {
  current: { id: "journey", scope: "journeyScope", stored: "stored" },
  older: { id: "csJourney", scope: "csJourneyScope", stored: "csStored" },
} as const

const flag = (value: string | null): boolean | null => (value === "1" ? true : value === "0" ? false : null)

/**
 * Reads a journey from query parameters: the older names only where none of today's is used, never some of each.
 *
 * @returns null unless id and scope are both well formed
 */
export const readJourney = (query: (name: string) => string | null): Journey | null => {
  const usesCurrent = Object.values(names.current).some((name) => query(name) !== null)
  const { id: idName, scope: scopeName, stored } = usesCurrent ? names.current : names.older
  const id = query(idName)?.toLowerCase() ?? ""
  const scope = query(scopeName)
  if (!uuid.test(id) || (scope !== "page" && scope !== "tab")) return null
  return { id, scope, storedChoice: flag(query(stored)) }
}
