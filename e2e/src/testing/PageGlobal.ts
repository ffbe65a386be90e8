/**
 * What pages under test have in `window`.
 *
 * @module
 */
import type { PageApi } from "@consent-service/browser"

declare global {
  interface Window {
    cs: PageApi
    /** What the page of `listening` heard, in order. */
    heard: Array<readonly [event: string, detail: unknown]>
    /** The vendor's scripts that ran, in order. */
    ran: Array<string>
  }
}
