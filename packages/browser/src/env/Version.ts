/**
 * The version of the scripts, and of the contract they follow.
 *
 * @module
 */

/** That of every package.json; a constant, because a page reads no files. */
export const version: string = "0.1.0"

/** The contract version of this bundle (`x-cs-policy-contract`). */
export const contract = 1

declare const __VERSION_NUMBER__: number

/** A version as the 12-bit number that TC strings have room for: `1.2.3` is 102. */
export const versionNumber = (text: string): number => {
  const [major = 0, minor = 0] = text.split(".").map(Number)
  return Math.min(major * 100 + minor, 4095) || 1
}

/** That of the scripts. The build writes it down, so that they need not compute it. */
export const ownNumber: number =
  typeof __VERSION_NUMBER__ === "undefined" ? /* @__PURE__ */ versionNumber(version) : __VERSION_NUMBER__
