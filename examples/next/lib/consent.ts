import { sharedConsentService } from "consent-service"

export const consent = sharedConsentService(
  () => ({
    database: process.env["DATABASE_URL"] ?? "sqlite:./consent.db",
    trustedProxies: 1,
  }),
  { migrate: true },
)
