// @ts-check
// The areas of `npm run mutation`: what is mutated, the tests that may kill a mutant, and the score to reach.

/**
 * @typedef {object} Area
 * @property {string} title
 * @property {ReadonlyArray<string>} mutate globs of sources, from the root
 * @property {ReadonlyArray<string>} tests globs of test files, from the root: in memory or on SQLite only
 * @property {number} goal percent
 */

/** @param {string} folder of core @param {string} title @param {number} goal @param {ReadonlyArray<string>} [others] */
const ofCore = (folder, title, goal, others = []) => ({
  title,
  mutate: [`packages/core/src/${folder}/**/*.ts`],
  // Without the test that reads the sources, which are mutated.
  tests: [`packages/core/src/${folder}/**/!(MonitoringPage).test.ts`, ...others],
  goal,
})

/** @param {ReadonlyArray<string>} folders of core @param {string} title @param {ReadonlyArray<string>} [others] */
const ofCoreFolders = (folders, title, others = []) => ofCore(`{${folders.join(",")}}`, title, 85, others)

/** What the ledger and the log share, and only tests of the log reach. */
const referredRows = "packages/adapter-sql/src/consent/ReferredRows.ts"

/**
 * @param {ReadonlyArray<string>} folders of adapter-sql
 * @param {string} title
 * @param {ReadonlyArray<string>} tests of other folders
 * @param {ReadonlyArray<string>} [more] globs of sources, from the root
 */
const ofSql = (folders, title, tests, more = []) => ({
  title,
  mutate: [...folders.map((folder) => `packages/adapter-sql/src/${folder}/**/*.ts`), ...more],
  // Explored schedules take seconds for each mutant, and what they find is not in these files alone.
  tests: [...folders.map((folder) => `packages/adapter-sql/src/${folder}/**/!(*.schedules).test.ts`), ...tests],
  goal: 85,
})

/** @type {Readonly<Record<string, Area>>} */
export const areas = {
  evidence: ofCore("evidence", "receipts, checkpoints, trees, and how they are verified", 95),
  "evidence-log": ofCore("evidence-log", "the log: sequencer, keys, publishing, witnesses, recovery", 95, [
    // Over stores in memory: those on SQLite take many seconds for each mutant.
    "packages/service/src/evidence/{Publish,Recover,Reopen,Sequencer,Sequencer.lease,Sequencer.signing}.test.ts",
  ]),
  // Without the service's tests of tampering and of commands, which take seconds for each mutant: they build databases.
  "evidence-audit": ofCore("evidence-audit", "what verify and audit find", 95),
  // On stores in memory: a pack that the command line makes takes seconds.
  "evidence-pack": ofCore("evidence-pack", "packs", 95, ["packages/testkit/src/IssuePack*.test.ts"]),
  erasure: ofCore("erasure", "erasures, holds and retention", 95, [
    "packages/service/src/evidence/Retaining.test.ts",
    "packages/service/src/http/Erasures.test.ts",
    "packages/testkit/src/erasure/*.test.ts",
  ]),
  tokens: {
    title: "tokens of core and of the service",
    mutate: ["packages/{core,service}/src/token/**/*.ts"],
    tests: ["packages/{core,service}/src/token/**/*.test.ts"],
    goal: 85,
  },
  limits: {
    title: "rate limits and admission",
    mutate: ["packages/adapter-http/src/limit/**/*.ts"],
    tests: ["packages/adapter-http/src/limit/**/!(LoopDelay).test.ts"],
    goal: 85,
  },
  "sql-ledger": ofSql(
    ["consent", "statement"],
    "the ledger on SQL: batches, group commit, histories, statements",
    [
      "packages/adapter-sql/src/SqlConsentStore.{accounts,groups,histories,laws,order,sizes}.test.ts",
      "packages/adapter-sql/src/SqlConsentStore.test.ts",
      // Links and records that are logged.
      "packages/adapter-sql/src/SqlStores.laws.test.ts",
    ],
    [`!${referredRows}`],
  ),
  "sql-log": ofSql(
    ["evidence-log", "log-queue", "statistics", "erasure"],
    "the evidence log, statistics and erasures on SQL",
    ["packages/adapter-sql/src/SqlStores.laws.test.ts"],
    [referredRows],
  ),
  recording: ofCoreFolders(
    ["account", "consent", "legal-document", "session", "subject"],
    "what a save records: choices, subjects, accounts, sessions, documents",
  ),
  visitor: ofCoreFolders(
    ["experiment", "location", "vendor", "visitor"],
    "what is decided for a visitor besides the policy: place, language, vendors, experiments",
  ),
  records: ofCoreFolders(
    ["counting", "person-report", "record-export", "record-list", "statistics"],
    "records that are listed, exported, reported and counted",
  ),
  kernel: ofCoreFolders(
    ["concurrency", "instance", "markup", "memory", "observation", "query", "schema", "tenant"],
    "what all of core builds on: schemas, bounds, caches, metrics",
  ),
  policy: ofCore("policy", "policy rules", 85),
  manifest: ofCore("manifest", "the compiled manifest", 85),
  digest: ofCore("digest", "digests, canonical JSON, base 58 and 64", 85),
}
