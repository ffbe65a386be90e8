/**
 * All problems of a configuration in one error.
 *
 * @module
 */

/** A problem of one option. */
export interface ConfigurationIssue {
  readonly option: string
  /** What the option must be. */
  readonly message: string
}

/**
 * The only error that this package throws: invalid options. Thrown while a client is created
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
  /** Every problem, not only the first. */
  readonly issues: ReadonlyArray<ConfigurationIssue>

  constructor(issues: ReadonlyArray<ConfigurationIssue>) {
    super(issues.map(({ message, option }) => `${option}: ${message}`).join("\n"))
    this.issues = issues
  }
}
