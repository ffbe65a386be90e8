// @ts-check
import { composePacks, policyMatchers, policyPresets, recommendedPolicyRules } from "consent-service"

/** Visitors whom an edge network reports as unknown (XX) or as coming through Tor (T1) see the European banner. */
const europe = {
  ...policyPresets.europeOptIn(),
  match: policyMatchers.merge(policyPresets.europeOptIn().match, policyMatchers.countries(["XX", "T1"])),
}

/** California before the other states, because its rule honors GPC and stores full proof. */
export const policyRules = composePacks(
  [europe, policyPresets.californiaOptIn(), policyPresets.brazilOptIn()],
  [
    {
      id: "us_states",
      match: policyMatchers.merge(
        policyMatchers.regions(["CO", "CT", "TX", "VA"].map((region) => ({ country: "US", region }))),
        policyMatchers.regionFallback("US"),
      ),
      model: "opt-out",
      prompt: "notice",
      privacySignals: { gpc: { denyCategories: ["marketing", "measurement"] } },
    },
  ],
  recommendedPolicyRules().filter(({ match }) => match.isDefault === true),
)
