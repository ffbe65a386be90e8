/**
 * Requests to addresses that were checked. A name that has a public address while it is checked, and one of this network when
 * it is connected to (DNS rebinding), would otherwise lead into this network. The name in the URL stays the one of TLS and of
 * `Host`.
 *
 * @module
 */
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import type { IncomingMessage } from "node:http"
import type { RequestOptions } from "node:https"
import type { LookupFunction } from "node:net"

/** Makes a client that connects to these addresses only, whatever the name in a URL resolves to. */
export type PinnedClient = (addresses: ReadonlyArray<string>) => HttpClient.HttpClient

/** Answers every look-up with the same addresses. */
export const pinnedLookup = (addresses: ReadonlyArray<string>): LookupFunction => {
  const all = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
  return (_, { all: wantsAll = false }, callback) => {
    const [first] = all
    if (wantsAll) callback(null, all)
    else if (first !== undefined) callback(null, first.address, first.family)
    else callback(new Error("there is no address"), "")
  }
}

/** Statuses whose answers have no body. */
const bodiless: ReadonlyArray<number> = [204, 205, 304]

/** Resolved at run time, as in `AddressRules`. Workers have a module of this name that chooses addresses itself. */
const isWorker = globalThis.navigator?.userAgent === "Cloudflare-Workers"
const https = isWorker ? undefined : globalThis.process?.getBuiltinModule?.("node:https")

/** A body that is read as its reader asks for more. */
const streamOf = (message: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const chunks: AsyncIterator<Uint8Array<ArrayBuffer>> = message[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const next = await chunks.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: () => void message.destroy(),
  })
}

/** The answer as `fetch` would give it, unpacked. */
const webResponse = (message: IncomingMessage): Response => {
  const { headers, statusCode: status = 0 } = message
  const isPacked = /^(x-)?gzip$/i.test(headers["content-encoding"]?.trim() ?? "")
  const body = isPacked ? streamOf(message).pipeThrough(new DecompressionStream("gzip")) : streamOf(message)
  const kept = new Headers()
  for (const name of ["content-length", "location"]) {
    const value = headers[name]
    if (typeof value === "string") kept.set(name, value)
  }
  return new Response(bodiless.includes(status) ? null : body, { status, headers: kept })
}

const send = (
  { get }: Pick<NonNullable<typeof https>, "get">,
  request: HttpClientRequest.HttpClientRequest,
  url: URL,
  options: RequestOptions,
): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.RequestError> =>
  Effect.async((resume) => {
    const fail = (cause: unknown) =>
      resume(Effect.fail(new HttpClientError.RequestError({ request, reason: "Transport", cause })))
    get(url, options, (message) => {
      try {
        resume(Effect.succeed(HttpClientResponse.fromWeb(request, webResponse(message))))
      } catch (cause) {
        message.destroy()
        fail(cause)
      }
    }).on("error", fail)
  })

/**
 * Makes clients of `https:` URLs over Node's own module.
 *
 * @param ca - of certificates that are trusted in addition, for tests
 * @returns null on platforms without it, such as Workers, which reach no private network
 */
export const makePinnedClient = (ca?: string): PinnedClient | null => {
  if (https === undefined) return null
  return (addresses) => {
    const lookup = pinnedLookup(addresses)
    // No agent: a kept connection to another address of the same name would be used instead.
    const options = { agent: false, lookup, ...(ca === undefined ? {} : { ca }) }
    return HttpClient.make((request, url, signal) =>
      send(https, request, url, { ...options, signal, headers: { accept: "*/*", "accept-encoding": "gzip" } }),
    )
  }
}
