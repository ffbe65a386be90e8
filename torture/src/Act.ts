/** Acts of consent to be saved, and the record of the service's answers. */
import { randomUUID } from "node:crypto"
import { member, type Outcome, parsed } from "./Client.js"
import { newSubjectId, type Random } from "./Random.js"

interface Receipt {
  readonly value: boolean
  readonly confirmedAt: number
  readonly basis: { readonly kind: "choice-v1"; readonly fingerprint: string } | { readonly kind: "legacy-v2" }
}

/** The receipts of a save. */
export interface Choice {
  readonly version: 3
  readonly categories: { readonly [category in "marketing" | "measurement"]?: Receipt }
}

/** What a browser sends in addition to what every client does. */
interface BrowserPart {
  readonly choice: Choice
  readonly vendorChoice: {
    readonly version: 1
    readonly confirmedAt: number
    readonly grants: Readonly<Record<string, boolean>>
  }
  readonly consentAction: "custom"
  readonly uiSource: "banner" | "dialog"
  readonly tcString: string
}

/** The body of a save. */
export interface Act extends Partial<BrowserPart> {
  readonly type: "cookie_banner"
  readonly subjectId: string
  readonly domain: string
  readonly givenAt: number
  readonly preferences: Readonly<Record<string, boolean>>
  readonly metadata: Readonly<Record<string, unknown>>
  /** All acts of one subject name the same user account, or none. */
  readonly externalSubjectId?: string
  /** A save that names its policy stores the decision, too: a third row in the same transaction. */
  readonly policyId?: string
  readonly fingerprint?: string
  readonly country?: string
  readonly region?: string | null
  /** Each language has a decision of its own. */
  readonly language?: string
}

export type PolicyAssertion = Pick<Required<Act>, "policyId" | "fingerprint" | "country" | "region">

/** The policy of `GET /init?country=DE`, as a save repeats it. */
export const assertionIn = (initBody: string): PolicyAssertion => {
  const resolution = member(parsed(initBody), "policyResolution")
  const [policyId, fingerprint] = [member(resolution, "policyId"), member(resolution, "fingerprints", "policy")]
  if (typeof policyId !== "string" || typeof fingerprint !== "string") throw new Error(`no policy in ${initBody}`)
  return { policyId, fingerprint, country: "DE", region: null }
}

export const keyOf = (act: Pick<Act, "subjectId" | "type" | "domain" | "givenAt">): string =>
  `${act.subjectId} ${act.type} ${act.domain} ${act.givenAt}`

const languages = ["de", "de-AT,de;q=0.9", "en", "fr-FR", "sv"]

const bases: ReadonlyArray<Receipt["basis"]> = [
  { kind: "choice-v1", fingerprint: "sha256:one" },
  { kind: "choice-v1", fingerprint: "sha256:other" },
  { kind: "legacy-v2" },
]

/** Receipts of everything in one act, of a part of it, or of categories that were confirmed at different times. */
const choiceBy = (random: Random, { givenAt, preferences }: Pick<Act, "givenAt" | "preferences">): Choice => {
  const receipt = (category: string, confirmedAt: number): Receipt => ({
    value: preferences[category] ?? false,
    confirmedAt,
    basis: random.pick(bases),
  })
  const marketing = receipt("marketing", givenAt)
  const measurement = random.pick([
    { ...marketing, value: preferences["measurement"] ?? false },
    receipt("measurement", givenAt - random.between(1, 1_000)),
    null,
  ])
  return { version: 3, categories: { marketing, ...(measurement === null ? {} : { measurement }) } }
}

const browserPart = (random: Random, act: Act): BrowserPart => ({
  choice: choiceBy(random, act),
  vendorChoice: {
    version: 1,
    confirmedAt: act.givenAt,
    grants: { "analytics.example": random.flip(), "7": random.flip() },
  },
  consentAction: "custom",
  uiSource: random.pick(["banner", "dialog"]),
  tcString: `C${randomUUID()}`,
})

/**
 * Makes acts that all differ. Every second one is of a subject who is on record already, every second one names its
 * policy, every second one has what browsers send, and every second subject has a user account.
 */
export const actMaker = (random: Random, assertion: PolicyAssertion | null): (() => Act) => {
  let givenAt = Date.now() - 10_000_000
  const newSubject = () => {
    const subjectId = newSubjectId()
    return random.flip() ? { subjectId } : { subjectId, externalSubjectId: `user of ${subjectId}` }
  }
  let subject = newSubject()
  return () => {
    givenAt += random.between(1, 9)
    if (random.flip()) subject = newSubject()
    const act: Act = {
      type: "cookie_banner",
      ...subject,
      domain: random.pick(["shop.example", "shop.example:8443", "news.example"]),
      givenAt,
      preferences: { necessary: true, measurement: random.flip(), marketing: random.flip() },
      metadata: { canary: randomUUID(), page: "/größe?a=%00'\"", nested: [null, 1.5, { "": true }] },
      ...(assertion !== null && random.flip() ? { ...assertion, language: random.pick(languages) } : {}),
    }
    return random.flip() ? act : { ...act, ...browserPart(random, act) }
  }
}

/** An act without receipts and vendors: what plain clients send. */
export const plainAct = ({ choice: _, vendorChoice: __, ...act }: Act): Act => act

/** An act again as one of another act's subject, with the account of that subject. */
export const ofSubject = ({ externalSubjectId, subjectId }: Act, { externalSubjectId: _, ...act }: Act): Act => ({
  ...act,
  subjectId,
  ...(externalSubjectId === undefined ? {} : { externalSubjectId }),
})

/** The receipts on record for an act: those that were sent, else one of the act for each category. */
export const recordedChoice = ({ choice, givenAt, preferences }: Act): Choice | null => {
  if (choice !== undefined) return choice
  const categories = Object.fromEntries(
    (["marketing", "measurement"] as const).flatMap((category) => {
      const value = preferences[category]
      const receipt = { value, confirmedAt: givenAt, basis: { kind: "legacy-v2" } as const }
      return value === undefined ? [] : [[category, receipt] as const]
    }),
  )
  return Object.keys(categories).length === 0 ? null : { version: 3, categories }
}

/** An act that must be on record. */
export interface Expected {
  readonly act: Act
  /** The record's id as it was answered. */
  readonly consentId: string
}

/** The outcome of every save; kept in the process that kills, never in the one that is killed. */
export interface Book {
  /** Answered with 200, and the answer fully read. */
  readonly acknowledged: Map<string, Expected>
  /** Reset, timed out or 5xx: it may be on record or not. */
  readonly indeterminate: Map<string, Act>
  /** Answers that no save in the run should get. */
  readonly unexpected: Array<string>
  readonly note: (act: Act, outcome: Outcome) => void
}

const acknowledges = (outcome: Outcome): string | null => {
  if (outcome._tag === "NoAnswer" || outcome.status !== 200) return null
  const id = member(parsed(outcome.body), "consentId")
  return typeof id === "string" ? id : ""
}

export const openBook = (): Book => {
  const acknowledged = new Map<string, Expected>()
  const indeterminate = new Map<string, Act>()
  const unexpected: Array<string> = []
  const note = (act: Act, outcome: Outcome): void => {
    const key = keyOf(act)
    const consentId = acknowledges(outcome)
    if (consentId !== null) {
      acknowledged.set(key, { act, consentId })
      indeterminate.delete(key)
      return
    }
    indeterminate.set(key, act)
    if (outcome._tag === "Answer" && outcome.status < 500) unexpected.push(`${outcome.status} ${outcome.body}`)
  }
  return { acknowledged, indeterminate, unexpected, note }
}
