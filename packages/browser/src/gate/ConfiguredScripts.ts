/**
 * Scripts that a page configures instead of writing tags: inserted when they are granted, removed when consent is
 * withdrawn.
 *
 * @module
 */
import { page } from "../env/Globals.js"
import type { ScriptEntry } from "../config/PageOptions.js"
import { guarded } from "../env/Events.js"
import type { Access, Gate } from "../consent/Access.js"
import { fillScript } from "./Markup.js"
import { watch } from "./Markup.js"

/** One entry of the gate. */
const makeEntry = (access: Access, entry: ScriptEntry, pageNonce: string): (() => void) => {
  const { attributes = {}, id, nonce = pageNonce, src, textContent: text = "" } = entry
  let granted: boolean | undefined
  let loaded = false
  let element: HTMLScriptElement | undefined

  const tell = (callback: ScriptEntry["onLoad"]): void => guarded(callback, { id, element, granted: !!granted })
  const onload = () => tell(entry.onLoad)
  const onerror = () => tell(entry.onError)

  const load = (home: HTMLElement): void => {
    loaded = true
    if (!entry.callbackOnly) {
      element = home.ownerDocument.createElement("script")
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
      const async = entry.async ?? !entry.defer
      Object.assign(element, { async, nonce, onload, onerror })
      fillScript(element, src, text)
    }
    tell(entry.onBeforeLoad)
    if (element) home.append(element)
    // Inline scripts have no load event.
    if (!element?.src) onload()
  }

  return () => {
    const before = granted
    const verdict = access.verdictFor(entry)
    if (verdict !== "pending") granted = verdict === "granted"
    const wanted = granted || entry.alwaysLoad
    // Scripts for the body wait until it is parsed.
    const home = page?.[entry.target ?? "head"]
    if (home && wanted && !loaded) load(home)
    if (granted !== before) tell(entry.onConsentChange)
    if (loaded && !wanted && !entry.persistAfterConsentRevoked) {
      loaded = false
      element?.remove()
      tell(entry.onDispose)
    }
  }
}

/**
 * Loads configured scripts. Of two with the same id the last wins.
 *
 * @param pageNonce - the default nonce of the page's scripts
 */
export const makeConfiguredScriptsGate = (
  access: Access,
  scripts: ReadonlyArray<ScriptEntry>,
  pageNonce: string,
): Gate => {
  const entries = new Map(scripts.map((entry) => [entry.id, makeEntry(access, entry, pageNonce)]))
  const update = () => entries.forEach((settle) => guarded(settle))
  return { dispose: watch(update), update, needs: () => scripts }
}
