/** Attempts of a client that knows or guesses another tenant's ids. Pure data: a probe is one request about one id. */
import type { Act } from "./Act.js"
import type { Sent } from "./Client.js"

/** A record, as far as its owner knows it. */
export interface Target {
  readonly tenant: string
  readonly act: Act
  readonly externalId: string
}

export interface Probe {
  readonly name: string
  readonly about: (target: Target) => Sent
}

const percentEncoded = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")

const swapCase = (text: string): string =>
  Array.from(text, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join("")

const fullWidth = (id: string): string =>
  encodeURIComponent(`${id.slice(0, -1)}${String.fromCodePoint((id.codePointAt(id.length - 1) ?? 0) + 0xfee0)}`)

/** An id as a path's last part: as it is, and in every way that a store or a router might take for it. */
const spellings: Readonly<Record<string, (id: string) => string>> = {
  exact: (id) => id,
  "percent-encoded": percentEncoded,
  "percent-encoded twice": (id) => `${id.slice(0, -1)}%25${id.charCodeAt(id.length - 1).toString(16)}`,
  "lower case": (id) => id.toLowerCase(),
  "upper case": (id) => id.toUpperCase(),
  "prefix in upper case": (id) => `SUB_${id.slice(4)}`,
  "swapped case": (id) => `sub_${swapCase(id.slice(4))}`,
  "trailing space": (id) => `${id}%20`,
  "trailing spaces": (id) => `${id}%20%20%20`,
  "trailing plus": (id) => `${id}+`,
  "leading space": (id) => `%20${id}`,
  "trailing tab": (id) => `${id}%09`,
  "trailing line break": (id) => `${id}%0D%0A`,
  "no-break space": (id) => `${id}%C2%A0`,
  "zero-width space": (id) => `${id}%E2%80%8B`,
  "combining accent": (id) => `${id}%CC%81`,
  "full-width letter": fullWidth,
  "NUL behind": (id) => `${id}%00`,
  "NUL before": (id) => `%00${id}`,
  "NUL within": (id) => `${id.slice(0, 9)}%00${id.slice(9)}`,
  "_ for a letter": (id) => `${id.slice(0, -1)}_`,
  "% for a letter": (id) => `${id.slice(0, -1)}%25`,
  "% for all": () => "sub_%25",
  "a bare %": (id) => `${id}%`,
  "invalid UTF-8": (id) => `${id}%ff`,
  "trailing slash": (id) => `${id}/`,
  "encoded slash": (id) => `${id}%2F`,
  "dot segments": (id) => `x/../${id}`,
  "path parameter": (id) => `${id};tenantId=red`,
  "file name": (id) => `${id}.json`,
  quote: (id) => `${id}%27%20or%20%271%27=%271`,
  comment: (id) => `${id}%27--`,
  list: (id) => `${id},${id}`,
}

const read = (name: string, spell: (id: string) => string): Probe => ({
  name: `read ${name}`,
  about: ({ act }) => ({ method: "GET", path: `/subjects/${spell(act.subjectId)}` }),
})

const disguised: ReadonlyArray<Probe> = [
  {
    name: "read with the tenant in the query",
    about: ({ act, tenant }) => ({
      method: "GET",
      path: `/subjects/${act.subjectId}?tenantId=${tenant}&tenant=${tenant}`,
    }),
  },
  {
    name: "read with the tenant in headers",
    about: ({ act, tenant }) => ({
      method: "GET",
      path: `/subjects/${act.subjectId}`,
      headers: { "x-tenant-id": tenant, "x-cs-tenant": tenant, "x-forwarded-host": `${tenant}.example` },
    }),
  },
  {
    name: "read by type",
    about: ({ act }) => ({ method: "GET", path: `/subjects/${act.subjectId}?type=cookie_banner` }),
  },
  { name: "read the head", about: ({ act }) => ({ method: "HEAD", path: `/subjects/${act.subjectId}` }) },
]

const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { "content-type": "application/json" } })

/** Routes for operators of a tenant: without a key they must not reveal whether a subject exists. */
const administrative: ReadonlyArray<Probe> = [
  {
    name: "list by external id",
    about: ({ externalId }) => ({ method: "GET", path: `/subjects?externalId=${externalId}` }),
  },
  {
    name: "check by external id",
    about: ({ externalId }) => ({ method: "GET", path: `/consents/check?externalId=${externalId}&type=cookie_banner` }),
  },
  {
    name: "check by external id with a made-up key",
    about: ({ externalId, tenant }) => ({
      method: "GET",
      path: `/consents/check?externalId=${externalId}&type=cookie_banner`,
      headers: { authorization: `Bearer ${tenant}` },
    }),
  },
  {
    name: "link",
    about: ({ act }) => ({
      method: "PATCH",
      path: `/subjects/${act.subjectId}`,
      ...json({ externalId: "intruder", identityProvider: "probe" }),
    }),
  },
]

/** Ids that no subject has, so that a save with one must be refused. */
const malformed: Readonly<Record<string, (id: string) => string>> = {
  "trailing space": (id) => `${id} `,
  "leading space": (id) => ` ${id}`,
  NUL: (id) => `${id}\u0000`,
  "_ for a letter": (id) => `${id.slice(0, -1)}_`,
  "% for a letter": (id) => `${id.slice(0, -1)}%`,
  "prefix in upper case": (id) => `SUB_${id.slice(4)}`,
  "combining accent": (id) => `${id}\u0301`,
  "lone surrogate": (id) => `${id}\ud800`,
}

const save = (body: unknown, headers: Readonly<Record<string, string>> = {}): Sent => {
  const sent = json(body)
  return { method: "POST", path: "/subjects", ...sent, headers: { ...sent.headers, ...headers } }
}

/** Probes whose answers must not distinguish another tenant's ids from unused ids. */
export const blindProbes: ReadonlyArray<Probe> = [
  ...Object.entries(spellings).map(([name, spell]) => read(name, spell)),
  ...disguised,
  ...administrative,
  ...Object.entries(malformed).map(
    ([name, spell]): Probe => ({
      name: `save ${name}`,
      about: ({ act }) => save({ ...act, subjectId: spell(act.subjectId) }),
    }),
  ),
]

/** Saves onto an id that another tenant holds: 409 by contract, the same for every tenant and every act. */
export const conflictProbes: ReadonlyArray<Probe> = [
  { name: "save the same act", about: ({ act }) => save(act) },
  { name: "save another act", about: ({ act }) => save({ ...act, givenAt: act.givenAt + 1, domain: "probe.example" }) },
  {
    name: "save with the tenant in the body and in headers",
    about: ({ act, tenant }) => save({ ...act, tenantId: tenant, tenant }, { "x-tenant-id": tenant }),
  },
]
