/**
 * Asks witnesses over HTTP (C2SP tlog-witness).
 *
 * @module
 */
import {
  noteBounds,
  readTreeSize,
  readVerifierKey,
  type VerifierKey,
  witnessPaths,
} from "@consent-service/core/evidence"
import { type Witness, WitnessAnswer, Witnesses, type WitnessQuorum } from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { reasonOf } from "../thrown/Thrown.js"
import { boundedBody } from "./BoundedBody.js"
import { verifyEd25519 } from "./NodeVerifier.js"

/** A witness, as it is configured. */
export interface WitnessSetting {
  readonly url: string
  readonly key: string
}

/** How long a witness may take. */
const answerMs = 5_000

const answerOf = async (response: Response): Promise<WitnessAnswer> => {
  const text = new TextDecoder().decode(await boundedBody(response, noteBounds.length))
  if (response.status === 200) return WitnessAnswer.Cosigned({ lines: text })
  if (response.status === 422) return WitnessAnswer.Inconsistent()
  const size = response.status === 409 ? readTreeSize(text.trimEnd()) : null
  return size === null
    ? WitnessAnswer.Unsigned({ reason: `it answered ${response.status}` })
    : WitnessAnswer.Knows({ size })
}

const witnessAt = (url: string, key: VerifierKey): Witness => ({
  key,
  ask: (request) =>
    Effect.tryPromise({
      try: async (aborted) => {
        const signal = AbortSignal.any([aborted, AbortSignal.timeout(answerMs)])
        const address = `${url.replace(/\/$/, "")}${witnessPaths.add}`
        return await answerOf(await fetch(address, { method: "POST", body: request, redirect: "error", signal }))
      },
      catch: reasonOf,
    }).pipe(Effect.catchAll((reason) => Effect.succeed(WitnessAnswer.Unsigned({ reason })))),
})

/** The witnesses that receipts wait for; null where they wait for none. */
export const witnessQuorum = (count: number, settings: ReadonlyArray<WitnessSetting>): WitnessQuorum | null => {
  const keys = settings.map(({ key }) => readVerifierKey(key)).filter((key) => key !== null)
  return count === 0 ? null : { count, keys, verify: verifyEd25519 }
}

/** Witnesses over HTTP; those whose keys are none are left out, which the options have checked. */
export const httpWitnesses = (settings: ReadonlyArray<WitnessSetting>): Context.Tag.Service<Witnesses> => ({
  all: settings.flatMap(({ key, url }) => {
    const read = readVerifierKey(key)
    return read === null ? [] : [witnessAt(url, read)]
  }),
  verify: verifyEd25519,
})
