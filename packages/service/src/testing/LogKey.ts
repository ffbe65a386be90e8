/** Keys of evidence logs. */
import { CheckpointSigner } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as NodeSigner from "../evidence/NodeSigner.js"

/** The private key of a log that everyone knows. */
export const knownSigningKey = "PRIVATE+KEY+evidence.example/shop+7b36f050+AQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"

/** A new key of a log with this name, and its signer. */
export const newLogKey = (origin: string) => {
  const signer = Effect.runSync(Effect.provide(CheckpointSigner, NodeSigner.layer([NodeSigner.makeSigningKey(origin)])))
  return { verifierKey: signer.keys[0] ?? "", signer }
}
