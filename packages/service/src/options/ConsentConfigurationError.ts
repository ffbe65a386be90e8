/**
 * Everything wrong with a configuration, at once (contract decision 33).
 *
 * @module
 */

/** One wrong option: its dotted name, and what it must be instead. */
export interface ConfigurationIssue {
  readonly option: string
  readonly message: string
}

/** Thrown when an instance is built with options it cannot run with. */
export class ConsentConfigurationError extends Error {
  override readonly name = "ConsentConfigurationError"

  constructor(
    /** Every wrong option, in the order of the configuration. */
    readonly issues: ReadonlyArray<ConfigurationIssue>,
  ) {
    super(["The configuration is wrong:", ...issues.map(({ message, option }) => `  ${option}: ${message}`)].join("\n"))
  }
}
