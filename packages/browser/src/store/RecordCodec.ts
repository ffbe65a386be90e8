/**
 * Encodes and decodes records: compact in the cookie, JSON in localStorage. A string with any unreadable part is no
 * record, so that damage never becomes a grant. `docs/reference/browser.md` describes the formats.
 *
 * @module
 */
import { optionalCategories, type OptionalCategory } from "@consent-service/core/browser"
import type { ConsentRecords, Receipt } from "../consent/Records.js"
import { at, isRecord, isText, parseJson, toQuery } from "./Plain.js"

const cookieKeys: Readonly<Record<OptionalCategory, string>> = {
  experience: "ex",
  functionality: "fn",
  marketing: "mk",
  measurement: "me",
}

/** Browsers reject cookies of more than 4096 bytes, including the name. */
const maxCookieLength = 3_900

const basisText = (basis: Receipt["basis"]): string =>
  basis.kind === "choice-v1" ? `c${basis.fingerprint}` : `l${basis.materialFingerprint ?? ""}`

/**
 * Writes the cookie's value: ASCII without spaces and semicolons. Vendors that make it too long for a browser are left
 * to localStorage.
 */
export const encodeCookie = ({ categories, subject, vendors }: ConsentRecords): string => {
  const bases: Array<string> = []
  const fields: Record<string, string | number | undefined> = {
    v: 3,
    sid: subject.subjectId,
    eid: subject.externalId,
    idp: subject.identityProvider,
  }
  for (const category of optionalCategories) {
    const receipt = categories[category]
    if (receipt) {
      const basis = basisText(receipt.basis)
      if (!bases.includes(basis)) bases.push(basis)
      fields[cookieKeys[category]] = [Number(receipt.value), receipt.confirmedAt, bases.indexOf(basis)].join(".")
    }
  }
  const short = toQuery({ ...fields, b: bases.join() })
  const whole = vendors ? `${short}&${toQuery({ vd: [vendors.confirmedAt, ...vendors.denied].join() })}` : short
  return whole.length > maxCookieLength ? short : whole
}

/** Writes the value for localStorage. */
export const encodeJson = (records: ConsentRecords): string => JSON.stringify({ version: 3, ...records })

const hasTime = (value: unknown): boolean => Number.isSafeInteger(at(value, "confirmedAt"))

/** Without known terms as its basis, there is no grant. */
const isReceipt = (value: unknown): boolean =>
  hasTime(value) && typeof at(value, "value") === "boolean" && isText(at(value, "basis.kind"))

/** The content of one copy. */
export type Kept = Omit<ConsentRecords, "vendors"> & Partial<ConsentRecords>

const isKept = (value: unknown): value is Kept => {
  const { categories, subject, vendors, version } = isRecord(value) ? value : {}
  return (
    version === 3 &&
    isRecord(subject) &&
    Object.values(subject).every(isText) &&
    /^sub_\w+$/.test(String(subject["subjectId"] ?? "sub_1")) &&
    isRecord(categories) &&
    Object.values(categories).every(isReceipt) &&
    (!vendors || (hasTime(vendors) && Array.isArray(at(vendors, "denied"))))
  )
}

/** Reads the value of localStorage; null when there is none, or any part of it cannot be read. */
export const decodeJson = (text: string | null): Kept | null => {
  const kept = parseJson(text)
  return isKept(kept) ? kept : null
}

/** Reads a cookie; null when there is none, or any part of it cannot be read. */
export const decodeCookie = (text: string | null): Kept | null => {
  if (!text) return null
  const fields: Readonly<Record<string, string>> = Object.fromEntries(new URLSearchParams(text))
  const { b = "", eid, idp, sid, v, vd } = fields
  const [vendorsAt, ...denied] = vd?.split(",") ?? []
  const categories: Record<string, unknown> = {}
  for (const category of optionalCategories) {
    const field = fields[cookieKeys[category]]
    if (field) {
      const basis = b.split(",")[Number(field.split(".")[2])]
      const [, value, confirmedAt, fingerprint, legacy] =
        /^([01])\.(\d+)\.\d+ (?:c(.+)|l(.*))$/.exec(`${field} ${basis}`) ?? []
      categories[category] = {
        value: value && value === "1",
        confirmedAt: Number(confirmedAt),
        basis: fingerprint
          ? { kind: "choice-v1", fingerprint }
          : { kind: "legacy-v2", materialFingerprint: legacy || undefined },
      }
    }
  }
  // Unreadable parts are missing or null.
  return decodeJson(
    JSON.stringify({
      version: Number(v),
      subject: { subjectId: sid, externalId: eid, identityProvider: idp },
      categories,
      vendors: vd && { confirmedAt: Number(vendorsAt), denied },
    }),
  )
}
