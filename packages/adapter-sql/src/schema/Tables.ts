/**
 * The names of the tables and of what belongs to them.
 *
 * @module
 */

/** The prefix of every table's name when none is configured. */
export const defaultTablePrefix = "cs_"

/** Leaves room for the longest suffix within PostgreSQL's 63 bytes. */
const wellFormedPrefix = /^([A-Za-z_][A-Za-z0-9_]{0,31})?$/

/**
 * What is wrong with a table prefix, or null.
 *
 * @example
 * ```ts
 * import { tablePrefixProblem } from "@consent-service/adapter-sql/Tables"
 *
 * tablePrefixProblem("cs_") // null
 * ```
 */
export const tablePrefixProblem = (prefix: string): string | null =>
  wellFormedPrefix.test(prefix)
    ? null
    : "must be at most 32 letters, digits and underscores, and must not start with a digit"

/** The table names under one prefix. */
export interface Tables {
  /** Which migrations ran. */
  readonly migrations: string
  readonly subject: string
  readonly policyDecision: string
  readonly consent: string
  readonly legalDocument: string
  readonly manifestArchive: string
  readonly consentSubjectIndex: string
  readonly subjectLinkIndex: string
  readonly consentExperimentIndex: string
}

/**
 * The names under a prefix.
 *
 * @throws an `Error` for a prefix with a {@link tablePrefixProblem}
 *
 * @example
 * ```ts
 * import { tablesOf } from "@consent-service/adapter-sql/Tables"
 *
 * const { consent } = tablesOf("cs_") // "cs_consent"
 * ```
 */
export const tablesOf = (prefix: string): Tables => {
  const problem = tablePrefixProblem(prefix)
  if (problem !== null) throw new Error(`the table prefix ${problem}`)
  return {
    migrations: `${prefix}migrations`,
    subject: `${prefix}subject`,
    policyDecision: `${prefix}policy_decision`,
    consent: `${prefix}consent`,
    legalDocument: `${prefix}legal_document`,
    manifestArchive: `${prefix}manifest_archive`,
    consentSubjectIndex: `${prefix}consent_subject_idx`,
    subjectLinkIndex: `${prefix}subject_link_idx`,
    consentExperimentIndex: `${prefix}consent_experiment_idx`,
  }
}
