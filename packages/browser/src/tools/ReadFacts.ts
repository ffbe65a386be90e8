/**
 * Reads the state of a page: from the page API, the markup, localStorage and the data layer.
 *
 * @module
 */
import { decodeOutbox, outboxKey } from "../backend/Outbox.js"
import type { ConsentModeOptions } from "../config/PageOptions.js"
import { at, isText, parseJson } from "../store/Plain.js"
import type { Facts, PlaceFact } from "./Facts.js"
import type { StartedApi } from "./PresentApi.js"
import { readGated } from "./ReadGated.js"
import { decidedAt, readItem, recordsKey } from "./Stored.js"

/** The claims of a snapshot token, unverified: the service verifies them. */
const claimsOf = (token: unknown): unknown => {
  const [, payload = ""] = String(token ?? "").split(".")
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0))
    return parseJson(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

const textOrNull = (value: unknown): string | null => (isText(value) ? value : null)

/** The inputs that a save asserts, in a token or as they are. */
export const placeOf = (proof: unknown, country: string | null | undefined): PlaceFact | null => {
  const source = claimsOf(at(proof, "policySnapshotToken")) ?? proof
  if (source === undefined && !country) return null
  return {
    country: textOrNull(at(source, "country")) ?? country ?? null,
    region: textOrNull(at(source, "region")),
    language: textOrNull(at(source, "language")) ?? "unknown",
  }
}

/** The commands in a data layer, as they were called: `["consent", "default", {…}]`. */
const commandsIn = (layer: unknown): ReadonlyArray<ReadonlyArray<unknown>> =>
  (Array.isArray(layer) ? layer : []).map((entry: unknown) => Array.from(Object(entry)))

/** What Google's tags were last given, and whether one was configured before the defaults. */
export const signalsIn = (layer: unknown): Pick<Facts, "signals" | "signalsLate"> => {
  const commands = commandsIn(layer)
  const consents = commands.filter(([name]) => name === "consent")
  const first = commands.findIndex(([name, kind]) => name === "consent" && kind === "default")
  const configured = commands.findIndex(([name]) => name === "config" || name === "js")
  const { wait_for_update: _, ...signals } = Object.fromEntries(
    consents.flatMap(([, , values]) => Object.entries<unknown>(Object(values))),
  )
  return {
    signals: consents.length > 0 ? signals : null,
    signalsLate: first >= 0 && configured >= 0 && configured < first,
  }
}

/** Reads only: other tabs react to what is written. */
const canStore = (): boolean => {
  try {
    return localStorage !== null
  } catch {
    return false
  }
}

/** Reads the state of a page. */
export const readFacts = (api: StartedApi, errors: ReadonlyArray<string>): Facts => {
  const { backendURL, config, resolution } = api.client
  const snapshot = api.getSnapshot()
  const { country, proof, rule } = resolution()
  const consentMode: ConsentModeOptions = Object(config.googleConsentMode)
  return {
    script: `${api.pkg} ${api.version}`,
    backendURL,
    config,
    snapshot,
    remembered: snapshot.policy === null ? (rule?.policy.id ?? null) : null,
    matchedBy: textOrNull(at(rule, "matchedBy")),
    place: placeOf(proof, country),
    vendors: api
      .getDeclaredVendors()
      .map(({ category, id, name }) => ({ category, id, name, allowed: api.isVendorAllowed(id) })),
    gated: readGated(api),
    outbox: decodeOutbox(readItem(outboxKey)),
    ...signalsIn(Reflect.get(window, consentMode.dataLayer ?? "dataLayer")),
    decidedAt: decidedAt(readItem(recordsKey(config))),
    stores: canStore(),
    errors,
    now: Date.now(),
  }
}
