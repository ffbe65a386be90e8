// @ts-check
// The examples in the docstrings of the public packages: each is a module that a reader can paste.
import { existsSync, readFileSync } from "node:fs"
import { trackedFiles } from "./tracked.mjs"
import { fromRoot } from "./workspace.mjs"

/** @typedef {import("./snippets.mjs").Snippet & { readonly folder: string }} Example where `folder` is that of its package */

const source = /^packages\/[^/]+\/src\/.*\.ts$/
const notPublished = /\.test\.ts$|\/testing\//

const host = /^packages\/service\/src\/host\/(\w+)\.ts$/

/**
 * Where the imports of a file's examples are found: in its package, and those of a host's entry in the example of that
 * host, which has the framework.
 *
 * @param {string} path
 */
const folderOf = (path) => {
  const example = `examples/${
    host
      .exec(path)?.[1]
      ?.replace(/(?<=[a-z])(?=[A-Z])/g, "-")
      .toLowerCase() ?? ""
  }`
  return host.test(path) && existsSync(fromRoot(example)) ? example : path.split("/", 2).join("/")
}

/** A docstring without its asterisks, line by line. @param {string} text */
const unwrapped = (text) => text.replace(/^[ \t]*\* ?/gm, "")

/** A docstring begins its line. @param {string} text */
const docstringsOf = (text) =>
  Array.from(text.matchAll(/^[ \t]*\/\*\*[^]*?\*\//gm), ({ 0: written, index }) => ({
    pos: index,
    text: unwrapped(written),
  }))

/** The start of a code block, up to its end or that of the docstring. */
const block = /^[ \t/*]*```(\w*)\n([^]*?)\n[ \t]*```[ \t]*$/gm

/**
 * The examples of a file.
 *
 * @param {string} path @param {string} text
 * @returns {{ readonly examples: ReadonlyArray<Example>, readonly unfenced: ReadonlyArray<number> }} and the lines of
 *   those that are no code blocks
 */
export const examplesOf = (path, text) => {
  const folder = folderOf(path)
  /** @param {number} at */
  const lineAt = (at) => text.slice(0, at).split("\n").length
  const docstrings = docstringsOf(text)
  return {
    examples: docstrings.flatMap(({ pos, text: doc }) =>
      Array.from(doc.matchAll(block), ({ 1: language = "", 2: code = "", index }) => {
        const line = lineAt(pos) + doc.slice(0, index).split("\n").length
        return /^tsx?$/.test(language) ? [{ page: path, line, code, file: null, folder }] : []
      }).flat(),
    ),
    unfenced: docstrings.flatMap(({ pos, text: doc }) =>
      Array.from(doc.matchAll(/@example(?![ \t]*\n```tsx?\n)/g), ({ index }) => {
        return lineAt(pos) + doc.slice(0, index).split("\n").length - 1
      }),
    ),
  }
}

/** @returns {ReadonlyArray<string>} the files whose examples are checked */
const checkedSources = () => trackedFiles().filter((path) => source.test(path) && !notPublished.test(path))

/** Every example of the public packages, and a line for each that is no code block. */
export const allExamples = () => {
  const files = checkedSources().map((path) => ({ path, ...examplesOf(path, readFileSync(fromRoot(path), "utf8")) }))
  return {
    examples: files.flatMap(({ examples }) => examples),
    problems: files.flatMap(({ path, unfenced }) =>
      unfenced.map((line) => `${path}:${line}: an @example is a block of code: \`\`\`ts`),
    ),
  }
}
