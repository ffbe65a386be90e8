// @ts-check
// The requests that every contestant receives, byte for byte. Saves are numbered, so that a number is enough to send a
// save again or to read it.
import { request } from "../load.mjs"

/** All requests carry a browser's headers. */
const browser = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36",
  accept: "*/*",
  "accept-language": "de-AT,de;q=0.9,en-US;q=0.8,en;q=0.7",
  "accept-encoding": "gzip, deflate, br",
  origin: "https://shop.example",
}

/** The API key of reads by account. */
export const apiKey = "bench_2f9c1e7a5b3d4c6e8f0a1b2c3d4e5f60"

/** Signs the policies of every contestant that signs. */
export const signingKey = "the key of a benchmark, known to everyone who reads this"

const withKey = { ...browser, authorization: `Bearer ${apiKey}` }

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** @param {number} value @param {number} digits */
const inBase58 = (value, digits) => {
  let text = ""
  for (let rest = value; text.length < digits; rest = Math.floor(rest / 58)) text = base58.charAt(rest % 58) + text
  return text
}

/** An integer's bits, well mixed. @param {number} value */
const mixed = (value) => {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** As long as those of browsers, and like them in the order of their making, with noise behind that. @param {number} save */
const idOf = (save) =>
  `111${inBase58(save + 58 ** 5, 7)}${inBase58(mixed(save), 6)}${inBase58(mixed(~save), 6)}${inBase58(mixed(save + 7), 4)}`

/** @param {number} save */
export const subjectOf = (save) => `sub_${idOf(save)}`

/** @param {number} save */
const accountOf = (save) => `account-${save}`

/** The number of accounts, each with one save; these saves come first. */
export const accounts = 1_000

/** @param {number} save @param {number} startedAt - epoch milliseconds, in the past @param {string} [token] */
const saveBody = (save, startedAt, token) => {
  const givenAt = startedAt + (save % 1_000)
  const receipt = (/** @type {boolean} */ value) => ({ value, confirmedAt: givenAt, basis: { kind: "legacy-v2" } })
  const [measurement, marketing] = [save % 2 === 0, save % 3 === 0]
  return {
    type: "cookie_banner",
    subjectId: subjectOf(save),
    ...(save < accounts && { externalSubjectId: accountOf(save), identityProvider: "bench" }),
    domain: "shop.example",
    givenAt,
    preferences: { necessary: true, measurement, marketing, functionality: true, experience: false },
    choice: {
      version: 3,
      categories: {
        measurement: receipt(measurement),
        marketing: receipt(marketing),
        functionality: receipt(true),
        experience: receipt(false),
      },
    },
    consentAction: "custom",
    uiSource: "dialog",
    metadata: { page: "/checkout" },
    ...(token !== undefined && { policySnapshotToken: token }),
  }
}

const saveHeaders = { ...browser, "cf-ipcountry": "DE", "content-type": "application/json" }

/** @type {MakeRequest} */
const saveRequest = (save, startedAt, token) => {
  const headers = save < accounts ? { ...saveHeaders, authorization: withKey.authorization } : saveHeaders
  return request("POST", "/subjects", headers, JSON.stringify(saveBody(save, startedAt, token)))
}

/** @param {string} path @param {Readonly<Record<string, string>>} headers */
const get = (path, headers) => () => request("GET", path, headers)

/**
 * What makes a request out of the number of a save, when the run started, and the token of what the visitor was shown.
 *
 * @typedef {(save: number, startedAt: number, token?: string) => string} MakeRequest
 */

const init = "/init?v=3.0.0&contract=1"

/** An `/init` of the visitors who save. */
export const initBeforeSaves = { path: init, headers: { "accept-language": "de", "cf-ipcountry": "DE" } }

/** @type {Readonly<Record<string, MakeRequest>>} */
export const requests = {
  "GET /status": get("/status", browser),
  "GET /init DE": get(init, { ...browser, "cf-ipcountry": "DE" }),
  "GET /init US-CA": get(init, { ...browser, "cf-ipcountry": "US", "x-vercel-ip-country-region": "CA" }),
  "GET /init unknown": get(init, browser),
  "GET /init IAB": get(init, { ...browser, "cf-ipcountry": "FR" }),
  "GET /manifest": get("/manifest", browser),
  "GET /manifest 304": get("/manifest", browser),
  "POST /subjects new": saveRequest,
  "POST /subjects retried": saveRequest,
  "GET /subjects/:id": (save) => request("GET", `/subjects/${subjectOf(save)}`, browser),
  "GET /consents/check": (save) =>
    request("GET", `/consents/check?externalId=${accountOf(save % accounts)}&type=cookie_banner`, withKey),
}
