/**
 * An event as a line of text: one JSON object that no text in it can break up, or disguise on a terminal.
 *
 * @module
 */

/** Characters that break lines, move the cursor, turn the text around or hide in it; JSON itself escapes some. */
const disguises = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const escapedUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`

const escaped = (character: string): string => character.split("").map(escapedUnit).join("")

/**
 * Writes an event as one line.
 *
 * @param time - when it happened
 */
import type { LogEvent } from "@consent-service/core/ports"
export const toLogLine = (event: LogEvent, time: Date): string =>
  JSON.stringify({ time: time.toISOString(), ...event }).replace(disguises, escaped)
