/**
 * The error with every invalid option of a configuration.
 *
 * @module
 */

/** One invalid option: its dotted name, and what it must be instead. */
export interface ConfigurationIssue {
  readonly option: string
  readonly message: string
}

/**
 * Thrown when an instance is built with options it cannot run with.
 *
 * @example
 * ```ts
 * import { ConsentConfigurationError, createConsentService } from "consent-service"
 *
 * try {
 *   createConsentService({ database: "oracle://host/consent" })
 * } catch (error) {
 *   if (error instanceof ConsentConfigurationError) console.error(error.issues)
 * }
 * ```
 */
export class ConsentConfigurationError extends Error {
  override readonly name = "ConsentConfigurationError"

  constructor(
    /** Every invalid option, in the order of the configuration. */
    readonly issues: ReadonlyArray<ConfigurationIssue>,
  ) {
    super(["Invalid configuration:", ...issues.map(({ message, option }) => `  ${option}: ${message}`)].join("\n"))
  }
}

/** Whether an option is the named one, or a member of it. */
export const isAbout = (option: string, name: string): boolean => option === name || option.startsWith(`${name}.`)
