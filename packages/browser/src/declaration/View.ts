/**
 * What a declaration says, in one language.
 *
 * @module
 */
import { necessary, optionalCategories } from "@consent-service/core/browser"
import type { TranslationBundle } from "@consent-service/core/translation"
import type { DeclaredVendor } from "@consent-service/core/vendor"
import { categoriesNamed } from "../gate/Conditions.js"
import { textIn } from "./LocalText.js"
import type { Service } from "./Services.js"

/** A cookie in words. */
export interface CookieView {
  readonly name: string
  readonly purpose: string
  readonly duration: string
}

/** A service in words. */
export interface ServiceView {
  readonly id: string
  readonly name: string
  readonly description: string | undefined
  readonly provider: string | undefined
  readonly privacyPolicyUrl: string
  readonly cookies: ReadonlyArray<CookieView>
}

/** A category and its services. */
export interface CategoryView {
  readonly title: string
  readonly description: string
  readonly services: ReadonlyArray<ServiceView>
}

/** From what a site needs to what helps others. */
const order = [necessary, "functionality", "measurement", "experience", "marketing"] as const

/** The category that a vendor is listed under: the first that it depends on. */
const placeOf = ({ category }: DeclaredVendor): (typeof order)[number] =>
  order.find((name) => name === category) ??
  optionalCategories.find((name) => categoriesNamed(category).includes(name)) ??
  necessary

/** What a declaration says about declared vendors: by category, those without vendors left out. */
export const declarationView = (
  vendors: ReadonlyArray<DeclaredVendor>,
  services: ReadonlyArray<Service>,
  texts: Pick<TranslationBundle, "consentTypes">,
  language: string,
): ReadonlyArray<CategoryView> => {
  const serviceView = (vendor: DeclaredVendor): ServiceView => {
    const { cookies = [], provider } = services.find(({ id }) => id === vendor.id) ?? {}
    return {
      id: vendor.id,
      name: vendor.name,
      description: vendor.description,
      provider: provider && textIn(provider, language),
      privacyPolicyUrl: vendor.privacyPolicyUrl,
      cookies: cookies.map(({ duration, name, purpose }) => ({
        name,
        purpose: textIn(purpose, language),
        duration: textIn(duration, language),
      })),
    }
  }
  return order.flatMap((category) => {
    const listed = vendors.filter((vendor) => placeOf(vendor) === category)
    return listed.length > 0 ? { ...texts.consentTypes[category], services: listed.map(serviceView) } : []
  })
}
