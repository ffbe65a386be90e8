import { createConsentClient, type Wire } from "@consent-service/client"
import { cookies } from "next/headers"
import { consent } from "./consent"

/** Calls the service in this process. No request leaves it, so any address will do. */
const client = createConsentClient({
  baseUrl: "http://localhost",
  apiKey: process.env["CONSENT_API_KEY"]?.split(",")[0] || undefined,
  fetch: (url, init) => consent.handler(new Request(url, init)),
})

/** Whether the latest recorded decision of this browser grants a category. Any doubt counts as no. */
export const visitorAllows = async (category: Wire.OptionalCategory): Promise<boolean> => {
  // The script keeps the visitor's id in its cookie, once the visitor has decided.
  const subjectId = new URLSearchParams((await cookies()).get("cs")?.value).get("sid")
  if (subjectId === null) return false
  const state = await client.subjects.get(subjectId)
  return state.ok && state.data.subjectChoice?.categories[category]?.value === true
}

/** The same for an account, by the decisions in all browsers that are linked to it. */
export const accountAllows = async (userId: string, category: string): Promise<boolean> =>
  (await client.consents.allows(userId, category)).allowed
