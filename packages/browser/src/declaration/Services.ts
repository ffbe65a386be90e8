/**
 * Reads the services and vendors that a page declares: everything that names one is used, the rest is reported.
 *
 * @module
 */
import { vendorIdPattern } from "@consent-service/core/browser"
import { isVendor } from "../gate/OwnVendors.js"
import type { LocalText, ServiceCookie } from "../config/PageOptions.js"
import { at, isRecord, isText, type Unread } from "../store/Plain.js"

/** A service, as far as it could be read. */
export interface Service {
  readonly id: string
  readonly provider: LocalText | undefined
  readonly cookies: ReadonlyArray<ServiceCookie>
}

/** The services of a page, and a line for each entry that has something wrong. */
export interface ReadServices {
  readonly services: ReadonlyArray<Service>
  readonly problems: ReadonlyArray<string>
}

const serviceMembers = [
  "id",
  "name",
  "category",
  "privacyPolicyUrl",
  "description",
  "legalName",
  "homepageUrl",
  "disabled",
  "provider",
  "cookies",
]
const cookieMembers = ["name", "purpose", "duration", "path", "domain"]

const unknownIn = (entry: Unread, known: ReadonlyArray<string>): ReadonlyArray<string> =>
  Object.keys(entry)
    .filter((name) => !known.includes(name))
    .map((name) => `it has the unknown member ${name}, use ${known.join(", ")}`)

const isLocal = (value: unknown): value is LocalText =>
  isText(value) || (isRecord(value) && Object.values(value).some(isText) && Object.values(value).every(isText))

const anExample = `Write { name: "_stats*", purpose: "…", duration: "2 years" }`

/** A cookie, or what is wrong with it. */
const readCookie = (entry: unknown, place: string): ServiceCookie | string => {
  if (!isRecord(entry)) return `${place} is no object. ${anExample}`
  const { domain, duration, name, path, purpose } = entry
  if (!isText(name)) return `${place} has no name. ${anExample}`
  if (name.slice(0, -1).includes("*") || name === "*")
    return `${place}: a name has one * at most, at its end. ${anExample}`
  if (!isLocal(purpose)) return `${place} has no purpose. ${anExample}`
  if (!isLocal(duration)) return `${place} has no duration. ${anExample}`
  return { name, purpose, duration, ...(isText(path) && { path }), ...(isText(domain) && { domain }) }
}

/** The cookies of a service, and what is wrong with others. */
const readCookies = (given: unknown = []): Pick<Service, "cookies"> & { readonly faults: ReadonlyArray<string> } => {
  if (!Array.isArray(given)) return { cookies: [], faults: [`its cookies are no list. ${anExample}`] }
  const read = given.map((cookie: unknown, index) => readCookie(cookie, `cookies[${index}]`))
  const unknown = given.flatMap((cookie: unknown) => (isRecord(cookie) ? unknownIn(cookie, cookieMembers) : []))
  return {
    cookies: read.flatMap((one) => (typeof one === "string" ? [] : one)),
    faults: [...read.filter((one) => typeof one === "string"), ...unknown],
  }
}

const withoutId = "has no id of a-z 0-9 . _ -"

const aService = `{ id: "stats", name: "Stats", category: "measurement", privacyPolicyUrl: "https://…", cookies: […] }`

const hasId = (entry: unknown): entry is Unread & { readonly id: string } => {
  const id = at(entry, "id")
  return isText(id) && vendorIdPattern.test(id)
}

/** What keeps an entry with an id from declaring a vendor. */
const fault = (entry: Unread): string | false =>
  !isVendor(entry) &&
  ((!entry["name"] && "has no name") ||
    (!entry["privacyPolicyUrl"] && "has no privacyPolicyUrl") ||
    "has no known category")

/** A line for an entry that cannot be used. */
const ignored = (place: string, wrong: string, example: string): string =>
  `${place} is ignored: it ${wrong}. Write ${example}`

const aVendor = `{ id: "stats", name: "Stats", category: "measurement", privacyPolicyUrl: "https://…" }`

/** A line for each of the page's `vendors` that cannot be used. */
export const vendorProblems = (given: unknown): ReadonlyArray<string> =>
  [given || []].flat().flatMap((entry: unknown, index) => {
    const wrong = hasId(entry) ? fault(entry) : withoutId
    return wrong ? ignored(`vendors[${index}]`, wrong, aVendor) : []
  })

/**
 * Reads the services.
 *
 * @param given - the page's option `services`
 * @param declared - the ids of vendors that are declared elsewhere: a service of one of them needs nothing but its cookies
 */
export const readServices = (given: unknown, declared: ReadonlyArray<string>): ReadServices => {
  if (!Array.isArray(given)) return { services: [], problems: [`services is no list. Write services: [${aService}]`] }
  const services: Array<Service> = []
  const problems: Array<string> = []
  given.forEach((entry: unknown, index) => {
    const place = `services[${index}]`
    if (!hasId(entry)) return problems.push(ignored(place, withoutId, aService))
    const { id, provider } = entry
    const wrong = services.some((one) => one.id === id) ? "repeats an id" : !declared.includes(id) && fault(entry)
    if (wrong) return problems.push(ignored(`${place} (${id})`, wrong, aService))
    const { cookies, faults } = readCookies(entry["cookies"])
    const minor = [...faults, ...unknownIn(entry, serviceMembers)]
    if (minor.length > 0) problems.push(`${place} (${id}): ${minor.join("; ")}`)
    services.push({
      id,
      provider: isLocal(provider) ? provider : undefined,
      cookies,
    })
  })
  return { services, problems }
}
