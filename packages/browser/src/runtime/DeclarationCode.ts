/**
 * The code for the services of a page, loaded on pages that declare any. The code itself is in `declaration/`, and knows the page by this
 * interface.
 *
 * @module
 */
import type { PageOptions } from "../config/PageOptions.js"
import type { Describe } from "../surface/View.js"
import type { Resolved } from "./Resolved.js"

/** A page, as far as its services need it. */
export interface DeclaredPage {
  readonly config: PageOptions
  readonly backendURL: string
  readonly resolution: () => Resolved
  readonly declared: () => ReturnType<Describe>
  readonly vendorAllowed: (id: string) => boolean
  readonly subscribe: (listener: () => void) => () => void
}

/** Keeps what is declared up to date from now on. @returns a function that adds to vendors what is shown about them */
export type Declare = (page: DeclaredPage) => Describe
