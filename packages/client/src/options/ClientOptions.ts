/**
 * The options of a client, and their validation.
 *
 * @module
 */
import type { InputIssue } from "../answer/ConsentError.js"
import { type Check, memberIssues, unknownMembers } from "../checks/Check.js"
import { type ConfigurationIssue, ConsentConfigurationError } from "./ConfigurationError.js"
import type { OnEvent } from "../event/ClientEvent.js"
import { defaultRetry, type RetryOptions, type RetrySettings } from "../retry/Retry.js"
import { headersProblem, namedHeaders, retryIssues, retryWith, timeoutProblem } from "./OptionChecks.js"

/** Options of `createConsentClient`. */
export interface ClientOptions {
  /** The address of the service, including its base path: `https://consent.shop.example/api/cs`. */
  readonly baseUrl: string
  /** One of the service's `apiKeys`; some methods need it. Over `http:` it is accepted for this machine only. */
  readonly apiKey?: string | undefined
  /** Used in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Sent with every request, except for names that this client sets itself, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** For each attempt, its answer's body included: 1 to 2147483647 ms, 10000 by default. */
  readonly timeoutMs?: number | undefined
  /** `false` for no retries; missing members have their defaults. */
  readonly retry?: RetryOptions | false | undefined
  /** Receives every attempt, answer and retry; errors it throws are ignored. */
  readonly onEvent?: OnEvent | undefined
}

/** Validated options. */
export interface ClientSettings {
  /** Ends with a slash. */
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly fetch: typeof globalThis.fetch
  /** Under the normalized names of `Headers`. */
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Null without retries. */
  readonly retry: RetrySettings | null
  readonly onEvent: OnEvent | undefined
}

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

const urlProblem: Check = (value) => {
  if (typeof value !== "string" || !URL.canParse(value)) return "must be an absolute URL"
  const { hash, password, protocol, search, username } = new URL(value)
  if (protocol !== "https:" && protocol !== "http:") return "must start with https: or http:"
  if (search !== "" || hash !== "" || /[?#]/.test(value)) return "must not have a query or a fragment"
  return username + password === "" ? null : "must not have a user name or a password"
}

const keyProblem: Check = (value) => {
  if (value === undefined) return null
  if (typeof value !== "string" || value.trim() === "") return "must be a non-blank string, or omitted"
  return /^[\x21-\x7e]+$/.test(value) ? null : "must consist of visible ASCII characters, without spaces"
}

const functionProblem: Check = (value) =>
  value === undefined || typeof value === "function" ? null : "must be a function"

const fetchProblem: Check = (value) =>
  value === undefined && typeof globalThis.fetch !== "function"
    ? "is required: this runtime has no fetch"
    : functionProblem(value)

/** Without encryption, anyone on the network can read the key. */
const plainProblem = (baseUrl: unknown, apiKey: unknown): ReadonlyArray<InputIssue> => {
  if (apiKey === undefined || typeof baseUrl !== "string" || !URL.canParse(baseUrl)) return []
  const { hostname, protocol } = new URL(baseUrl)
  return protocol === "http:" && !loopback.has(hostname)
    ? [{ path: "baseUrl", message: "must be https: with an API key, except for localhost, 127.0.0.1 and [::1]" }]
    : []
}

const checks: Readonly<Record<Exclude<keyof ClientOptions, "retry">, Check>> = {
  baseUrl: urlProblem,
  apiKey: keyProblem,
  fetch: fetchProblem,
  headers: headersProblem,
  timeoutMs: timeoutProblem,
  onEvent: functionProblem,
}

const issuesOf = (options: Readonly<Record<string, unknown>>): ReadonlyArray<ConfigurationIssue> =>
  [
    ...memberIssues(options, checks),
    ...plainProblem(options["baseUrl"], options["apiKey"]),
    ...retryIssues(options["retry"]),
    ...unknownMembers(options, { ...checks, retry: retryIssues }, "is not an option of this client"),
  ].map(({ message, path }) => ({ option: path, message }))

/**
 * Checks options and fills in defaults.
 *
 * @throws ConsentConfigurationError with every problem
 */
export const clientSettings = (options: ClientOptions): ClientSettings => {
  const issues = issuesOf({ ...options })
  if (issues.length > 0) throw new ConsentConfigurationError(issues)
  return {
    baseUrl: `${new URL(options.baseUrl).href.replace(/\/+$/, "")}/`,
    apiKey: options.apiKey,
    // Called without a receiver, as some runtimes require.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    headers: namedHeaders(options.headers ?? {}),
    timeoutMs: options.timeoutMs ?? 10_000,
    retry: options.retry === false ? null : retryWith(defaultRetry, options.retry ?? {}),
    onEvent: options.onEvent,
  }
}
