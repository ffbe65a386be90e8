/**
 * The names of the tables and indexes.
 *
 * @module
 */

/** The default prefix of table names. */
export const defaultTablePrefix = "cs_"

/** Leaves room for the longest suffix within PostgreSQL's 63 bytes. */
const wellFormedPrefix = /^([A-Za-z_][A-Za-z0-9_]{0,31})?$/

/**
 * The problem of a table prefix, or null.
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
  /** The evidence log of each tenant: its name, its tree's size and root, and who may integrate. */
  readonly log: string
  /** Entries that wait for the tree. */
  readonly logQueue: string
  /** The entries of the tree, 256 a row. */
  readonly logBundle: string
  /** Its tiles, from level 1 upwards. */
  readonly logTile: string
  readonly logCheckpoint: string
  /** Time stamps of checkpoints, by authorities with another clock. */
  readonly logTimestamp: string
  /** Statements of entries that cannot be rebuilt from other rows. */
  readonly logStatement: string
  /** Erasures that were made: when, of how many rows, and which positions of the log. */
  readonly erasure: string
  readonly legalHold: string
  /** Counts of records by day, month and group. */
  readonly statistic: string
  /** Counts of prompts that wait for the next integration. */
  readonly statisticQueue: string
  readonly consentSubjectIndex: string
  readonly subjectLinkIndex: string
  readonly consentExperimentIndex: string
  readonly logBundleReceivedIndex: string
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
    log: `${prefix}log`,
    logQueue: `${prefix}log_queue`,
    logBundle: `${prefix}log_bundle`,
    logTile: `${prefix}log_tile`,
    logCheckpoint: `${prefix}log_checkpoint`,
    logTimestamp: `${prefix}log_timestamp`,
    logStatement: `${prefix}log_statement`,
    erasure: `${prefix}erasure`,
    legalHold: `${prefix}legal_hold`,
    statistic: `${prefix}statistic`,
    statisticQueue: `${prefix}statistic_queue`,
    consentSubjectIndex: `${prefix}consent_subject_idx`,
    subjectLinkIndex: `${prefix}subject_link_idx`,
    consentExperimentIndex: `${prefix}consent_experiment_idx`,
    logBundleReceivedIndex: `${prefix}log_bundle_received_idx`,
  }
}

/**
 * The names of the tables under a prefix, without those of indexes.
 *
 * @throws an `Error` for a prefix with a {@link tablePrefixProblem}
 *
 * @example
 * ```ts
 * import { tableNames } from "@consent-service/adapter-sql/Tables"
 *
 * tableNames("cs_").includes("cs_consent") // true
 * ```
 */
export const tableNames = (prefix: string): ReadonlyArray<string> =>
  Object.entries(tablesOf(prefix)).flatMap(([key, name]) => (key.endsWith("Index") ? [] : [name]))
