/**
 * The port of the message authentication code that tokens are signed with.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

export class TokenMac extends Context.Tag("@consent-service/core/ports/TokenMac")<
  TokenMac,
  {
    /**
     * HMAC-SHA-256 (RFC 2104) of a text's UTF-8 bytes.
     *
     * @param key - its UTF-8 bytes are the key
     * @returns 32 bytes; at once where the platform can
     */
    readonly sign: (key: string, text: string) => Effect.Effect<Uint8Array>
  }
>() {}
