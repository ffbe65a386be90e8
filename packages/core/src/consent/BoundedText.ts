/**
 * Text of limited length, counted as the contract counts it: "characters" are Unicode code points, neither UTF-16 units
 * nor bytes (decision 42).
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** Whether a text has at most so many characters. */
export const hasAtMost = (text: string, characters: number): boolean =>
  // No text has more characters than units, so that the usual, short one need not be taken apart.
  text.length <= characters || Array.from(text).length <= characters

/** Whether a body can carry a text, so that it can be on record: no U+0000 and no unpaired surrogate (decision 42). */
export const isRecordable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/** Text of at most so many characters. */
export const atMost = (characters: number) =>
  Schema.String.pipe(
    Schema.filter((text) => hasAtMost(text, characters), {
      message: () => `must have at most ${characters} characters`,
      jsonSchema: { maxLength: characters },
    }),
  )
