/**
 * The message authentication code of tokens, by what the platform has: `node:crypto`, which answers at once, or
 * WebCrypto, which every runtime has.
 *
 * @module
 */
import { TokenMac } from "@consent-service/core/ports/TokenMac"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

type Mac = Context.Tag.Service<TokenMac>

const utf8 = new TextEncoder()

/** Over Node's own HMAC. */
export const nodeTokenMac = (crypto: typeof import("node:crypto")): Mac => ({
  sign: (key, text) => Effect.sync(() => crypto.createHmac("sha256", key).update(text, "utf8").digest()),
})

/** Over WebCrypto; a key is imported once. */
export const webTokenMac = (subtle: SubtleCrypto): Mac => {
  const keys = new Map<string, Promise<CryptoKey>>()
  const importKey = (key: string): Promise<CryptoKey> => {
    const known = keys.get(key)
    if (known !== undefined) return known
    const made = subtle.importKey("raw", utf8.encode(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
    keys.set(key, made)
    return made
  }
  return {
    sign: (key, text) =>
      Effect.promise(async () => new Uint8Array(await subtle.sign("HMAC", await importKey(key), utf8.encode(text)))),
  }
}

/** Asked for at run time: an import of `node:crypto` would keep the service from Workers and browsers. */
const builtIn = globalThis.process?.getBuiltinModule?.("node:crypto")

/** The fastest one this platform has. */
export const platformTokenMac: Mac = builtIn === undefined ? webTokenMac(crypto.subtle) : nodeTokenMac(builtIn)

/** {@link platformTokenMac} as a layer. */
export const layer: Layer.Layer<TokenMac> = Layer.succeed(TokenMac, platformTokenMac)
