/**
 * Strings of limited length. Characters are Unicode code points, not UTF-16 units or bytes.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** How many characters a text has. */
export const charactersIn = (text: string): number => Array.from(text).length

/** Whether a text has at most so many characters. */
export const hasAtMost = (text: string, characters: number): boolean =>
  // No text has more characters than units, so that the usual, short one need not be taken apart.
  text.length <= characters || charactersIn(text) <= characters

/** The first characters of a text, so many at most. */
export const firstCharacters = (text: string, characters: number): string =>
  hasAtMost(text, characters) ? text : Array.from(text).slice(0, characters).join("")

/** Whether a string is accepted in a body, so that it can be stored: no U+0000 and no unpaired surrogate. */
export const isRecordable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/** Text of at most so many characters. */
export const atMost = (characters: number) =>
  Schema.String.pipe(
    Schema.filter((text) => hasAtMost(text, characters), {
      message: () => `must have at most ${characters} characters`,
      jsonSchema: { maxLength: characters },
    }),
  )
