// @ts-check
// The table of threats in SECURITY.md: what each is, what the service does, and what is left. The tests are those whose title
// ends in `(threat: NAME)`; a threat without one, and a test of a threat that is not listed, fail.
import { readTracked, trackedFiles } from "./tracked.mjs"
import { StepFailed } from "./workspace.mjs"

/** @typedef {{ readonly threat: string, readonly does: string, readonly left?: string }} Threat */

/** @type {ReadonlyArray<Threat>} */
export const threats = [
  {
    threat: "guessing the id of a subject",
    does: "Unknown, malformed and foreign ids get the same 404. There is no list without an API key. Ids are compared as bytes",
    left: "A client may choose a weak id. The browser scripts draw 128 random bits",
  },
  {
    threat: "finding out whether an id exists by saving under it",
    does: "An id that belongs to another tenant gets `409 SUBJECT_CONFLICT` and writes nothing",
    left: "The 409 itself says that the id is in use",
  },
  {
    threat: "saving a false consent under a known id",
    does: "Every act is kept, and none replaces another. With a signing key, a save needs the token of the policy that was shown",
    left: "Anyone with the id of a subject can add acts to it. Treat the id as a capability",
  },
  {
    threat: "reading or writing another tenant's data",
    does: "The tenant is set when an instance is built, never by a request, and is part of every statement",
    left: "Anyone with the database's password sees all tenants",
  },
  {
    threat: "recording an act twice, or altering it by a retry or a race",
    does: "The id of a record is derived from the act. Insert once, decided by a constraint",
  },
  {
    threat: "losing an acknowledged record",
    does: "A response is sent after the commit. Connections whose settings could lose commits are refused",
    left: "An asynchronous standby loses the last commits on failover: see [docs/scaling.md](docs/scaling.md)",
  },
  {
    threat: "taking over an account by a link",
    does: "An unverified link never replaces a verified one, at any concurrency",
  },
  {
    threat: "confusing or forging tokens",
    does: "HS256 only. Kind, issuer, audience, tenant and times are checked. Every one-character change is refused",
  },
  {
    threat: "replaying an old policy token",
    does: "A save after a token's lifetime counts only within its replay window, with the time at which the visitor decided",
    left: "Within the window, anyone who saw a token can save under it",
  },
  {
    threat: "guessing API keys",
    does: "Keys are hashed and compared in constant time, over all keys. 401 is the same for missing, malformed and wrong keys. Weak keys are logged at start",
    left: "Wrong keys are not rate limited on every route: put administrative routes behind your own network",
  },
  {
    threat: "reaching a guarded route by another spelling of its path",
    does: "A path is matched as it was sent, once decoded. Any other spelling is the guarded route or 404. Headers that override method or path are ignored",
  },
  {
    threat: "calling the API from a foreign page",
    does: "CORS responses list only `trustedOrigins`, with `Vary: Origin`. No cookies are used",
    left: "`*` trusts every page, and is logged at start",
  },
  {
    threat: "writing from a foreign page without a preflight",
    does: "No route reads cookies or other credentials that a browser sends by itself. Administrative routes need the `Authorization` header",
    left: "A page can save under an id that it invents, as any client can",
  },
  {
    threat: "poisoning caches by Host or forwarded headers",
    does: "Shared responses depend on the configuration and the path only. Forwarded headers count from trusted proxies only",
    left: "Without `script.backendURL`, a script names the requested host, varies by it, and prefers that of its tag",
  },
  {
    threat: "filling a cache with variants of an answer",
    does: "Unknown languages become the default before the response and its tag are made. Unknown parameters and bodies of GET are ignored",
  },
  {
    threat: "making a cache keep a personal answer",
    does: "Personal responses and errors are `no-store`. A path with an ending or a parameter is another path, and 404",
  },
  {
    threat: "injecting script through an embedded configuration",
    does: "The configuration is embedded as the text of a `JSON.parse`, with everything escaped that ends a string, a script or a line",
  },
  {
    threat: "injecting markup into the page of the API",
    does: "Titles and addresses are escaped. The page loads its own files only, under a strict content-security policy",
    left: "A custom page sets its own policy",
  },
  {
    threat: "forging the client's address",
    does: "Behind `trustedProxies`, only what those proxies saw is stored and counted",
    left: "Without `trustedProxies`, the stored address can be forged. This is logged at start",
  },
  {
    threat: "storing more of an address than intended",
    does: "What does not parse as an address is stored as null. Addresses are masked by default",
  },
  {
    threat: "leaks through logs, traces and errors",
    does: "Redaction is the last step before output and cannot be turned off",
  },
  {
    threat: "details of failures in answers",
    does: "Responses of 500 and above have a fixed message and the request id. The reason is in the log",
  },
  {
    threat: "SQL injection",
    does: "Values are parameters only. Names of tables come from the code and a checked prefix",
  },
  {
    threat: "prototype pollution",
    does: "Bodies are decoded by a schema. `__proto__` as a key is 400; other names of the prototype are ordinary keys",
  },
  {
    threat: "JSON bombs",
    does: "Bodies are limited in bytes, depth and keys while they are read",
  },
  {
    threat: "many rows from one save",
    does: "A save writes the same number of rows, whatever is in it",
  },
  {
    threat: "filling the database",
    does: "Rate limits are on by default, by network, subject and process, in requests and bytes",
    left: "Many networks together can use the limit of the whole process",
  },
  {
    threat: "endless acts of one subject",
    does: "A subject has at most `limits.maxActsPerSubject` acts. Long histories take turns, and responses are bounded",
  },
  {
    threat: "slow clients and floods of connections",
    does: "Clients that send slowly or do not read are disconnected. Headers, bodies and connections are limited",
  },
  {
    threat: "slow patterns (ReDoS)",
    does: "No regular expression takes more than linear time on input from outside",
  },
  {
    threat: "smuggling a request",
    does: "Node's strict parser frames requests. A repeated or contradicting length is refused, and a refusal with an unread body closes the connection",
  },
  {
    threat: "a hostile vendor-list host",
    does: "Redirects lead to public addresses over https only, and are requested from the very addresses that were checked, whatever the name resolves to by then. Size and time are limited, and the content is checked. A visitor's input never selects the host",
    left: "Where names cannot be looked up, such as on Workers, the platform chooses the address",
  },
  {
    threat: "filling memory with vendor lists",
    does: "Lists are kept for a closed set of languages. One fetch for each list runs at a time",
  },
  {
    threat: "a failure that opens a door",
    does: "A save fails with its database. A token that cannot be verified is refused. Reports that cannot be delivered fail nothing",
  },
  {
    threat: "overload and retry storms",
    does: "Queues are bounded. What does not fit gets 503 with `Retry-After` immediately, and what was accepted is stored",
  },
  {
    threat: "a clock that jumps",
    does: "Waits use the monotonic clock. A jump makes no request fail, and alters no record",
    left: "Tokens expire by the clock of the server",
  },
  {
    threat: "a schema that is half migrated",
    does: "Migrations resume at any statement, run in one process at a time, and have checksums. A database of a newer version is refused",
  },
  {
    threat: "replacing a key in traffic",
    does: "The first key signs and all verify, so that a rotation refuses no save",
    left: "What a thief signed stays valid until the key is removed",
  },
  {
    threat: "tampering with the database",
    does: "Every record, link, document version and archived text is committed to a log that is signed about once a second. `consent-service verify` names what was altered, put in or taken out",
    left: "Found when `verify` runs, not before. Without a signing key, only alterations that do not rewrite the log",
  },
  {
    threat: "an operator who rewrites the log and signs it again",
    does: "Any older checkpoint or receipt contradicts it, and both signed checkpoints are shown. Witnesses refuse to cosign it, and the log is published to a directory that a restore does not take back",
    left: "What was signed before anyone else held a checkpoint; acts that the server never stored",
  },
  {
    threat: "a hostile receipt, note or key crashes or deceives a verifier",
    does: "Sizes are bounded, parsing is strict, and there is no recursion over input",
    left: "Verify with a key from elsewhere than the receipt",
  },
  {
    threat: "learning about a person from the published log",
    does: "An entry is a kind, a second and a salted commitment",
    left: "How many entries there are, and when",
  },
  {
    threat: "a stolen key of the log",
    does: "Keys are in no option dump, log or error. A rotation is introduced by an entry of the log; a key that it never introduced vouches for nothing",
    left: "What the thief signs until witnesses or holders of older checkpoints compare",
  },
  {
    threat: "a dependency that turns hostile",
    does: "The lock file has integrity hashes. Install scripts are off, apart from a list. [docs/decisions/dependencies.md](docs/decisions/dependencies.md) has a reason for each dependency",
  },
]

const named = /\(threat: ([^"`\n]+?)\)(?= \[|["`])/g

const isTest = (/** @type {string} */ path) => path.endsWith(".test.ts")

/**
 * The test files of each threat.
 *
 * @param {ReadonlyArray<string>} paths
 * @param {(path: string) => string | null} read
 * @returns {ReadonlyMap<string, ReadonlyArray<string>>}
 */
export const testsOfThreats = (paths, read) => {
  /** @type {Map<string, Array<string>>} */
  const tests = new Map()
  for (const path of paths.filter(isTest)) {
    const names = Array.from((read(path) ?? "").matchAll(named), ([, name = ""]) => name)
    for (const name of new Set(names)) tests.set(name, [...(tests.get(name) ?? []), path])
  }
  return tests
}

/** Listed threats without a test, and tests of threats that are not listed; one line each. @param {ReadonlyMap<string, unknown>} tests */
export const threatProblems = (tests) => [
  ...threats.filter(({ threat }) => !tests.has(threat)).map(({ threat }) => `no test's title has (threat: ${threat})`),
  ...Array.from(tests.keys())
    .filter((name) => !threats.some(({ threat }) => threat === name))
    .map((name) => `scripts/threats.mjs does not list the threat ${name}`),
]

/** The rows of the table: threat, what the service does, tests, what is left. @returns {ReadonlyArray<ReadonlyArray<string>>} */
export const threatRows = () => {
  const tests = testsOfThreats(trackedFiles(), readTracked)
  const problems = threatProblems(tests)
  if (problems.length > 0) throw new StepFailed("threats and tests do not match", problems.join("\n"))
  return threats.map(({ does, left = "", threat }) => [
    `${threat.charAt(0).toUpperCase()}${threat.slice(1)}`,
    does,
    (tests.get(threat) ?? []).map((path) => `\`${path}\``).join(", "),
    left,
  ])
}
