import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { type ConsentService, createConsentService } from "consent-service"

/** The shop asks every visitor before anything optional runs, and has one vendor with its own switch. */
export const shopService = (database: string): ConsentService =>
  createConsentService({
    database,
    manifest: {
      appName: "Garden shop",
      policyRules: [{ id: "everyone", match: { isDefault: true, fallback: true }, model: "opt-in", prompt: "choice" }],
      vendors: [
        {
          id: "chatbox",
          name: "Chatbox",
          category: "experience",
          description: "Answers questions next to the page.",
          privacyPolicyUrl: "https://chatbox.example/privacy",
        },
      ],
    },
  })

/** The same shop under the IAB framework, with a list of partners made up for this example, beneath `/iab`. */
export const iabService = (database: string): ConsentService =>
  createConsentService({
    database,
    basePath: "/iab",
    manifest: {
      appName: "Garden shop",
      policyRules: [{ id: "partners", match: { isDefault: true, fallback: true }, model: "iab", prompt: "choice" }],
      // The number that IAB Europe gave the operator; without one, no TC string is made.
      iab: { enabled: true, cmpId: 999 },
    },
    gvl: { bundled: { en: syntheticVendorList } },
  })
