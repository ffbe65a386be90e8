/**
 * Ed25519 by WebCrypto.
 *
 * @module
 */

/** WebCrypto rejects views of shared memory. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

const importKey = (publicKey: Uint8Array): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", own(publicKey), "Ed25519", false, ["verify"])

/** The public key of the first test vector of RFC 8032. */
const aKey = Uint8Array.from(
  "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a".match(/../g) ?? [],
  (digits) => Number.parseInt(digits, 16),
)

/** Whether this runtime's WebCrypto supports the algorithm. */
export const isEd25519Known = (): Promise<boolean> =>
  importKey(aKey).then(
    () => true,
    () => false,
  )

/** Verifies a signature; false also for an invalid key. */
export const ed25519 = async (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean> => {
  try {
    return await crypto.subtle.verify("Ed25519", await importKey(publicKey), own(signature), own(message))
  } catch {
    return false
  }
}
