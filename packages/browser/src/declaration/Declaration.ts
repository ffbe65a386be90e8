/**
 * The services of a page: fills the declaration blocks, describes the cookies of each vendor for the preference dialog, and deletes those
 * of refused services. It knows the page by its API.
 *
 * @module
 */
import { necessary, textDirection } from "@consent-service/core/browser"
import type { TranslationBundle } from "@consent-service/core/translation"
import type { DeclaredVendor } from "@consent-service/core/vendor"
import { page, warn } from "../env/Globals.js"
import { isVendor } from "../gate/OwnVendors.js"
import { deleteCookie } from "../gate/ClearOnRevocation.js"
import { watch } from "../gate/Markup.js"
import { ownKeys } from "../runtime/OwnKeys.js"
import type { Declare } from "../runtime/DeclarationCode.js"
import { isSettled } from "../runtime/State.js"
import { fill } from "../surface/Element.js"
import { doomedCookies } from "./Cookies.js"
import { addStyles, drawDeclaration, levelAt } from "./Draw.js"
import { readServices, type Service, vendorProblems } from "./Services.js"
import { declarationView, type ServiceView } from "./View.js"
import { wordsOf } from "./Words.js"

/** Keeps the order of a text's own characters within a language of the other direction. */
const isolated = (text: string): string => `\u2068${text}\u2069`

/** What the dialog says about a service, line by line. */
const linesOf = ({ cookies, provider }: ServiceView, texts: TranslationBundle): ReadonlyArray<string> => [
  ...(provider ? [fill(texts.consentGate.provider, "vendor", provider)] : []),
  ...cookies.map(({ duration, name, purpose }) => `\u2066${name}\u2069 – ${isolated(purpose)} (${isolated(duration)})`),
]

/** The cookies that the page can read. */
const presentCookies = (home: Document): ReadonlyArray<string> => home.cookie.split(/=[^;]*;? ?/)

/** Keeps what is declared up to date from now on. */
export const declare: Declare = (client) => {
  const { config } = client
  let services: ReadonlyArray<Service> | undefined
  let refused: ReadonlyArray<string> = []
  /** What each block shows. */
  const drawn = new WeakMap<Element, readonly [key: string, content: Element]>()

  const elsewhere = (): ReadonlyArray<string> =>
    [...(client.resolution().vendors ?? []), ...[config.vendors || []].flat().filter(isVendor)].map(({ id }) => id)

  /** The services, once it is known which vendors the service declares itself. */
  const known = (): ReadonlyArray<Service> | undefined => {
    if (services || !isSettled({ resolved: client.resolution() })) return services
    const read = readServices(config.services || [], elsewhere())
    for (const problem of [...vendorProblems(config.vendors), ...read.problems]) warn(problem)
    return (services = read.services)
  }

  const words = wordsOf(client, () => draw())

  /** Without entries that cannot be used, and those that repeat an id. */
  const usable = <Vendor extends DeclaredVendor>(vendors: ReadonlyArray<Vendor>): ReadonlyArray<Vendor> => {
    const ids = [...(known() ?? []).map(({ id }) => id), ...elsewhere()]
    return vendors.filter(({ id }, at) => ids.includes(id) && vendors.findIndex((one) => one.id === id) === at)
  }

  const clear = (): void => {
    const all = known()
    if (!page || !all) return
    const before = refused
    refused = all.flatMap(({ id }) => (client.vendorAllowed(id) ? [] : id))
    const newly = all.filter(({ id }) => refused.includes(id) && !before.includes(id))
    const doomed = doomedCookies(
      newly.flatMap(({ cookies }) => cookies),
      presentCookies(page),
      [...ownKeys(config), "euconsent-v2"],
    )
    for (const { name, path } of doomed) deleteCookie(page, name, [path ?? "/", "/", "", location.pathname])
  }

  const draw = (): void => {
    const blocks = page?.querySelectorAll<HTMLElement>("[data-cs-declaration]") ?? []
    const all = known()
    const said = words(blocks.length > 0 && all !== undefined)
    if (blocks.length === 0 || !said || !all) return
    const { language, texts } = said
    const view = declarationView(usable(client.declared()), all, texts, language)
    const key = JSON.stringify([view, language, texts])
    for (const block of blocks) {
      const [shown, content] = drawn.get(block) ?? []
      if (shown === key && content?.parentNode === block) continue
      const fresh = drawDeclaration(view, texts, levelAt(block))
      fresh.lang = language
      fresh.dir = textDirection(language)
      addStyles()
      block.replaceChildren(fresh)
      drawn.set(block, [key, fresh])
    }
  }

  client.subscribe(() => {
    clear()
    draw()
  })
  clear()
  watch(draw)
  return (vendors) => {
    const said = words()
    const all = known()
    if (!all) return vendors
    if (!said) return usable(vendors)
    const views = declarationView(vendors, all, said.texts, said.language).flatMap((category) => category.services)
    return usable(vendors).map((vendor) => {
      const view = views.find(({ id }) => id === vendor.id)
      if (!view) return vendor
      // What the site needs cannot be refused, so that it has no switch.
      const isNeeded = vendor.category === necessary && all.some(({ id }) => id === vendor.id)
      return { ...vendor, ...(isNeeded && { disabled: true }), details: linesOf(view, said.texts) }
    })
  }
}
