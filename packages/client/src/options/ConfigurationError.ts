/**
 * All problems of a configuration in one error.
 *
 * @module
 */

/** One problem, under the option it is in. */
export interface ConfigurationIssue {
  readonly option: string
  /** What the option must be. */
  readonly message: string
}

/**
 * The one error this package throws: options that cannot work. Thrown while a client is made
 * or an identity token is requested, never by a call to the service.
 *
 * @example
 * ```ts
 * import { ConsentConfigurationError, createConsentClient } from "@consent-service/client"
 *
 * try {
 *   createConsentClient({ baseUrl: process.env["CONSENT_URL"] ?? "" })
 * } catch (error) {
 *   if (error instanceof ConsentConfigurationError) console.error(error.issues)
 * }
 * ```
 */
export class ConsentConfigurationError extends TypeError {
  override readonly name = "ConsentConfigurationError"
  /** Every problem there is, not only the first. */
  readonly issues: ReadonlyArray<ConfigurationIssue>

  constructor(issues: ReadonlyArray<ConfigurationIssue>) {
    super(issues.map(({ message, option }) => `${option}: ${message}`).join("\n"))
    this.issues = issues
  }
}
