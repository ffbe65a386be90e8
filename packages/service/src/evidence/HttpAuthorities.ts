/**
 * Asks authorities for time stamps over HTTP (RFC 3161, section 3.4).
 *
 * @module
 */
import { mostTimestampBytes, timestampTypes } from "@consent-service/core/evidence"
import { type TimestampAuthorities, type TimestampAuthority, TimestampAnswer } from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { reasonOf } from "../thrown/Thrown.js"
import { boundedBody } from "./BoundedBody.js"

/** An authority, as it is configured. */
export interface AuthoritySetting {
  readonly url: string
  readonly everyMs: number
}

/** How long an authority may take. */
const answerMs = 10_000

const askAt = async (url: string, request: Uint8Array, aborted: AbortSignal): Promise<TimestampAnswer> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": timestampTypes.query, accept: timestampTypes.reply },
    body: new Uint8Array(request),
    redirect: "error",
    signal: AbortSignal.any([aborted, AbortSignal.timeout(answerMs)]),
  })
  if (response.status !== 200) return TimestampAnswer.Failed({ reason: `it answered ${response.status}` })
  return TimestampAnswer.Answered({ bytes: await boundedBody(response, mostTimestampBytes) })
}

const authorityAt = ({ everyMs, url }: AuthoritySetting): TimestampAuthority => ({
  name: url,
  everyMs,
  ask: (request) =>
    Effect.tryPromise({ try: (aborted) => askAt(url, request, aborted), catch: reasonOf }).pipe(
      Effect.catchAll((reason) => Effect.succeed(TimestampAnswer.Failed({ reason }))),
    ),
})

/** Authorities over HTTP. */
export const httpAuthorities = (
  settings: ReadonlyArray<AuthoritySetting>,
): Context.Tag.Service<TimestampAuthorities> => ({
  all: settings.map(authorityAt),
  nonce: () => new Uint8Array(randomBytes(8)),
})
