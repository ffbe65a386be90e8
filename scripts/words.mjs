// @ts-check
// Plain words: finds phrases and pronouns that readers stumble over, in prose, strings and comments.
import { readTracked, trackedFiles } from "./tracked.mjs"
import { fromRoot, StepFailed } from "./workspace.mjs"

/**
 * The banned phrases and what to write instead. A pattern is matched anywhere in a line, case-insensitively.
 *
 * @type {ReadonlyArray<{ readonly pattern: RegExp, readonly instead: string }>}
 */
export const banned = [
  // `he` is also the code of a language and the name of its module.
  {
    pattern: /(?<!["'`^-]|import \{.*|\b(?:glk|gu) )\b(?:he|his|him|himself)\b(?!["'`:=\]-]|\.\w|\\b)/,
    instead: "they, their, the visitor, the user",
  },
  {
    pattern: /(?<!--user=)\b(?:nobody|somebody|anybody|everybody|whoever|whomever)\b/,
    instead: "the client, the caller, everyone",
  },
  { pattern: /\bone's\b|\bof (?:ours|theirs|yours)\b/, instead: "your, our, custom" },
  { pattern: /\bfor ever\b/, instead: "permanently, indefinitely" },
  { pattern: /\bat once\b/, instead: "immediately, concurrently, together" },
  { pattern: /\bbeside\b/, instead: "next to, alongside, in addition to" },
  { pattern: /\b(?:is|are|was|were|be|been|being) told\b|\btold of\b/, instead: "receives, is notified, logs" },
  { pattern: /\b(?:to|can|could|cannot|may) be had\b/, instead: "available" },
  { pattern: /\b(?:comes?|came) to nothing\b|\bin vain\b/, instead: "fails, is discarded" },
  { pattern: /\bgives? way\b|\bgave way\b/, instead: "yields" },
  { pattern: /\bgoes by\b/, instead: "uses, relies on" },
  { pattern: /\bin the way of\b/, instead: "conflicts with" },
  { pattern: /\bstrangers?\b/, instead: "untrusted clients" },
  { pattern: /\bmend(?:s|ed|ing)?\b/, instead: "fix, repair" },
  { pattern: /\bstands\b(?! for\b)/, instead: "is kept, wins, is in" },
  { pattern: /\btokens? (?:has|have|had) ended\b/, instead: "has expired" },
  { pattern: /\b(?:lest|whence|thence|hitherto|thereof|therein|wherein|whereupon|ere)\b/, instead: "plain words" },
  { pattern: /\bwhat was wrong and where\b/, instead: "the field and the reason" },
  {
    pattern: /\b(?:what|everything that|that) (?:came|comes) of\b|\bwhat (?:has )?become of\b/,
    instead: "the outcome of",
  },
  { pattern: /\bspeaks? of\b|\bspoken of\b/, instead: "applies to, covers, mentions, references" },
  { pattern: /\bhears? of\b/, instead: "receives, is notified of" },
  { pattern: /\btells of\b/, instead: "reports, lists" },
  { pattern: /\bby the letter\b/, instead: "literally" },
  { pattern: /\b(?:database|store|server|service|source|that) is away\b/, instead: "is unavailable" },
  { pattern: /\bspeaks? against\b/, instead: "refuses, is the reason against" },
  { pattern: /\bthe other way round\b/, instead: "the reverse" },
  { pattern: /\bamounts? to\b/, instead: "is, resolves to, equals" },
  { pattern: /\bunder way\b/, instead: "running, in progress" },
  { pattern: /\b(?:tells?|told) apart\b/, instead: "distinguishes" },
  { pattern: /\b(?:comes?|came) to the same\b/, instead: "is the same" },
  { pattern: /\bown business\b/, instead: "decides, is decided by" },
  { pattern: /\banswered with (?:the|that|its) (?:first )?record\b/, instead: "returns the record" },
]

/** Whether a file is checked: our text files, except this check and its test, which quote the phrases. */
const isChecked = (/** @type {string} */ path) =>
  /\.(ts|tsx|mts|mjs|cjs|js|jsx|vue|svelte|md|html|css|sh|yml|yaml)$/.test(path) &&
  !/lock\.yaml$|^scripts\/words\.(mjs|test\.ts)$|\/translation\/languages\/|\/vendor-list\/ListTexts\.ts$/.test(path)

/** Text in other languages: literals that have letters outside ASCII. */
const withoutForeign = (/** @type {string} */ line) => line.replace(/"[^"]*[^\u0020-\u007e\u2010-\u2026][^"]*"/g, '""')

/**
 * Finds phrases to replace.
 *
 * @param {string} path of the file, relative to the root
 * @param {string} text its content
 * @returns {ReadonlyArray<string>} one line for each, as `path:line: phrase (write: replacement)`
 */
export const bannedPhrases = (path, text) =>
  text.split("\n").flatMap((full, index) => {
    const line = withoutForeign(full)
    return banned.flatMap(({ pattern, instead }) =>
      Array.from(
        line.matchAll(new RegExp(pattern, "gi")),
        ([phrase]) => `${path}:${index + 1}: ${phrase} (write: ${instead})`,
      ),
    )
  })

/**
 * What is found in files of the repository whose words are ours.
 *
 * @param {ReadonlyArray<string>} paths
 * @param {(path: string) => string | null} read the text of a file; null for one that is gone
 */
const foundIn = (paths, read) => paths.filter(isChecked).flatMap((path) => bannedPhrases(path, read(path) ?? ""))

/**
 * Fails if a tracked file has a banned phrase.
 *
 * @param {ReadonlyArray<string>} paths
 * @param {(path: string) => string | null} read
 */
export const checkWords = async (paths = trackedFiles(), read = readTracked) => {
  const found = foundIn(paths, read)
  if (found.length > 0) {
    throw new StepFailed(
      "these phrases make readers stumble: write plain technical English, as each line suggests",
      found.join("\n"),
    )
  }
}

// `node scripts/words.mjs [PREFIX ...]` prints what is found under the given paths; exit code 1 when there is any.
if (process.argv[1] === fromRoot("scripts/words.mjs")) {
  const prefixes = process.argv.slice(2)
  const isNamed = (/** @type {string} */ path) =>
    prefixes.length === 0 || prefixes.some((prefix) => path.startsWith(prefix))
  const found = foundIn(trackedFiles().filter(isNamed), readTracked)
  for (const line of found) console.log(line)
  process.exitCode = found.length === 0 ? 0 : 1
}
