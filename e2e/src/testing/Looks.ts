/**
 * The display settings that surfaces are tested under.
 *
 * @module
 */
import type { VisitorSpec } from "./Visitor.js"

/** Name and visitor of each look. */
export const looks: ReadonlyArray<readonly [name: string, visitor: VisitorSpec]> = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["right-to-left", { locale: "he-IL" }],
  ["dark-right-to-left", { colorScheme: "dark", locale: "he-IL" }],
  ["forced-colors", { forcedColors: "active" }],
  ["narrow", { viewport: { width: 320, height: 568 } }],
]
