/**
 * Finds the visitor's policy: from the manifest where it suffices, otherwise from the service.
 *
 * @module
 */
import { hasManifest, hasScreen } from "../env/Built.js"
import type { PageJourney } from "../wire/Wire.js"
import type { PageOptions } from "../config/PageOptions.js"
import { acceptLanguage, gpcNow } from "./Locale.js"
import type { Parts } from "./Parts.js"
import { type Resolved, unresolved } from "./Resolved.js"
import { resolveHosted } from "./ResolveHosted.js"
import { hasDecided, type State } from "./State.js"

/** Resolves. Never rejects. */
export const ask = async (
  { makeIab, makeScreen, manifest: part }: Parts,
  config: PageOptions,
  state: State,
  backendURL: string,
  journey: PageJourney | undefined,
): Promise<Resolved> => {
  const embedded = hasScreen ? config.embedded : undefined
  const language = acceptLanguage(state.language ?? embedded?.language)
  const { country, region } = config
  const gpc = gpcNow()
  if (hasManifest && part && state.mode === "manifest") {
    const loaded = await part.load(config, backendURL)
    if (!loaded.ok) return unresolved("failed", loaded.reason)
    const local = part.resolve(
      loaded.manifest,
      { country, region, language, gpc },
      hasScreen && makeScreen !== undefined,
    )
    if (local !== null) return local
  }
  return resolveHosted(
    backendURL,
    {
      country,
      region,
      gpc,
      journey,
      language: state.language,
      storedChoice: hasDecided(state),
      experiment: hasDecided(state) ? undefined : state.arm?.query,
      vendors: config.iab?.vendors,
    },
    language,
    makeIab !== undefined,
    hasScreen && embedded?.language === language && embedded.body,
  )
}
