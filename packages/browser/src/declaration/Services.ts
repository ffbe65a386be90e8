/**
 * Reads the services that a page declares: everything that names one is used, the rest is reported.
 *
 * @module
 */
import { vendorIdPattern } from "@consent-service/core/browser"
import type { LocalText, ServiceCookie } from "../config/PageOptions.js"
import { readCondition } from "../gate/Conditions.js"
import { isRecord, isText, type Unread } from "../store/Plain.js"

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

const aService = `{ id: "stats", name: "Stats", category: "measurement", privacyPolicyUrl: "https://…", cookies: […] }`

/** What keeps an entry from being a service. */
const fault = (entry: Unread, isDeclared: boolean): string | false =>
  (!isText(entry["name"]) && !isDeclared && "has no name") ||
  (readCondition(JSON.stringify(entry["category"]) ?? "") === null && !isDeclared && "has no known category") ||
  (!/^(https?:|\/)/.test(String(entry["privacyPolicyUrl"])) && !isDeclared && "has no privacyPolicyUrl") ||
  (entry["cookies"] !== undefined && !Array.isArray(entry["cookies"]) && "has cookies that are no list")

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
    const id = isRecord(entry) ? entry["id"] : undefined
    if (!isRecord(entry) || !isText(id) || !vendorIdPattern.test(id))
      return problems.push(`${place} is ignored: it has no id of a-z 0-9 . _ -. Write ${aService}`)
    const wrong = services.some((one) => one.id === id) ? "repeats an id" : fault(entry, declared.includes(id))
    if (wrong) return problems.push(`${place} (${id}) is ignored: it ${wrong}. Write ${aService}`)
    const { cookies = [], provider } = entry
    const read = [cookies].flat().map((cookie, at) => readCookie(cookie, `cookies[${at}]`))
    const minor = [...read.filter((one) => typeof one === "string"), ...unknownIn(entry, serviceMembers)].concat(
      [cookies].flat().flatMap((cookie) => (isRecord(cookie) ? unknownIn(cookie, cookieMembers) : [])),
    )
    if (minor.length > 0) problems.push(`${place} (${id}): ${minor.join("; ")}`)
    services.push({
      id,
      provider: isLocal(provider) ? provider : undefined,
      cookies: read.flatMap((one) => (typeof one === "string" ? [] : one)),
    })
  })
  return { services, problems }
}
