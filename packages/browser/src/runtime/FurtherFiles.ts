/**
 * Files for every script, each loaded by what needs it: what a page calls rarely, and what few pages configure.
 *
 * @module
 */
import type { Tag } from "../config/Tag.js"
import type { LoadSettings } from "./CodeSource.js"
import type { Declare } from "./DeclarationCode.js"
import type { Tools } from "./ToolsCode.js"

/** The exports of each file. */
export interface FurtherFiles {
  readonly tools: Tools
  readonly declaration: { readonly declare: Declare }
}

/**
 * Loads a file.
 *
 * @param suffix - what is appended to its address: browsers remember that an address failed
 */
export type LoadFile = <Name extends keyof FurtherFiles>(
  name: Name,
  place: Omit<LoadSettings, "redraw">,
  tag: Tag,
  suffix: string,
) => Promise<FurtherFiles[Name]>

/** Loads it from where the service says. */
export const loadNamed: LoadFile = (name, { backendURL, config }, _, suffix) =>
  import(backendURL + config[`${name}Path`] + suffix)

/** Loads it from where the service says, else from next to the script. */
export const loadNear: LoadFile = (name, { backendURL, config }, { src }, suffix) => {
  const path = config[`${name}Path`]
  return import((path ? backendURL + path : new URL(`cs.${name}.js`, src).href) + suffix)
}
