/**
 * Combines all gates of a page.
 *
 * @module
 */
import type { CategoryFlags } from "../consent/Records.js"
import type { Access, Gate, Need } from "../consent/Access.js"
import { makeClearer } from "../gate/ClearOnRevocation.js"
import { makeConfiguredScriptsGate } from "../gate/ConfiguredScripts.js"
import { makeConsentMode } from "../gate/ConsentMode.js"
import { type BlockedFrame, makeIframeGate } from "../gate/Iframes.js"
import { makeNetworkGate } from "../gate/Network.js"
import { makeScriptTagGate } from "../gate/ScriptTags.js"
import type { PageOptions } from "../config/PageOptions.js"

/** The dependencies of the gates of a page. */
export interface GatesInput {
  readonly config: PageOptions
  readonly access: Access
  readonly backendURL: string
  readonly pageNonce: string
  /** Storage keys of this script, which are never deleted. */
  readonly ownKeys: ReadonlyArray<string>
  /** Called when the blocked iframes change. */
  readonly framesChanged: () => void
}

/** The gates. */
export interface Gates {
  /** Checks everything again. Data of refused categories is deleted only under a known policy (`settled`). */
  readonly update: (permissions: CategoryFlags, settled: boolean) => void
  readonly needs: () => ReadonlyArray<Need>
  readonly processIframes: () => void
  readonly blockedFrames: () => ReadonlyArray<BlockedFrame>
  readonly dispose: () => void
}

/** Creates the gates that a page has configured; from here on, `access` decides about everything gated. */
export const makeGates = ({ access, backendURL, config, framesChanged, ownKeys, pageNonce }: GatesInput): Gates => {
  const settings = { access }
  const consentMode = config.googleConsentMode ? makeConsentMode(config.googleConsentMode) : null
  consentMode?.default(null)
  const clear = makeClearer(config.clearOnRevocation ?? {}, ownKeys)
  const iframes = makeIframeGate(settings, { mode: config.iframeBlocker ?? true, onChange: framesChanged })
  const gates: ReadonlyArray<Gate> = [
    makeNetworkGate(settings, { rules: config.networkBlocker?.rules ?? [], except: backendURL }),
    makeScriptTagGate(settings, { pageNonce }),
    makeConfiguredScriptsGate(settings, { scripts: config.scripts ?? [], pageNonce }),
    iframes,
  ]
  return {
    update: (permissions, settled) => {
      consentMode?.update(permissions)
      if (settled) clear(permissions)
      for (const gate of gates) gate.update()
    },
    needs: () => gates.flatMap((gate) => gate.needs()),
    processIframes: iframes.process,
    blockedFrames: iframes.blocked,
    dispose: () => {
      for (const gate of gates) gate.dispose()
    },
  }
}
