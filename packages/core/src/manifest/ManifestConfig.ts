/**
 * What an integrator writes under `manifest` (service.md, "Manifest options").
 *
 * @module
 */
import type { PolicyRule } from "../policy/PolicyRule.js"

/** The brand a banner shows; `consent` is the older name of `hosted`. */
export const brandings = ["cs", "hosted", "consent", "none"] as const
export type Branding = (typeof brandings)[number]

/** Who runs the service. */
export const hostings = ["self-hosted", "hosted"] as const
export type Hosting = (typeof hostings)[number]

/** The authored manifest: everything that decides what a visitor is shown. */
export interface ManifestConfig {
  /** Ordered rules; the first that matches a visitor is theirs. Absent: no policy is configured at all. */
  readonly policyRules?: ReadonlyArray<PolicyRule>
  /** The application's name; `cs` when absent. */
  readonly appName?: string
  readonly branding?: Branding
}
