/** The documentation: what it links to exists, and so do the tests that it names. */
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { sidebar } from "../docs/site/sidebar.mjs"
import { trackedFiles } from "./tracked.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))

const pages = trackedFiles().filter((path) => path.endsWith(".md") && existsSync(join(root, path)))

const read = (path: string): string => readFileSync(join(root, path), "utf8")

/** Removes code, where brackets and parentheses have another meaning. */
const prose = (text: string): string => text.replaceAll(/```[^]*?```/g, "").replaceAll(/`[^`\n]*`/g, "")

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (path: string): ReadonlyArray<string> =>
  Array.from(
    read(path)
      .replaceAll(/```[^]*?```/g, "")
      .matchAll(/^#+ (.*)$/gm),
    ([, title = ""]) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
  )

/** What is wrong with a link, or null. */
const brokenLink = (page: string, target: string): string | null => {
  if (/^[a-z]+:/i.test(target)) return null
  const [path = "", anchor] = decodeURIComponent(target).split("#")
  const file = path === "" ? page : normalize(join(dirname(page), path))
  if (!existsSync(join(root, file))) return `${target}: there is no ${file}`
  if (anchor === undefined || !file.endsWith(".md")) return null
  return anchorsOf(file).includes(anchor) ? null : `${target}: ${file} has no such heading`
}

describe("the documentation", () => {
  it.each(pages)("%s links to what exists", (page) => {
    const links = Array.from(prose(read(page)).matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g), ([, target = ""]) => target)
    assert.deepStrictEqual(
      links.flatMap((target) => brokenLink(page, target) ?? []),
      [],
    )
  })

  it.each(["SECURITY.md", "docs/promises.md"])("%s names tests that exist", (page) => {
    const tests = Array.from(read(page).matchAll(/`([\w/.-]+\.ts)`/g), ([, path = ""]) => path)
    assert.isNotEmpty(tests)
    for (const path of tests) assert.isTrue(existsSync(join(root, path)), path)
  })

  it("has each page of docs in its sidebar, and each page of its sidebar", () => {
    const listed = sidebar
      .flatMap(({ items }) => items)
      .map(({ link }) => link.slice(1))
      .map((link) => (link === "" || link.endsWith("/") ? `${link}README.md` : `${link}.md`))
      .map((path) => (path.startsWith("repository/") ? path.slice("repository/".length) : `docs/${path}`))
    for (const path of listed) assert.isTrue(existsSync(join(root, path)), path)
    const inDocs = pages.filter((path) =>
      /^docs\/(?!decisions\/\d|decisions\/dependencies|reference\/api\/)/.test(path),
    )
    assert.includeMembers(listed, inDocs)
  })
})
