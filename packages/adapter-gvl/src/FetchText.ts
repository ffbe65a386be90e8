/**
 * Fetches one text from one address, with limits on time and size. Follows only permitted redirects.
 *
 * @module
 */
import { inWords } from "@consent-service/core/ports"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { type HostLookup, isPublicAddress, redirectTarget } from "./AddressRules.js"
import type { PinnedClient } from "./PinnedClient.js"

/**
 * Why a vendor list is unavailable. `missing`: the endpoint has no such list. `status`: a status other than 200.
 * `redirect`: a redirect to a forbidden target. `too-large`, `not-a-list`: the response is not a list. `unexpected`: a
 * fault of this service.
 */
export type FetchFailure =
  | "unreachable"
  | "timeout"
  | "status"
  | "missing"
  | "redirect"
  | "too-large"
  | "not-a-list"
  | "unexpected"

/** A vendor list could not be fetched. */
export class FetchFailed extends Data.TaggedError("FetchFailed")<{
  readonly reason: FetchFailure
  /** For the log: at most a few hundred characters, without secrets. */
  readonly message: string
  /** Whether another attempt may succeed. */
  readonly passing: boolean
}> {}

/** A failure that another attempt may get past. */
export const passing = (reason: FetchFailure, message: string): FetchFailed =>
  new FetchFailed({ reason, message, passing: true })

/** A failure that another attempt would repeat. */
export const lasting = (reason: FetchFailure, message: string): FetchFailed =>
  new FetchFailed({ reason, message, passing: false })

/** Milliseconds an attempt may take, from the first byte sent to the last one read. */
export const attemptTimeoutMs = 5_000

/** The largest body that is read, in bytes after decompression. */
export const maxTextBytes = 16 * 1024 * 1024

const retries = 2

/** About 200 and 400 ms. Whole milliseconds, because a test clock has no fractions. */
const retryDelay = Schedule.exponential(200).pipe(
  Schedule.jittered,
  Schedule.modifyDelay((_, delay) => Duration.millis(Math.round(Duration.toMillis(delay)))),
)

const maxRedirects = 5

const redirects: ReadonlyArray<number> = [301, 302, 303, 307, 308]

const passingStatuses: ReadonlyArray<number> = [408, 425, 429]

const tooLarge = () => lasting("too-large", `is larger than ${maxTextBytes} bytes`)

/** Longer than the messages of network errors. */
const maxMessage = 300

/** The cause's message, never the error's own: that one contains the whole address, which may contain a key. */
const broken = ({ cause, reason }: HttpClientError.HttpClientError): FetchFailed =>
  passing("unreachable", `${reason}: ${inWords(cause)}`.slice(0, maxMessage))

/** Why a response contains no list. */
const refusal = (status: number): FetchFailed => {
  const message = `answered ${status}`
  if (status === 204 || status === 404 || status === 410) return lasting("missing", message)
  return status >= 500 || passingStatuses.includes(status) ? passing("status", message) : lasting("status", message)
}

const readText = (response: HttpClientResponse.HttpClientResponse): Effect.Effect<string, FetchFailed> => {
  // The sender may lie about the length: use it to refuse a response, never to accept one.
  if (Number(response.headers["content-length"]) > maxTextBytes) return Effect.fail(tooLarge())
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let bytes = 0
  let text = ""
  const append = (chunk?: Uint8Array): Effect.Effect<void, FetchFailed> =>
    Effect.try({
      try: () => {
        text += decoder.decode(chunk, { stream: chunk !== undefined })
      },
      catch: () => lasting("not-a-list", "is no UTF-8"),
    })
  const read = Stream.runForEach(Stream.mapError(response.stream, broken), (chunk) => {
    bytes += chunk.byteLength
    return bytes > maxTextBytes ? Effect.fail(tooLarge()) : append(chunk)
  })
  return Effect.map(Effect.zipRight(read, append()), () => text)
}

/** Fetches the text behind an address; gives up after about 16 seconds. */
export type FetchText = (endpoint: URL) => Effect.Effect<string, FetchFailed>

/** What a fetcher is made of. */
export interface Transport {
  /** Must not follow redirects by itself; fetch is configured not to. */
  readonly client: HttpClient.HttpClient
  /** Finds the addresses that a redirect leads to. */
  readonly lookUp: HostLookup
  /** Connects to those addresses; null where the platform chooses them itself. */
  readonly pin: PinnedClient | null
}

/** Where a redirect leads, and what requests it. */
interface Hop {
  readonly url: URL
  readonly client: HttpClient.HttpClient
}

/** Trace headers stay private, and a partly read response is closed with its scope. */
const plain = (client: HttpClient.HttpClient) => HttpClient.withScope(HttpClient.withTracerPropagation(client, false))

/** Makes the fetcher. */
export const makeFetchText = ({ client, lookUp, pin }: Transport): FetchText => {
  /** What requests a name: a client of the addresses that were checked, since the name may have others a moment later. */
  const clientFor = (name: string | null): Effect.Effect<HttpClient.HttpClient, FetchFailed> =>
    name === null
      ? Effect.succeed(client)
      : Effect.flatMap(lookUp(name), (addresses) => {
          if (addresses === null) return Effect.succeed(client)
          if (addresses.length > 0 && addresses.every(isPublicAddress))
            return Effect.succeed(pin?.(addresses) ?? client)
          return Effect.fail(lasting("redirect", "redirect leads to a name without public addresses"))
        })

  const followed = Effect.fnUntraced(function* (
    endpoint: URL,
    from: URL,
    { headers, status }: HttpClientResponse.HttpClientResponse,
  ) {
    const location = headers["location"]
    if (location === undefined) return yield* lasting("redirect", `redirect (${status}) without a target`)
    const target = redirectTarget(location, from, endpoint)
    if (Either.isLeft(target)) return yield* lasting("redirect", `redirect (${status}) ${target.left}`)
    const { lookUp: name, url } = target.right
    return { url, client: yield* clientFor(name) } satisfies Hop
  })

  const attempt = Effect.fnUntraced(function* (endpoint: URL) {
    let hop: Hop = { url: endpoint, client }
    for (let count = 0; count <= maxRedirects; count++) {
      // As text: the client would write the query of a `URL` again.
      const answered = Effect.mapError(plain(hop.client).get(hop.url.href), broken)
      const response: HttpClientResponse.HttpClientResponse = yield* answered
      if (response.status === 200) return yield* readText(response)
      if (!redirects.includes(response.status)) return yield* refusal(response.status)
      hop = yield* followed(endpoint, hop.url, response)
    }
    return yield* lasting("redirect", `more than ${maxRedirects} redirects`)
  })

  const bounded = (effect: Effect.Effect<string, FetchFailed, Scope.Scope>): Effect.Effect<string, FetchFailed> =>
    Effect.scoped(effect).pipe(
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
      // A connection that closes slowly does not block the caller.
      Effect.disconnect,
      Effect.timeoutFail({
        duration: attemptTimeoutMs,
        onTimeout: () => passing("timeout", `took longer than ${attemptTimeoutMs} ms`),
      }),
      Effect.retry({ times: retries, schedule: retryDelay, while: (failure) => failure.passing }),
    )

  return (endpoint) => bounded(attempt(endpoint))
}
