// @ts-check
// Tracked files refer only to what is in the repository: every Markdown file that they name exists, and no number refers to a
// list that readers do not have.
import { posix } from "node:path"
import { readTracked, trackedFiles } from "./tracked.mjs"
import { StepFailed } from "./workspace.mjs"

/** Whether a file is checked: our text files, except the tests of this check and of links, which contain planted pages. */
const isChecked = (/** @type {string} */ path) =>
  /\.(ts|mts|mjs|cjs|js|md|json|jsonc|yml|yaml|html|css|sh|sql)$/.test(path) &&
  !/lock\.(json|yaml)$|^scripts\/(references|llms|shipped-docs)\.test\.ts$/.test(path)

/** A Markdown file, as a path or a name; addresses of other sites are removed before. */
const markdown = /(?<![\w*<>…/.-])[\w./-]*\w\.md\b/g

/** Numbers of items in lists that are not in the repository. Decisions here have four digits: `0017`. */
const numbers = [
  /\bcontract (?:decisions?|section)\b/i,
  /\bdecisions? \d{1,2}\b(?![.,]?\d| ?%)/i,
  /(?<!RFC \d+,? )\bsections? \d+\.\d/i,
  /§\s?\d/,
  /\bissue #?\d+\b/i,
  /\b(?:wire|policy|service|browser|contract|reliability) \d+\.\d/,
  // Marks of requirements, such as P and a number in parentheses. T1 is what edge networks send for Tor.
  /\((?!T1\))[PTMFB]\d{1,2}[a-z]?(?:(?:, | and | to )[PTMFB]?\d{1,2}[a-z]?)*\)/,
]

/** @param {string} text */
const withoutAddresses = (text) => text.replace(/\bhttps?:\/\/\S+/g, "")

/**
 * Finds references to what is not in the repository.
 *
 * @param {string} path of the file, relative to the root
 * @param {string} text its content
 * @param {(path: string) => boolean} exists whether the repository has a file, by its path from the root
 * @returns {ReadonlyArray<string>} one line for each, as `path:line: reference`
 */
export const strayReferences = (path, text, exists) =>
  text.split("\n").flatMap((full, index) => {
    const line = withoutAddresses(full)
    const named = Array.from(line.matchAll(markdown), ([name]) => name).filter(
      (name) => !exists(posix.normalize(name)) && !exists(posix.join(posix.dirname(path), name)),
    )
    const numbered = numbers.flatMap((pattern) => pattern.exec(line)?.[0] ?? [])
    return [...named, ...numbered].map((reference) => `${path}:${index + 1}: ${reference}`)
  })

/** Fails if a tracked file refers to a document that is not in the repository. */
export const checkReferences = async () => {
  const tracked = trackedFiles()
  const known = new Set(tracked)
  const stray = tracked.filter(isChecked).flatMap((path) => {
    const text = readTracked(path)
    return text === null ? [] : strayReferences(path, text, (name) => known.has(name))
  })
  if (stray.length > 0) {
    throw new StepFailed(
      "these refer to documents that are not in the repository: state the rule, or link into docs/",
      stray.join("\n"),
    )
  }
}
