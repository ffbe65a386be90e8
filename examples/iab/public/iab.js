// The contents of a banner's vendor view, built by hand: the purposes, and the requests of each vendor, in the served language.
// (Sites load the ready-made script instead; this page shows the data.)

const query = new URLSearchParams(location.search)
const delivery = query.get("delivery") === "reference" ? "reference" : "inline"
const service = `/${delivery}`

const element = (id) => document.getElementById(id)

const node = (tag, properties, ...children) => {
  const { data = {}, ...rest } = properties
  const created = Object.assign(document.createElement(tag), rest)
  Object.assign(created.dataset, data)
  created.append(...children)
  return created
}

const call = async (path, options) => {
  const response = await fetch(service + path, options)
  const body = await response.json()
  if (!response.ok) throw new Error(`${body.cause.code}: ${body.message}`)
  return body
}

// Without a chosen language, the browser's `Accept-Language` decides.
const askInit = () => {
  const language = query.get("language")
  return call("/init?country=DE", language === null ? {} : { headers: { "accept-language": language } })
}

// The content at a list's address never changes, so the browser caches it and requests it once.
const listOf = (init) => {
  if (delivery === "inline") return init.gvl
  return init.gvlReference === null ? null : call(init.gvlReference.path)
}

const say = (text, away = false) => {
  element("status").textContent = text
  element("status").classList.toggle("away", away)
}

const days = (seconds) => Math.ceil(seconds / 86_400)

const addressIn = (language, urls) => urls.find(({ langId }) => langId === language) ?? urls[0] ?? {}

// A list's content is untrusted: its texts are inserted as text, and only web addresses become links.
const link = (text, href) =>
  typeof href === "string" && href.startsWith("https://")
    ? [node("li", {}, node("a", { href, rel: "noopener" }, text))]
    : []

const section = (title, cards) => [node("h2", {}, title), node("div", { className: "cards" }, ...cards)]

const purposeCard = (texts, vendors) => (purpose) => {
  const asking = vendors.filter(({ legIntPurposes, purposes }) => [...purposes, ...legIntPurposes].includes(purpose.id))
  return node(
    "article",
    { data: { purpose: purpose.id } },
    node("h3", {}, purpose.name),
    node("p", {}, purpose.description),
    ...purpose.illustrations.map((text) =>
      node("p", { className: "example" }, `${texts.purposeItem.examples}: ${text}`),
    ),
    node("p", {}, `${texts.purposeItem.partners}: `, node("span", { data: { asking: "" } }, asking.length)),
  )
}

/** A row of the list's names; empty without a list. */
const named = (row, title, ids, members) =>
  members === undefined || ids.length === 0
    ? []
    : [
        node("dt", {}, title),
        node("dd", { data: { row } }, node("ul", {}, ...ids.map((id) => node("li", {}, members[id]?.name ?? `${id}`)))),
      ]

const noted = (isSo, text) => (isSo ? [node("li", {}, text)] : [])

const vendorNotes = (vendor, { language, texts: { vendorList: texts } }) => {
  const { legIntClaim, privacy } = addressIn(language, vendor.urls)
  const age = vendor.cookieMaxAgeSeconds
  const kept = vendor.dataRetention?.stdRetention
  return node(
    "ul",
    { className: "notes" },
    ...noted(vendor.usesCookies, texts.usesCookies),
    ...noted(vendor.usesCookies && age != null, texts.maxAge.replace("{days}", days(age ?? 0))),
    ...noted(vendor.usesNonCookieAccess, texts.nonCookieAccess),
    ...noted(kept != null, texts.retention.replace("{days}", kept)),
    ...link(texts.privacyPolicy, privacy),
    ...link(texts.legitimateInterest, legIntClaim),
    ...link(texts.storageDisclosure, vendor.deviceStorageDisclosureUrl),
  )
}

const vendorCard = (list, shown) => (vendor) => {
  const { purposeItem, vendorList } = shown.texts
  const { dataCategories, features, purposes, specialFeatures, specialPurposes } = list ?? {}
  return node(
    "article",
    { data: { vendor: vendor.id } },
    node("h3", {}, vendor.name),
    node(
      "dl",
      {},
      ...named("purposes", purposeItem.withYourPermission, vendor.purposes, purposes),
      ...named("legIntPurposes", purposeItem.legitimateInterest, vendor.legIntPurposes, purposes),
      ...named("specialPurposes", vendorList.specialPurposes, vendor.specialPurposes, specialPurposes),
      ...named("features", vendorList.features, vendor.features, features),
      ...named("specialFeatures", vendorList.specialFeatures, vendor.specialFeatures, specialFeatures),
      ...named("dataCategories", vendorList.dataCategories, vendor.dataCategories ?? [], dataCategories),
    ),
    vendorNotes(vendor, shown),
  )
}

/** A custom vendor of the site, shown like one of the list. */
const asListed = ({ dataRetentionDays, privacyPolicyUrl, ...vendor }) => ({
  legIntPurposes: [],
  specialPurposes: [],
  features: [],
  specialFeatures: [],
  ...vendor,
  urls: [{ privacy: privacyPolicyUrl }],
  dataRetention: { stdRetention: dataRetentionDays },
})

const show = (init, list) => {
  const { language, translations } = init.translations
  const texts = translations.iab.preferenceCenter
  const shown = { language, texts }
  // Consent must not be requested for a deleted vendor.
  const vendors = Object.values(list?.vendors ?? {}).filter(({ deletedDate }) => deletedDate == null)
  const custom = (init.customVendors ?? []).map(asListed)
  const { customVendorsHeading, iabVendorsHeading } = texts.vendorList
  const purposes = Object.values(list?.purposes ?? {}).map(purposeCard(texts, [...vendors, ...custom]))
  const [listed, own] = [vendors, custom].map((some) => some.map(vendorCard(list, shown)))
  element("list").lang = language
  element("list").replaceChildren(
    ...(list === null ? [] : section(texts.tabs.purposes, purposes)),
    ...(list === null ? [] : section(`${iabVendorsHeading} (${listed.length})`, listed)),
    ...section(`${customVendorsHeading} (${own.length})`, own),
  )
  return vendors.length
}

const describe = (init, list, shownVendors) => {
  const deleted = Object.keys(list.vendors).length - shownVendors
  const where = delivery === "inline" ? "in /init itself" : `by reference, from ${init.gvlReference.path}`
  return (
    `Vendor list ${list.vendorListVersion} of ${list.lastUpdated.slice(0, 10)}, ${where}: ` +
    `${shownVendors} vendors shown, ${deleted} deleted left out. Texts in ${init.translations.language}.`
  )
}

const away =
  "There is no vendor list at the moment: its endpoint does not answer the service. " +
  "The service itself answers, and asks again; reload to see."

/** Links to the page with one setting changed; a link to the current page has `aria-current`. */
const offerChoices = (current) => {
  for (const choice of document.querySelectorAll("a[data-set]")) {
    const [name, value] = choice.dataset.set.split("=")
    const changed = new URLSearchParams(query)
    changed.set(name, value)
    choice.href = `/?${changed}`
    if (current[name] === value) choice.setAttribute("aria-current", "page")
  }
}

try {
  const init = await askInit()
  offerChoices({ delivery, language: init.translations.language })
  const list = await listOf(init)
  const shownVendors = show(init, list)
  say(list === null ? away : describe(init, list, shownVendors), list === null)
} catch (error) {
  say(`That did not work: ${error.message}`, true)
}
