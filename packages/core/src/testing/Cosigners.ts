/** Witnesses in memory, and what they cosign checkpoints with. */
import * as Effect from "effect/Effect"
import { generateKeyPairSync, sign } from "node:crypto"
import { cosignedText } from "../evidence/Checkpoint.js"
import { keyTypes, type VerifierKey, verifierKey, writeSignatureLine } from "../evidence/SignedNote.js"
import { decideCosignature, type WitnessState } from "../evidence/Witness.js"
import { type Witness, WitnessAnswer } from "../ports/Witnesses.js"
import { keyOf, keys, start, verifyEd25519 } from "./EvidenceVectors.js"

/** A new key of a witness. */
export interface Cosigner {
  readonly key: VerifierKey
  /** The signature line under a checkpoint without its signatures. */
  readonly lineUnder: (text: string) => string
}

const seconds = Math.floor(start / 1_000)

export const newCosigner = (name: string): Cosigner => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32)
  const key = verifierKey(name, keyTypes.cosignature, new Uint8Array(raw))
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(seconds))
  return {
    key,
    lineUnder: (text) => {
      const signature = sign(null, Buffer.from(cosignedText(seconds, text)), privateKey)
      return writeSignatureLine({ name, keyId: key.id, signature: new Uint8Array([...time, ...signature]) })
    },
  }
}

/** A witness, and what it was sent. */
export interface AskedWitness extends Witness {
  readonly requests: Array<string>
}

/** A witness that answers one request after another like that, and the last answer to all later ones. */
export const witnessAnswering = (
  key: VerifierKey,
  ...answers: ReadonlyArray<Effect.Effect<WitnessAnswer> | WitnessAnswer>
): AskedWitness => {
  const requests: Array<string> = []
  const ask = (request: string) =>
    Effect.suspend(() => {
      const answer = answers[Math.min(requests.push(request), answers.length) - 1]
      if (answer === undefined) return Effect.dieMessage("no answer")
      return Effect.isEffect(answer) ? answer : Effect.succeed(answer)
    })
  return { key, ask, requests }
}

/** A witness of the log of the vectors that decides as a witness has to. */
export const honestWitness = ({ key, lineUnder }: Cosigner): AskedWitness => {
  const requests: Array<string> = []
  let state: WitnessState = new Map()
  const ask = (request: string) =>
    Effect.promise(async () => {
      requests.push(request)
      const decision = await decideCosignature(request, state, [keyOf(keys.log)], verifyEd25519)
      if (decision._tag === "Conflict") return WitnessAnswer.Knows({ size: decision.size })
      if (decision._tag === "Inconsistent") return WitnessAnswer.Inconsistent()
      if (decision._tag !== "Cosign") return WitnessAnswer.Unsigned({ reason: decision._tag })
      state = decision.state
      return WitnessAnswer.Cosigned({ lines: lineUnder(decision.text) })
    })
  return { key, ask, requests }
}
