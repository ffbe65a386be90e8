/**
 * Reads what of a page needs consent: from its markup, and from what it configures instead.
 *
 * @module
 */
import type { Need } from "../consent/Access.js"
import { attributes, findGated } from "../gate/Markup.js"
import { isText } from "../store/Plain.js"
import type { GatedFact, GateState } from "./Facts.js"
import type { StartedApi } from "./PresentApi.js"

/** Long texts and addresses are cut. */
const shortened = (text: string): string => {
  const line = text.trim().replace(/\s+/g, " ")
  return line.length > 90 ? `${line.slice(0, 89)}…` : line
}

const written = ({ category, csCategory = category, vendor, csVendor = vendor }: DOMStringMap) => ({
  category: csCategory,
  vendor: csVendor,
})

const scriptState = ({ dataset: { csActivated }, type }: HTMLScriptElement): GateState => {
  if (csActivated === "true") return "runs"
  if (csActivated === "invalid" || csActivated === "untrusted") return csActivated
  return type.toLowerCase() === "text/plain" ? "waits" : "ungated"
}

const scriptsOf = (): ReadonlyArray<GatedFact> =>
  Array.from(
    document.querySelectorAll<HTMLScriptElement>("script[data-cs-category],script[data-cs-vendor]"),
    (script) => ({
      kind: "script",
      name: shortened(script.src || script.text || "without text"),
      ...written(script.dataset),
      state: scriptState(script),
    }),
  )

const names = ["category", "vendor", "cs-category", "cs-vendor"]

const selector = ["iframe", "img", "link", "video", "audio", "source"]
  .flatMap((tag) => names.map((name) => `${tag}[data-${name}]`))
  .join()

const elementsOf = (): ReadonlyArray<GatedFact> =>
  findGated<HTMLElement>(selector).flatMap(({ element, need }) => {
    const { dataset } = element
    const isOurs = "csCategory" in dataset || "csVendor" in dataset
    const gated = attributes.filter((name) => name in dataset)
    const waiting = gated.flatMap((name) => dataset[name] || [])
    const own = attributes.flatMap((name) => element.getAttribute(name) ?? [])
    const isFrame = element instanceof HTMLIFrameElement
    // An unknown `data-category` belongs to other code, and so does one of an image that has no gated address.
    if (!isOurs && (need === null || !(isFrame || gated.length > 0))) return []
    const state: GateState =
      need === null ? "invalid" : waiting.length > 0 ? "waits" : isFrame || gated.length > 0 ? "runs" : "ungated"
    const [name = "without an address"] = [...waiting, ...own]
    return { kind: element.localName, name: shortened(name), ...written(dataset), state }
  })

const conditionText = (condition: unknown): string | undefined =>
  condition === undefined ? undefined : isText(condition) ? condition : JSON.stringify(condition)

/** What the page configured instead of writing it. */
const configuredOf = (api: StartedApi): ReadonlyArray<GatedFact> => {
  const { networkBlocker, scripts = [] } = api.client.config
  const stateOf = ({ category, vendor }: Need): GateState =>
    (category === undefined || api.has(category)) && (vendor === undefined || api.isVendorAllowed(vendor))
      ? "runs"
      : "waits"
  return [
    ...scripts.map(({ alwaysLoad, category, id, src, vendor }) => ({
      kind: "script" as const,
      name: shortened(src ?? id),
      category: conditionText(category),
      vendor,
      state: alwaysLoad ? ("runs" as const) : stateOf({ category, vendor }),
    })),
    ...(networkBlocker?.rules ?? []).map((rule) => ({
      kind: "request" as const,
      name: `${rule.methods?.join(" ") ?? "any"} ${rule.domain}${rule.pathIncludes ?? ""}`,
      category: conditionText(rule.category),
      vendor: rule.vendor,
      state: stateOf(rule),
    })),
  ]
}

/** Everything of a page that needs consent: scripts, other elements, and what it configures. */
export const readGated = (api: StartedApi): ReadonlyArray<GatedFact> => [
  ...scriptsOf(),
  ...elementsOf(),
  ...configuredOf(api),
]
