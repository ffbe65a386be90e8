/**
 * The gates that few pages configure: scripts to load, and data to delete. Loaded on demand, together with what few page views show.
 *
 * @module
 */
import type { PageOptions } from "../config/PageOptions.js"
import type { Access, Gate } from "../consent/Access.js"
import { type ClearRules, makeClearer } from "./ClearOnRevocation.js"
import { makeConfiguredScriptsGate } from "./ConfiguredScripts.js"

/** The dependencies of these gates. */
export interface RestGatesSettings {
  readonly access: Access
  readonly config: PageOptions
  readonly pageNonce: string
  /** Storage keys of this script, which are never deleted. */
  readonly ownKeys: ReadonlyArray<string>
}

/** These gates. */
export interface RestGates {
  readonly configured: Gate
  readonly wipe: ReturnType<typeof makeClearer>
}

const none: ClearRules = {}

/** Makes them. */
export const makeRestGates = ({ access, config, ownKeys, pageNonce }: RestGatesSettings): RestGates => ({
  configured: makeConfiguredScriptsGate(access, config.scripts ?? [], pageNonce),
  wipe: makeClearer(config.clearOnRevocation ?? none, ownKeys),
})
