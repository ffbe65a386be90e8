/** The policy that the servers under test serve. */
import type { ConsentServiceOptions } from "consent-service"

export const manifest: NonNullable<ConsentServiceOptions["manifest"]> = {
  policyRules: [
    { id: "europe", match: { countries: ["DE", "FR"], fallback: true }, model: "opt-in", prompt: "choice" },
    { id: "elsewhere", match: { isDefault: true }, model: "none", prompt: "none" },
  ],
}

/** The settings that the children receive in their environment. */
export const settings = () => {
  const { DATABASE_URL: database, TENANT_ID: tenantId } = process.env
  if (database === undefined) throw new Error("DATABASE_URL is missing")
  // All clients are of one address, and one subject saves as often as a test wants.
  return { database, rateLimit: false, ...(tenantId === undefined ? {} : { tenantId }) }
}

/** Calls `end` when the parent process closes the standard input, or exits. */
export const whenToldToEnd = (end: () => Promise<void>): void => {
  process.stdin.on("end", () => void end().then(() => process.exit(0)))
  process.stdin.resume()
}

/** Signs the log of every server of a test: they take turns on one database. */
export const logKey = "PRIVATE+KEY+evidence.example/shop+7b36f050+AQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"
