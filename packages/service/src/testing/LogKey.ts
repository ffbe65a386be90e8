/** A key of an evidence log, and what it signs. */
import { CheckpointSigner } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as NodeSigner from "../evidence/NodeSigner.js"

/** A new key of a log of this name. */
export const newLogKey = (origin: string) => {
  const signer = Effect.runSync(Effect.provide(CheckpointSigner, NodeSigner.layer([NodeSigner.makeSigningKey(origin)])))
  return { verifierKey: signer.keys[0] ?? "", signer }
}
