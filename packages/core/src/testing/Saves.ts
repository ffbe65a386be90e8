/** Saves as clients send them, and what they come to. */
import { assert } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { SaveOutcome, SaveRequest } from "../consent/Consents.js"
import { type Submission, SubmissionBody, toSubmission } from "../consent/record/Submission.js"

/** When saves arrive, epoch milliseconds. */
export const savedAt = 1_760_000_000_000

/** The members of a body that differ from those of {@link submissionOf}. */
export type Change = Readonly<Record<string, unknown>>

/** A banner's save, decoded. */
export const submissionOf = (change: Change = {}): Submission =>
  toSubmission(
    Schema.decodeUnknownSync(SubmissionBody)({
      type: "cookie_banner",
      subjectId: "sub_a",
      domain: "shop.example",
      givenAt: savedAt,
      preferences: { necessary: true, measurement: true, marketing: false },
      ...change,
    }),
  )

/** A request without an API key. */
export const saveRequest: SaveRequest = {
  authenticated: false,
  place: { country: "FR", region: null },
  ipAddress: "203.0.113.0",
  userAgent: "browser",
}

/** The record of a save, or a failed test. */
export const recorded = (outcome: SaveOutcome) =>
  outcome._tag === "Recorded" ? outcome : assert.fail(`the save ended in ${outcome._tag}`)

/** Why a save was refused; for other outcomes, which one it was. */
export const refusalTag = (outcome: SaveOutcome): string =>
  outcome._tag === "Refused" ? outcome.refusal._tag : outcome._tag

/** A vendor map as it is sent. */
export const vendorsOf = (confirmedAt: number, grants: object = {}) => ({
  vendorChoice: { version: 1, confirmedAt, grants },
})
