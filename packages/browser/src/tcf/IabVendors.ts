/**
 * The second tab of the IAB preference center: all vendors, IAB's separate from the site's own. Lists have a thousand
 * vendors and more, so rows are minimal until they are opened.
 *
 * @module
 */
import { makeSwitch } from "../surface/Switch.js"
import { type Child, fill, h } from "../surface/Element.js"
import { link } from "../surface/Parts.js"
import { interestsOf, type Kind, usesOf, type Vendor } from "./Asked.js"
import { type IabPage, row, section, titled } from "./IabControls.js"

const secondsOfDay = 86_400

/** A vendor's address in a language, else in English, else in any. */
export const addressOf = (
  urls: Vendor["urls"],
  which: "privacy" | "legIntClaim",
  language: string,
): string | null | undefined =>
  [language.slice(0, 2), "en", ""]
    .map((spoken) => urls.find((url) => url[which] && url.langId.toLowerCase().startsWith(spoken))?.[which])
    .find(Boolean)

const kinds: ReadonlyArray<Kind> = ["purposes", "specialPurposes", "specialFeatures", "features", "dataCategories"]

/** A link from a vendor list, which is untrusted: http(s) only. */
const webLink = (url: string | null | undefined, text: string): Child => url && /^https?:/i.test(url) && link(url, text)

/** All declarations of a vendor. */
const vendorText = ({ terms, texts }: IabPage, vendor: Vendor): ReadonlyArray<Child> => {
  const { list } = terms.asked
  const { language } = terms.match
  const t = texts.preferenceCenter.vendorList
  const { cookieMaxAgeSeconds, dataRetention, urls } = vendor
  const retention: Partial<Record<Kind, Readonly<Record<string, number>> | null>> = dataRetention ?? {}
  const lasting = (days: number | null | undefined) => days != null && fill(t.retention, "days", days)
  const group = (title: string, ids: ReadonlyArray<number>, kind: Kind): Child =>
    titled(
      title,
      ids.map((id) => {
        const kept = lasting(retention[kind]?.[id])
        return `${list[kind]?.[id]?.name ?? id}${kept ? ` (${kept})` : ""}`
      }),
    )
  const facts = [
    vendor.description,
    vendor.usesCookies && t.usesCookies,
    cookieMaxAgeSeconds != null && fill(t.maxAge, "days", Math.max(0, Math.ceil(cookieMaxAgeSeconds / secondsOfDay))),
    vendor.usesNonCookieAccess && t.nonCookieAccess,
    lasting(dataRetention?.stdRetention),
  ]
  return [
    ...facts.map((fact) => fact && h("p", {}, fact)),
    group(t.legitimateInterest, interestsOf(vendor), "purposes"),
    ...kinds.map((kind) => group(t[kind], usesOf(vendor, kind), kind)),
    h(
      "div",
      { class: "cs-small" },
      webLink(addressOf(urls, "privacy", language), t.privacyPolicy),
      webLink(addressOf(urls, "legIntClaim", language), t.legitimateInterest),
      webLink(vendor.deviceStorageDisclosureUrl, t.storageDisclosure),
    ),
  ]
}

/** Draws the tab. */
export const drawVendors = (page: IabPage): ReadonlyArray<Child> => {
  const { draft, texts, vendors } = page
  const t = texts.preferenceCenter.vendorList
  const rows = vendors.map((vendor) => {
    const { id, name } = vendor
    const isCustom = typeof id === "string"
    const element = row(
      texts,
      { id, name, kind: isCustom ? "custom-vendor" : "vendor" },
      () => vendorText(page, vendor),
      vendor.purposes.length > 0 && draft.vendorConsents,
      interestsOf(vendor).length > 0 && draft.vendorLegitimateInterests,
    )
    return { element, isCustom, name: name.toLowerCase() }
  })
  /** The rows of one kind, below a switch for all of them. */
  const rowsOf = (custom: boolean, heading: string): ReadonlyArray<HTMLElement> => {
    const those = rows.filter(({ isCustom }) => isCustom === custom).map(({ element }) => element)
    const switches = () => those.flatMap((element) => [...element.querySelectorAll<HTMLElement>("[role=switch]")])
    const all = makeSwitch({
      on: switches().every((one) => one.ariaChecked === "true"),
      label: `${texts.common.acceptAll}: ${heading}`,
      testId: `iab-${custom ? "custom-" : ""}vendors-switch`,
      change: (on) => {
        for (const one of switches()) if (one.ariaChecked !== String(on)) one.click()
      },
    })
    const title = h("strong", {}, texts.common.acceptAll)
    return those.length > 1 ? [h("div", { class: "cs-row cs-item" }, title, all), ...those] : those
  }
  const status = h("p", { role: "status" })
  const search = () => {
    const wanted = input.value.trim().toLowerCase()
    for (const { element, name } of rows) element.hidden = !name.includes(wanted)
    const count = rows.filter(({ element }) => !element.hidden).length
    status.textContent = fill(fill(t.showingCount, "filtered", count), "total", rows.length)
  }
  const input = h("input", {
    type: "search",
    class: "cs-button",
    "data-testid": "iab-vendor-search",
    "aria-label": t.search,
    placeholder: t.search,
    input: search,
  })
  search()
  return [
    input,
    status,
    section(t.iabVendorsHeading, t.iabVendorsNotice, rowsOf(false, t.iabVendorsHeading)),
    section(t.customVendorsHeading, t.customVendorsNotice, rowsOf(true, t.customVendorsHeading)),
  ]
}
