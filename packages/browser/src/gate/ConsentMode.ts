/**
 * Google Consent Mode v2: pushes the defaults and each update to the data layer that Google's tags read.
 *
 * @module
 */
import type { CategoryFlags } from "../consent/Records.js"
import type { ConsentModeOptions } from "../config/PageOptions.js"

const word = (granted: boolean | undefined): string => (granted ? "granted" : "denied")

/** The seven consent types, derived from permissions. */
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

/** Sends consent to Google's tags. */
export interface ConsentMode {
  /** The default, during execution: stored permissions, or null for none, which denies. */
  readonly default: (permissions: CategoryFlags | null) => void
  /** After each change; sends nothing when no type changed. */
  readonly update: (permissions: CategoryFlags) => void
}

/** Makes the connection to Google's tags; does not define `window.gtag`. */
export const makeConsentMode = (config: true | ConsentModeOptions): ConsentMode => {
  const {
    adsDataRedaction,
    dataLayer = "dataLayer",
    urlPassthrough,
    waitForUpdate = 500,
  }: ConsentModeOptions = Object(config)
  const globals: Record<string, Array<unknown> | undefined> = Object(window)
  const layer = (globals[dataLayer] ??= [])
  let told: string | undefined

  // Google's tags accept commands only as `arguments` objects.
  const command: (...words: ReadonlyArray<unknown>) => void = function () {
    layer.push(arguments)
  }

  /** @returns whether any type changed */
  const tell = (kind: string, permissions: CategoryFlags | null, more?: object): boolean => {
    const signals = consentSignals(permissions)
    const before = told
    told = JSON.stringify(signals)
    if (told === before) return false
    command("consent", kind, { ...signals, ...more })
    return true
  }

  return {
    default: (permissions) => {
      tell("default", permissions, { wait_for_update: waitForUpdate })
      if (adsDataRedaction) command("set", "ads_data_redaction", true)
      if (urlPassthrough) command("set", "url_passthrough", true)
    },
    update: (permissions) => {
      if (tell("update", permissions)) layer.push({ event: "consent-update" })
    },
  }
}
