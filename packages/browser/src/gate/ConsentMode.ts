/**
 * Google Consent Mode v2: pushes the defaults and each update to the data layer that Google's tags read.
 *
 * @module
 */
import type { CategoryFlags } from "../consent/Records.js"
import type { ConsentModeOptions } from "../config/PageOptions.js"

const word = (granted: boolean | undefined): string => (granted ? "granted" : "denied")

/** The seven consent types, as permissions decide them. */
export const consentSignals = (permissions: CategoryFlags | null): Readonly<Record<string, string>> => {
  const ads = word(permissions?.marketing)
  return {
    security_storage: word(true),
    functionality_storage: word(permissions?.functionality),
    analytics_storage: word(permissions?.measurement),
    ad_storage: ads,
    ad_user_data: ads,
    ad_personalization: ads,
    personalization_storage: word(permissions?.experience),
  }
}

/** Speaks to Google's tags. */
export interface ConsentMode {
  /** While the bundle executes: what is stored, or null for nothing, which denies. */
  readonly default: (permissions: CategoryFlags | null) => void
  /** After each change; says nothing when there was none. */
  readonly update: (permissions: CategoryFlags) => void
}

/** Makes what speaks to Google's tags; `window.gtag` is left to the page. */
export const makeConsentMode = (config: true | ConsentModeOptions): ConsentMode => {
  const {
    adsDataRedaction,
    dataLayer = "dataLayer",
    urlPassthrough,
    waitForUpdate = 500,
  }: ConsentModeOptions = Object(config)
  const globals: Record<string, Array<unknown> | undefined> = Object(window)
  const layer = (globals[dataLayer] ??= [])
  let told: string

  // Google's tags take commands as `arguments` objects only.
  const command: (...words: ReadonlyArray<unknown>) => void = function () {
    layer.push(arguments)
  }

  return {
    default: (permissions) => {
      const signals = consentSignals(permissions)
      told = JSON.stringify(signals)
      command("consent", "default", { ...signals, wait_for_update: waitForUpdate })
      if (adsDataRedaction) command("set", "ads_data_redaction", true)
      if (urlPassthrough) command("set", "url_passthrough", true)
    },
    update: (permissions) => {
      const signals = consentSignals(permissions)
      const now = JSON.stringify(signals)
      if (told === now) return
      told = now
      command("consent", "update", signals)
      layer.push({ event: "consent-update" })
    },
  }
}
