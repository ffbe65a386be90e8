// Shared.ts: the common options of the service and its edge
import { policyPresets } from "consent-service/edge"

export const shared = {
  trustedOrigins: ["shop.example"],
  manifest: { policyRules: [policyPresets.europeOptIn(), policyPresets.worldNone()] },
}
