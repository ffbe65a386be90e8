// What the code blocks of the documentation use without declaring it.
import type { PageApi, PageOptions } from "@consent-service/browser"
import type * as consentService from "consent-service"

declare global {
  /** As pages see it: a queued configuration is checked. */
  const cs: Omit<PageApi, "push"> & {
    readonly push: (
      ...calls: ReadonlyArray<readonly ["config", PageOptions] | readonly [Exclude<string, "config">]>
    ) => number
  }
  interface Window {
    cs: unknown
  }
  const createConsentService: typeof consentService.createConsentService
  const options: consentService.ConsentServiceOptions
  const policyRules: ReadonlyArray<consentService.PolicyRule>
}
