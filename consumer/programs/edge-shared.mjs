// What the service and its edge must agree on.
import { policyPresets } from "consent-service/edge"
import { list } from "./gvl.mjs"

export const edgeKey = "an-edge-key-of-the-consumer-suite"

export const shared = {
  trustedOrigins: ["shop.example"],
  gvl: { bundled: { en: list } },
  policySnapshot: { signingKey: "a-signing-key-of-the-consumer-suite" },
  manifest: { policyRules: [policyPresets.europeOptIn(), policyPresets.worldNone()] },
}
