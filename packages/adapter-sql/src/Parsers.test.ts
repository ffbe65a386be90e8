/** Whatever is configured as a database, and whatever a row holds as text, is read or refused. */
import { describeParsers, parser } from "@consent-service/test-engines/fuzz-suite"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { withoutZeros, withParameter } from "./client/ServerOptions.js"
import { readDecisionSource } from "./consent/DecisionSourceText.js"
import { digestText, readDigest } from "./consent/DigestText.js"
import { choiceText, readChoice } from "./consent/PackedChoice.js"
import { readUserAgent, userAgentText } from "./consent/UserAgentText.js"
import { parseDatabaseUrl } from "./DatabaseUrl.js"
import { isLinkOf } from "./erasure/ErasureRows.js"
import { bundleText, readBundleText, readTileText, tileText } from "./evidence-log/BundleText.js"
import { tablePrefixProblem } from "./schema/Tables.js"
import { tenantProblem } from "./schema/TenantStore.js"
import { readContributions, writeContributions } from "./statistics/PromptText.js"

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const urls = [
  "postgres://user:p%40ss@db.example:5432/consent?sslmode=require",
  "postgresql://[::1]/consent?distribution=citus",
  "mysql://user:secret@127.0.0.1:3306/consent?connectTimeout=0",
  "mariadb://db/consent",
  "sqlite:./consent.db",
  "sqlite:///var/lib/consent.db",
  "sqlite::memory:",
]

const agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36"

const commitment = "ab".repeat(32)

const bundle = bundleText([
  { kind: 1, time: 1_796_083_200_000, id: "cns_1", opener: "A".repeat(22), commitment },
  { kind: 2, time: 1_796_083_201_000, id: "a b%-", opener: null, commitment },
  { kind: 10, time: 1_796_083_202_000, id: null, opener: null, commitment },
])

const act = { givenAt: 7, preferences: { marketing: true, measurement: false } }

const choices = [
  '"legacy-v2"',
  '{"kind":"choice-v1","fingerprint":"f"}',
  '[{"at":7,"kind":"legacy-v2","yes":["marketing"],"no":["measurement"]}]',
  '{"version":3,"categories":{"marketing":{"value":true,"confirmedAt":7,"basis":{"kind":"legacy-v2"}}}}',
]

describeParsers("configuration and rows", [
  parser({
    name: "database URL",
    seeds: urls,
    parse: parseDatabaseUrl,
    isRead: Either.isRight,
    // No refusal repeats a password.
    holds: (read) => Either.isRight(read) || !/secret|p%40ss/.test(read.left),
  }),
  parser({
    name: "parameters of a database URL",
    seeds: urls,
    parse: (text) =>
      Redacted.value(withoutZeros(withParameter(Redacted.make(text), "timeout", "5"), ["connectTimeout"])),
    holds: (url, text) => url.startsWith(text.split("?", 1)[0] ?? ""),
  }),
  parser({
    name: "prefix of tables",
    seeds: ["cs_", ""],
    parse: tablePrefixProblem,
    isRead: (problem) => problem === null,
    holds: (problem, prefix) => problem !== null || /^\w{0,32}$/.test(prefix),
  }),
  parser({
    name: "tenant",
    seeds: ["shop", "B\u00fccher"],
    parse: tenantProblem,
    isRead: (problem) => problem === null,
    holds: (problem, tenant) => problem !== null || (tenant !== "" && tenant.isWellFormed()),
  }),
  parser({
    name: "bundle of entries",
    seeds: [bundle],
    parse: readBundleText,
    holds: (entries) => entries === null || readBundleText(bundleText(entries))?.length === entries.length,
  }),
  parser({
    name: "tile of hashes",
    seeds: [tileText([new Uint8Array(32).fill(1), new Uint8Array(32).fill(255)]), ""],
    parse: readTileText,
    holds: (hashes) => hashes === null || hashes.every(({ length }) => length === 32),
  }),
  parser({
    name: "digest",
    seeds: [commitment, digestText(commitment)],
    parse: readDigest,
    holds: (digest, stored) => digest === stored || digestText(digest) === stored,
  }),
  parser({
    name: "user agent",
    seeds: [agent, userAgentText(agent) ?? "", "curl/8"],
    parse: readUserAgent,
    holds: (_, text) => readUserAgent(userAgentText(text)) === text,
  }),
  parser({ name: "source of a decision", seeds: ["token", "write_time_fallback"], parse: readDecisionSource }),
  parser({
    name: "choice",
    seeds: choices,
    parse: (text) => readChoice(parsed(text), act),
    isRead: (choice) => choice !== "unreadable",
    holds: (choice) => choice === "unreadable" || choiceText({ ...act, choice }) !== null,
  }),
  parser({
    name: "waiting contributions",
    seeds: [
      writeContributions([]),
      '[{"day":20000,"shown":3,"groups":[{"dimension":"country","value":"DE","part":""}]}]',
    ],
    parse: readContributions,
    holds: (contributions) => readContributions(writeContributions(contributions)).length === contributions.length,
    share: 0.5,
  }),
  parser({
    name: "statement of a link",
    seeds: [JSON.stringify({ link: JSON.stringify({ subjectId: "sub_1" }) })],
    parse: (text) => isLinkOf("sub_1", text),
    share: 0.5,
  }),
])
