/**
 * The shop's calls to the consent service, except the campaign's. Login works even when the service is down: failures
 * are logged, and missing records count as no.
 *
 * @module
 */
import { type ConsentClient, createIdentityToken, newSubjectId, type Result } from "@consent-service/client"
import { createHash } from "node:crypto"
import { settings } from "./settings.js"
import type { User } from "./users.js"

/** A page is waiting: one attempt, two seconds. */
const whilePageWaits = { timeoutMs: 2000, retry: false } as const

/** Whether it succeeded; if not, logs a line that identifies the request in the service's log. */
const worked = (what: string, result: Result<unknown>): boolean => {
  if (!result.ok) console.warn(`${what} failed: ${result.error.code}, request ${result.error.requestId ?? "not sent"}`)
  return result.ok
}

/** Links the visitor of this browser to a user. The API key verifies the link. */
export const linkVisitor = async (consent: ConsentClient, user: User, subjectId: string): Promise<boolean> => {
  const result = await consent.subjects.identify(subjectId, { externalId: user.id }, whilePageWaits)
  return worked("linking a visitor", result)
}

/**
 * Records a user's answer in the registration form, an unticked box included.
 *
 * @param knownAs - the subject that their browser already is, if any
 */
export const recordAnswer = async (
  consent: ConsentClient,
  user: User,
  marketing: boolean,
  knownAs: string | null,
): Promise<boolean> => {
  const saved = await consent.subjects.create(
    {
      type: "cookie_banner",
      subjectId: knownAs ?? newSubjectId(),
      domain: settings.domain,
      givenAt: new Date(),
      preferences: { necessary: true, marketing },
      uiSource: "registration",
      externalSubjectId: user.id,
    },
    whilePageWaits,
  )
  // A save links the subject that it creates, and no other.
  return worked("recording an answer", saved) && (knownAs === null || linkVisitor(consent, user, knownAs))
}

/** What a page passes to `cs.identify`, so that it can link by itself. It never sees the key. */
export const pageIdentity = async (user: User) => ({
  externalId: user.id,
  identityToken: await createIdentityToken({ externalId: user.id, signingKey: settings.signingKey }),
})

/**
 * Publishes the privacy policy in the version the shop serves. The same again changes nothing, so every start may do it.
 *
 * @param document - the very bytes that visitors get
 */
export const publishPrivacyPolicy = async (consent: ConsentClient, document: Uint8Array): Promise<boolean> => {
  const hash = `sha256:${createHash("sha256").update(document).digest("hex")}`
  const version = { version: "2026-06", effectiveDate: "2026-06-01", hash }
  return worked("publishing the privacy policy", await consent.legalDocuments.publish("privacy_policy", version))
}
