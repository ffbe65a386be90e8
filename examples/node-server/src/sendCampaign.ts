import type { AllowDecision, ConsentClient, ConsentError } from "@consent-service/client"
import type { User } from "./users.js"

type Unavailable = Extract<AllowDecision, { readonly reason: "unavailable" }>

/** Whom a campaign wrote to, and whom not and why; or that the service could not be asked, and then it was nobody. */
export type CampaignOutcome =
  | { readonly sent: true; readonly written: ReadonlyArray<User>; readonly leftOut: ReadonlyArray<LeftOut> }
  | { readonly sent: false; readonly error: ConsentError }

export interface LeftOut {
  readonly user: User
  readonly why: string
}

/** A no in words. */
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
 * Asks for every user first and writes afterwards, so that a service that goes away in between leaves no half of a
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
