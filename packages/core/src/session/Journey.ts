/**
 * A visitor's journey: links the reports of one page view or tab to the save that may follow.
 *
 * @module
 */

/** A journey as a request names it. */
export interface Journey {
  /** A UUID in lower case. */
  readonly id: string
  readonly scope: "page" | "tab"
  /** Whether the browser held a choice already; null when the request does not say. */
  readonly storedChoice: boolean | null
}
