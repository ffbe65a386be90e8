/** Ed25519 by WebCrypto where it has that, else by the library that the bundle contains. */
import type { VerifyEd25519 } from "@consent-service/core/evidence"
import { verifyAsync } from "@noble/ed25519"

const algorithm = "Ed25519"

/** WebCrypto takes no views of memory that could be shared. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

/** Verifies by WebCrypto; null where it does not know Ed25519. */
const verifyByPlatform = async (
  subtle: SubtleCrypto,
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean | null> => {
  try {
    const key = await subtle.importKey("raw", own(publicKey), algorithm, false, ["verify"])
    return await subtle.verify(algorithm, key, own(signature), own(message))
  } catch {
    // An algorithm that is not known, or a key that is no point: the library decides.
    return null
  }
}

/** Verifies by the library, which refuses what is no key and no signature. */
const verifyByLibrary: VerifyEd25519 = async (publicKey, message, signature) => {
  try {
    return await verifyAsync(signature, message, publicKey)
  } catch {
    return false
  }
}

/** Makes a verifier for a platform. @param subtle - null to use the library alone */
export const ed25519 =
  (subtle: SubtleCrypto | null): VerifyEd25519 =>
  async (publicKey, message, signature) => {
    const known = subtle === null ? null : await verifyByPlatform(subtle, publicKey, message, signature)
    return known ?? verifyByLibrary(publicKey, message, signature)
  }
