/**
 * The IAB TCF as a tag on the page sees it, and the rules under which it is there.
 *
 * @module
 */
import { TCString, type TCModel } from "@iabtechlabtcf/core"
import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import type { Locator, Page } from "playwright-core"
import type { BackendOptions } from "./Backend.js"
import type { Asked } from "./Surfaces.js"

/** A number in place of a registered CMP's. */
export const cmpId = 300

/** Germany is asked under the IAB framework, New Zealand is let be, and of Japan no rule says anything. */
export const iabOptions = (registered: number | null = cmpId): BackendOptions => ({
  manifest: {
    policyRules: [
      {
        id: "partners",
        match: { countries: ["DE"] },
        model: "iab",
        prompt: "choice",
        validity: { choiceDays: 1_000 },
      },
      { id: "elsewhere", match: { countries: ["NZ"] }, model: "none", prompt: "none" },
    ],
    iab: {
      enabled: true,
      ...(registered === null ? {} : { cmpId: registered }),
      customVendors: [
        {
          id: "house-statistics",
          name: "House Statistics",
          privacyPolicyUrl: "https://statistics.example/privacy",
          purposes: [1, 8],
        },
      ],
    },
  },
  gvl: { bundled: { en: syntheticVendorList } },
})

/** Vendors that are disclosed to a visitor. */
export const disclosed: ReadonlyArray<number> = Object.values(syntheticVendorList.vendors)
  .filter(({ deletedDate }) => !deletedDate)
  .map(({ id }) => id)

/** TC data, as far as tests read it. */
export interface Told {
  readonly eventStatus?: string
  readonly gdprApplies?: boolean
  readonly listenerId?: number
  readonly tcString?: string
  readonly [member: string]: unknown
}

/** A script that listens to the CMP from the beginning and keeps what it receives in `window.told`. */
export const tcfListening = `<script>
window.told = []
__tcfapi("addEventListener", 2, (data, success) => told.push(Object.assign({ success }, data)))
</script>`

/** What was received so far. */
export const toldOn = (page: Asked<ReadonlyArray<Told>>): Promise<ReadonlyArray<Told>> =>
  page.evaluate(() => {
    const told: unknown = Reflect.get(window, "told")
    return Array.isArray(told) ? told : []
  })

/** Waits until an event arrived, and returns the last data it came with. */
export const toldOf = async (page: Page, event: string): Promise<Told> => {
  await page.waitForFunction(
    (name) => Object(Reflect.get(window, "told")).some((one: unknown) => Object(one).eventStatus === name),
    event,
  )
  const last = (await toldOn(page)).findLast(({ eventStatus }) => eventStatus === event)
  if (last === undefined) throw new Error("it arrived and is gone")
  return last
}

type TcfCall = readonly [command: string, version: unknown, parameter: unknown]

type TcfAnswer = { readonly value: unknown; readonly success: unknown } | undefined

/** What a command answers synchronously; undefined when it does not. */
export const callTcf = (
  page: { readonly evaluate: (call: (words: TcfCall) => TcfAnswer, words: TcfCall) => Promise<TcfAnswer> },
  command: string,
  { parameter, version = 2 }: { readonly version?: unknown; readonly parameter?: unknown } = {},
): Promise<TcfAnswer> =>
  page.evaluate(
    ([name, wanted, more]) => {
      let answer: TcfAnswer
      const api: unknown = Reflect.get(window, "__tcfapi")
      if (typeof api === "function")
        api(
          name,
          wanted,
          (value: unknown, success: unknown) => {
            answer = { value, success }
          },
          more,
        )
      return answer
    },
    [command, version, parameter],
  )

const ids = (vector: { forEach: (each: (has: boolean, id: number) => void) => void }): ReadonlyArray<number> => {
  const found: Array<number> = []
  vector.forEach((has, id) => {
    if (has) found.push(id)
  })
  return found
}

/** What a string says, as IAB's own library reads it. */
export const readTcString = (tcString: string | null | undefined) => {
  const model: TCModel = TCString.decode(tcString ?? "")
  return {
    cmpId: model.cmpId,
    vendorListVersion: model.vendorListVersion,
    policyVersion: Number(model.policyVersion),
    isServiceSpecific: model.isServiceSpecific,
    consentLanguage: model.consentLanguage,
    publisherCountryCode: model.publisherCountryCode,
    purposeConsents: ids(model.purposeConsents),
    purposeLegitimateInterests: ids(model.purposeLegitimateInterests),
    specialFeatures: ids(model.specialFeatureOptins),
    vendorConsents: ids(model.vendorConsents),
    vendorLegitimateInterests: ids(model.vendorLegitimateInterests),
    vendorsDisclosed: ids(model.vendorsDisclosed),
    created: model.created.getTime(),
    lastUpdated: model.lastUpdated.getTime(),
    segments: (tcString ?? "").split(".").length,
  }
}

/** The surfaces of the IAB bundle, by their stable names, however a browser finds them. */
export const iabSurfacesBy = <Part>(at: (testId: string) => Part) => ({
  banner: at("iab-consent-banner-root"),
  accept: at("iab-consent-banner-accept-button"),
  reject: at("iab-consent-banner-reject-button"),
  customize: at("iab-consent-banner-customize-button"),
  partners: at("iab-consent-banner-partners-button"),
  dialog: at("iab-consent-dialog-root"),
  save: at("iab-dialog-save-button"),
  close: at("iab-dialog-close-button"),
  vendorsTab: at("iab-tab-vendors"),
  purpose: (id: number) => at(`iab-purpose-switch-${id}`),
  vendor: (id: number | string) => at(`iab-vendor-switch-${id}`),
  ownVendor: (id: string) => at(`iab-custom-vendor-switch-${id}`),
})

/** The surfaces of the IAB bundle, by their stable names. */
export const iabSurfacesOf = (page: Page) => iabSurfacesBy((name): Locator => page.getByTestId(name))
