/** Keys that sign, made for a test. */
import { generateKeyPairSync, sign } from "node:crypto"
import { keyTypes, type SignatureLine, verifierKey, writeVerifierKey } from "../evidence/SignedNote.js"

/** Signs a text. */
export type Signs = (text: string) => SignatureLine

/** A key of a log: how it signs, rightly and wrongly. */
export const keyNamed = (name: string) => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const key = verifierKey(
    name,
    keyTypes.note,
    new Uint8Array(publicKey.export({ format: "der", type: "spki" }).subarray(-32)),
  )
  const signs: Signs = (text) => ({
    name,
    keyId: key.id,
    signature: new Uint8Array(sign(null, Buffer.from(text), privateKey)),
  })
  const signsOther: Signs = (text) => signs(`${text}other`)
  const signsShort: Signs = (text) => ({ ...signs(text), signature: signs(text).signature.subarray(1) })
  return { key, signs, signsOther, signsShort, text: writeVerifierKey(key) }
}
