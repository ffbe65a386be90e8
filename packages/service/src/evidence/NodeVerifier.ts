/**
 * Verifies signatures of Ed25519 by `node:crypto`.
 *
 * @module
 */
import type { VerifyEd25519 } from "@consent-service/core/evidence"
import { createPublicKey, verify } from "node:crypto"

/** What precedes a public key of Ed25519 in SubjectPublicKeyInfo (RFC 8410). */
const spkiPrefix = Buffer.from("302a300506032b6570032100", "hex")

/** Whether a signature is the key's of this message. */
export const verifyEd25519: VerifyEd25519 = (publicKey, message, signature) =>
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: "der", type: "spki" }),
    signature,
  )
