/**
 * Strings of limited length. Characters are Unicode code points, not UTF-16 units or bytes.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/**
 * How many characters a text has.
 *
 * @example
 * ```ts
 * import { charactersIn } from "@consent-service/core/primitives"
 *
 * charactersIn("🍪") // 1
 * ```
 */
export const charactersIn = (text: string): number => Array.from(text).length

/**
 * Whether a text has at most a number of characters.
 *
 * @example
 * ```ts
 * import { hasAtMost } from "@consent-service/core/primitives"
 *
 * hasAtMost("🍪🍪", 2) // true
 * ```
 */
export const hasAtMost = (text: string, characters: number): boolean =>
  // No text has more characters than units, so that the usual, short one need not be taken apart.
  text.length <= characters || charactersIn(text) <= characters

/**
 * The first characters of a text, up to a number.
 *
 * @example
 * ```ts
 * import { firstCharacters } from "@consent-service/core/primitives"
 *
 * firstCharacters("🍪 and milk", 1) // "🍪"
 * ```
 */
export const firstCharacters = (text: string, characters: number): string =>
  hasAtMost(text, characters) ? text : Array.from(text).slice(0, characters).join("")

/**
 * Whether a string is accepted in a body, so that it can be stored: no U+0000 and no unpaired surrogate.
 *
 * @example
 * ```ts
 * import { isRecordable } from "@consent-service/core/primitives"
 *
 * isRecordable("shop\u0000") // false
 * ```
 */
export const isRecordable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/**
 * Text with a maximum number of characters.
 *
 * @example
 * ```ts
 * import { atMost } from "@consent-service/core/primitives"
 * import * as Schema from "effect/Schema"
 *
 * Schema.is(atMost(2))("🍪🍪") // true
 * Schema.is(atMost(2))("abc") // false
 * ```
 */
export const atMost = (characters: number) =>
  Schema.String.pipe(
    Schema.filter((text) => hasAtMost(text, characters), {
      message: () => `must have at most ${characters} characters`,
      jsonSchema: { maxLength: characters },
    }),
  )
