/**
 * Combines all gates of a page.
 *
 * @module
 */
import { hasScreen } from "../env/Built.js"
import type { CategoryFlags } from "../consent/Records.js"
import type { Access, Gate, Need } from "../consent/Access.js"
import { makeConsentMode } from "../gate/ConsentMode.js"
import { type BlockedFrame, makeElementGate } from "../gate/Elements.js"
import { makeRestGates, type RestGates } from "../gate/RestGates.js"
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
  /** Gives the code of the gates that few pages configure; undefined while it is loaded, which the first call begins. */
  readonly findGates?: () => typeof makeRestGates | undefined
}

/** The gates. */
export interface Gates {
  /** Checks everything again. Data of refused categories is deleted only under a known policy (`settled`). */
  readonly update: (permissions: CategoryFlags, settled: boolean) => void
  readonly needs: () => ReadonlyArray<Need>
  readonly gateNow: () => void
  readonly blockedFrames: () => ReadonlyArray<BlockedFrame>
  readonly dispose: () => void
}

/** Creates the gates that a page has configured; from here on, `access` decides about everything gated. */
export const makeGates = (input: GatesInput): Gates => {
  const { access, backendURL, config, findGates, framesChanged, pageNonce } = input
  const consentMode = config.googleConsentMode ? makeConsentMode(config.googleConsentMode) : null
  consentMode?.default(null)
  const { scripts = [] } = config
  let rest: RestGates | undefined
  /** Begins to load their code where the page configures them; a bundle that draws nothing has it. */
  const findRest = (): void => {
    if (!hasScreen || scripts[0] || config.clearOnRevocation)
      rest ??= (hasScreen ? findGates?.() : makeRestGates)?.(input)
  }
  const elements = makeElementGate(access, config.iframeBlocker ?? true, framesChanged)
  const gates: ReadonlyArray<Gate> = [
    makeNetworkGate(access, config.networkBlocker?.rules ?? [], backendURL),
    makeScriptTagGate(access, pageNonce),
    elements,
  ]
  findRest()
  return {
    update: (permissions, settled) => {
      consentMode?.update(permissions)
      findRest()
      if (settled) rest?.wipe(permissions)
      rest?.configured.update()
      for (const gate of gates) gate.update()
    },
    needs: () => [...gates.flatMap((gate) => gate.needs()), ...scripts],
    gateNow: elements.gateNow,
    blockedFrames: elements.blockedFrames,
    dispose: () => {
      for (const gate of gates) gate.dispose()
      rest?.configured.dispose()
    },
  }
}
