import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { type ConsentService, createConsentService } from "consent-service"

/** The shop requires consent from every visitor before anything optional runs, and has one vendor with its own switch. */
export const shopService = (database: string): ConsentService =>
  createConsentService({
    database,
    // What the privacy page lists, and the dialog. The shop's vendor is declared below, so that only its cookies are needed here.
    script: {
      config: {
        services: [
          {
            id: "analytics",
            name: "Page views",
            category: "measurement",
            provider: "Garden shop",
            privacyPolicyUrl: "/privacy",
            cookies: [
              {
                name: "_views_*",
                purpose: { en: "Counts the pages of a visit", de: "Zählt die Seiten eines Besuchs" },
                duration: { en: "1 day", de: "1 Tag" },
              },
            ],
          },
          {
            id: "chatbox",
            cookies: [
              {
                name: "chatbox_id",
                purpose: { en: "Finds your conversation again", de: "Findet Ihr Gespräch wieder" },
                duration: { en: "30 days", de: "30 Tage" },
              },
            ],
          },
        ],
      },
    },
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
