/**
 * A call: validated, sent, retried where that may help, and read.
 *
 * @module
 */
import { ConsentError, type InputIssue } from "../answer/ConsentError.js"
import type { ClientCode, ServiceCode } from "../answer/ErrorCode.js"
import { readError, unexpected } from "../answer/ReadError.js"
import type { Failure, Result } from "../answer/Result.js"
import { callIssues, type CallOptions, type CallSettings, callSettings } from "../options/CallOptions.js"
import type { ClientSettings } from "../options/ClientOptions.js"
import { clientVersion, policyContract } from "./Version.js"
import { attempt, type Attempted } from "./Attempt.js"
import { tell } from "../event/ClientEvent.js"
import { type Environment, waited } from "./Environment.js"
import { delayBeforeRetry } from "../retry/Retry.js"
import { type Route, type Sent, urlOf } from "./Route.js"

/** The shared parts of a client's calls. */
export interface Connection {
  readonly settings: ClientSettings
  readonly environment: Environment
}

/** A route, the problems of the input, and the request if there are none. */
export interface Call<Data, Code extends ServiceCode> {
  readonly route: Route<Data, Code>
  readonly issues: ReadonlyArray<InputIssue>
  readonly sent: () => Sent
}

const failure = <Code extends ServiceCode | ClientCode>(error: ConsentError<Code>): Failure<Code> => ({
  ok: false,
  error,
})

/** The error for invalid input, before anything was sent. */
export const invalidInput = (issues: ReadonlyArray<InputIssue>): ConsentError<"INVALID_INPUT"> =>
  new ConsentError({
    code: "INVALID_INPUT",
    message: issues.map(({ message, path }) => `${path}: ${message}`).join("; "),
    issues,
  })

const aborted = (facts: { readonly requestId?: string }): ConsentError<"ABORTED"> =>
  new ConsentError({ code: "ABORTED", message: "the signal aborted the call", ...facts })

const keyMissing = (path: string): Failure<ClientCode> =>
  failure(new ConsentError({ code: "MISSING_API_KEY", message: `${path} needs the client's apiKey` }))

interface Written {
  readonly url: string
  /** JSON; undefined without a body. */
  readonly body: string | undefined
}

/** The request's address and body, or why they cannot be written: a cycle, a `bigint`, a lone surrogate. */
const written = (
  baseUrl: string,
  path: string,
  sent: Sent,
): Written | { readonly issues: ReadonlyArray<InputIssue> } => {
  try {
    const body = sent.body === undefined ? undefined : JSON.stringify(sent.body)
    return { url: urlOf(baseUrl, path, sent), body }
  } catch (cause) {
    return { issues: [{ path: "input", message: `cannot be sent: ${cause instanceof Error ? cause.message : ""}` }] }
  }
}

/** The client's own headers come last, so that callers cannot override them by accident. */
const headersOf = (sent: Sent, call: CallSettings, client: ClientSettings, hasBody: boolean): Headers => {
  const headers = new Headers(call.headers)
  for (const [name, value] of Object.entries(sent.headers ?? {})) headers.set(name, value)
  headers.set("accept", "application/json")
  headers.delete("authorization")
  if (client.apiKey !== undefined) headers.set("authorization", `Bearer ${client.apiKey}`)
  if (hasBody) headers.set("content-type", "application/json")
  headers.set("x-request-id", call.requestId)
  headers.set("x-cs-version", clientVersion)
  headers.set("x-cs-policy-contract", policyContract)
  return headers
}

/** Undefined where there is no body or it is not JSON. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const resultOf = <Data, Code extends ServiceCode>(
  route: Route<Data, Code>,
  attempted: Attempted,
  call: CallSettings,
): Result<Data, Code> => {
  const { requestId } = call
  switch (attempted._tag) {
    case "Aborted":
      return failure(aborted({ requestId }))
    case "TimedOut": {
      const message = `no complete answer within ${call.timeoutMs} ms`
      return failure(new ConsentError({ code: "TIMEOUT", message, requestId, retryable: true }))
    }
    case "Broken": {
      const { cause } = attempted
      const message = "the service is unreachable, or the connection broke"
      return failure(new ConsentError({ code: "NETWORK_ERROR", message, requestId, retryable: true, cause }))
    }
    case "Answered":
      return answered(route, attempted, requestId)
  }
}

const answered = <Data, Code extends ServiceCode>(
  route: Route<Data, Code>,
  { bytes, headers, status, text }: Extract<Attempted, { readonly _tag: "Answered" }>,
  sentId: string,
): Result<Data, Code> => {
  const requestId = headers.get("x-request-id") ?? sentId
  const body = parsed(text)
  if (!route.statuses.includes(status)) return failure(readError({ status, requestId, body }, route.codes))
  const read = route.read({ status, headers, body, text, bytes })
  return "problem" in read
    ? failure(unexpected({ status, requestId }, `${status}, but ${read.problem}`))
    : { ok: true, data: read.data, status, requestId, headers }
}

/** Retries until there is a final result. */
const tried = async <Data, Code extends ServiceCode>(
  { environment, settings }: Connection,
  route: Route<Data, Code>,
  call: CallSettings,
  request: { readonly url: string; readonly init: RequestInit },
): Promise<Result<Data, Code>> => {
  const { signal, timeoutMs } = call
  for (let count = 0; ; count += 1) {
    const facts = { method: route.method, path: route.path, requestId: call.requestId, attempt: count }
    const begun = environment.now()
    tell(settings.onEvent, { type: "request", ...facts })
    const attempted = await attempt(
      { fetch: settings.fetch, ...request, isBinary: route.isBinary === true, timeoutMs, signal },
      environment,
    )
    const result = resultOf(route, attempted, call)
    if (attempted._tag === "Answered") {
      const durationMs = environment.now() - begun
      tell(settings.onEvent, { type: "response", ...facts, status: attempted.status, durationMs })
    }
    if (result.ok || call.retry === null) return result
    const retryAfter = attempted._tag === "Answered" ? attempted.headers.get("retry-after") : null
    const { error } = result
    const chance = { now: environment.now(), random: environment.random() }
    const delayMs = delayBeforeRetry(call.retry, { retryable: error.retryable, attempt: count, retryAfter, ...chance })
    if (delayMs === null) return result
    tell(settings.onEvent, { type: "retry", ...facts, delayMs, error })
    if (!(await waited(environment, delayMs, signal))) return resultOf(route, { _tag: "Aborted" }, call)
  }
}

/**
 * Makes a call. Invalid input is reported before a missing key; neither is sent.
 *
 * @param options - the caller's, not yet validated
 */
export const send = async <Data, Code extends ServiceCode>(
  connection: Connection,
  { issues, route, sent }: Call<Data, Code>,
  options: CallOptions = {},
): Promise<Result<Data, Code>> => {
  const { settings } = connection
  const problems = [...issues, ...callIssues(options)]
  if (problems.length > 0) return failure(invalidInput(problems))
  const content = sent()
  const request = written(settings.baseUrl, route.path, content)
  if ("issues" in request) return failure(invalidInput(request.issues))
  if (route.needsKey && settings.apiKey === undefined) return keyMissing(route.path)
  if (options.signal?.aborted === true) return failure(aborted({}))
  const call = callSettings(options, settings)
  const { body, url } = request
  const headers = headersOf(content, call, settings, body !== undefined)
  const init = { method: route.method, headers, ...(body === undefined ? {} : { body }) }
  return tried(connection, route, call, { url, init })
}
