/**
 * Which languages are written from right to left, so that a surface can set its `dir`.
 *
 * @module
 */
import { primarySubtag } from "./AcceptLanguage.js"

const rightToLeft: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ "ar arc ary arz azb ckb dv fa glk he iw khw ks lrc mzn nqo pnb ps sd syr ug ur yi".split(" "),
)

/**
 * The writing direction of a language, by its primary subtag: of the shipped ones Arabic and Hebrew are `rtl`; authored
 * texts may bring others.
 *
 * @example
 * ```ts
 * import { textDirection } from "@consent-service/core/browser"
 *
 * textDirection("he-IL") // "rtl"
 * textDirection("en") // "ltr"
 * ```
 */
export const textDirection = (language: string): "ltr" | "rtl" =>
  rightToLeft.has(primarySubtag(language)) ? "rtl" : "ltr"
