// @ts-check
// Changesets and the one CHANGELOG: what a changeset says, which version follows, and the changelog with it. Pure.

/**
 * @typedef {"major" | "minor" | "patch"} Bump
 * @typedef {{ readonly bump: Bump, readonly text: string }} Change
 */

/** @type {ReadonlyArray<readonly [Bump, heading: string]>} */
const headings = [
  ["major", "Breaking"],
  ["minor", "Added and changed"],
  ["patch", "Fixed"],
]

const bumps = headings.map(([bump]) => bump)

/** @param {string} word @returns {Bump | null} */
const bumpOf = (word) => bumps.find((bump) => bump === word) ?? null

/**
 * A changeset as `npx changeset` writes it; its bump is the largest that it names.
 *
 * @param {string} content
 * @returns {Change}
 */
export const parseChangeset = (content) => {
  const [, front = "", body = ""] = /^---\n([^]*?)\n?---\n([^]*)$/.exec(content) ?? []
  const named = front.split("\n").flatMap((line) => bumpOf(/:\s*(\w+)\s*$/.exec(line)?.[1] ?? "") ?? [])
  const bump = bumps.find((one) => named.includes(one))
  if (bump === undefined) throw new Error(`a changeset names no package with major, minor or patch:\n${content}`)
  return { bump, text: body.trim() }
}

/**
 * The version after a release with these changes. Every public package has the same one.
 *
 * @param {string} version
 * @param {ReadonlyArray<Change>} changes
 */
export const nextVersion = (version, changes) => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number)
  const named = changes.map(({ bump }) => bump)
  if (named.includes("major")) return `${major + 1}.0.0`
  if (named.includes("minor")) return `${major}.${minor + 1}.0`
  return named.includes("patch") ? `${major}.${minor}.${patch + 1}` : version
}

/** The heading of what no version has yet. */
const unreleased = "## Unreleased"

/** @param {string} changelog @param {string} version */
export const hasVersion = (changelog, version) => changelog.includes(`\n## ${version} (`)

/** One list item, unless the text is a list already. @param {string} text */
const asItem = (text) => (text.startsWith("- ") ? text : `- ${text.replaceAll("\n", "\n  ")}`)

/**
 * The changelog with a section for a version: the changes, by kind, then what was written below "Unreleased".
 *
 * @param {string} changelog
 * @param {string} version
 * @param {string} date such as `2026-01-31`
 * @param {ReadonlyArray<Change>} changes
 */
export const released = (changelog, version, date, changes) => {
  if (hasVersion(changelog, version)) return changelog
  const sections = headings.flatMap(([bump, heading]) => {
    const items = changes.filter((change) => change.bump === bump).map(({ text }) => asItem(text))
    return items.length === 0 ? [] : [`### ${heading}\n\n${items.join("\n")}\n`]
  })
  const title = `## ${version} (${date})\n`
  const section = [title, ...sections].join("\n")
  if (changelog.includes(unreleased)) return changelog.replace(`${unreleased}\n`, () => section)
  const [head = "", ...versions] = changelog.split(/^(?=## )/m)
  return [head, `${section}\n`, ...versions].join("")
}
