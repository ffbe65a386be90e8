// What the code blocks of the documentation use without declaring it; docs/integrate/script-tag.md declares `cs`.
import type * as consentService from "consent-service"

declare global {
  const createConsentService: typeof consentService.createConsentService
  const options: consentService.ConsentServiceOptions
  const policyRules: ReadonlyArray<consentService.PolicyRule>
}
