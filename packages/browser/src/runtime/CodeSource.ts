/**
 * Code that is with a script or loaded on demand.
 *
 * @module
 */
import type { PageOptions } from "../config/PageOptions.js"
import type { Tag } from "../config/Tag.js"

/** What loading code needs. */
export interface LoadSettings {
  readonly config: PageOptions
  readonly backendURL: string
  /** Shows the current state again. */
  readonly redraw: () => void
}

/** Gives the code of a file; undefined while it is loaded, which the first call begins. */
export type Find<Code> = () => Code | undefined

/** What loading code from next to the script needs. */
export interface NearSettings extends LoadSettings {
  readonly tag: Tag
}

/** Finds code for a page. */
export type Source<Code, Settings extends LoadSettings = LoadSettings> = (settings: Settings) => Find<Code>
