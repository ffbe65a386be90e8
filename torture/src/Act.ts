/** Acts of consent to be saved, and the record of the service's answers. */
import { randomUUID } from "node:crypto"
import { member, type Outcome, parsed } from "./Client.js"
import { newSubjectId, type Random } from "./Random.js"

/** The body of a save. */
export interface Act {
  readonly type: "cookie_banner"
  readonly subjectId: string
  readonly domain: string
  readonly givenAt: number
  readonly preferences: Readonly<Record<string, boolean>>
  readonly metadata: Readonly<Record<string, unknown>>
  /** A save that names its policy stores the decision, too: a third row in the same transaction. */
  readonly policyId?: string
  readonly fingerprint?: string
  readonly country?: string
  readonly region?: string | null
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

/** Makes acts that all differ: every second one of a subject who is on record already, every second one with its policy. */
export const actMaker = (random: Random, assertion: PolicyAssertion | null): (() => Act) => {
  let givenAt = Date.now() - 10_000_000
  let subjectId = newSubjectId()
  return () => {
    givenAt += random.between(1, 9)
    if (random.flip()) subjectId = newSubjectId()
    return {
      type: "cookie_banner",
      subjectId,
      domain: random.pick(["shop.example", "shop.example:8443", "news.example"]),
      givenAt,
      preferences: { necessary: true, measurement: random.flip(), marketing: random.flip() },
      metadata: { canary: randomUUID(), page: "/größe?a=%00'\"", nested: [null, 1.5, { "": true }] },
      ...(assertion !== null && random.flip() ? assertion : {}),
    }
  }
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
