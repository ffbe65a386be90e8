// Shared.ts: what the service and its edge must agree on
import { policyPresets } from "consent-service/edge"

export const shared = {
  trustedOrigins: ["shop.example"],
  manifest: { policyRules: [policyPresets.europeOptIn(), policyPresets.worldNone()] },
}
