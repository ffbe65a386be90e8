import type { AllowDecision, ConsentClient, ConsentError } from "@consent-service/client"
import type { User } from "./users.js"

type Unavailable = Extract<AllowDecision, { readonly reason: "unavailable" }>

/** The users a campaign wrote to, and those left out with the reason; or the error when the service was unavailable. */
export type CampaignOutcome =
  | { readonly sent: true; readonly written: ReadonlyArray<User>; readonly leftOut: ReadonlyArray<LeftOut> }
  | { readonly sent: false; readonly error: ConsentError }

export interface LeftOut {
  readonly user: User
  readonly why: string
}

/** A refusal in words. */
const inWords = (decision: Exclude<AllowDecision, { readonly allowed: true } | Unavailable>): string => {
  switch (decision.reason) {
    case "never-asked":
      return "was never asked"
    case "refused":
      return `refused on ${decision.record.givenAt.toISOString()}`
    case "unreadable":
      return `the record of ${decision.record.givenAt.toISOString()} cannot be read`
  }
}

/**
 * Checks every user first and writes afterwards, so that an outage in between leaves no half of a
 * campaign behind.
 *
 * @param write - sends a user the letter
 */
export const sendCampaign = async (
  consent: ConsentClient,
  users: ReadonlyArray<User>,
  write: (user: User) => void,
): Promise<CampaignOutcome> => {
  const written: Array<User> = []
  const leftOut: Array<LeftOut> = []
  for (const user of users) {
    const decision = await consent.consents.allows(user.id, "marketing")
    if (decision.allowed) written.push(user)
    else if (decision.reason === "unavailable") return { sent: false, error: decision.error }
    else leftOut.push({ user, why: inWords(decision) })
  }
  written.forEach(write)
  return { sent: true, written, leftOut }
}
