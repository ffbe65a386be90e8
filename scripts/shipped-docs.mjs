// @ts-check
// The documentation inside the main package: which pages it has, and where their links lead once they are installed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { llmsOf, readIndex } from "./llms.mjs"
import { readManifest, repositoryOf } from "./metadata.mjs"
import { fromRoot } from "./workspace.mjs"

/** What the package leaves out of docs/: decisions, and what is generated or drawn. */
const notShipped = /^docs\/(decisions|images|site|reference\/api)\//

/** Where the package has the README of the repository: it has one of its own. */
export const overview = ["docs", "overview"].join("/").concat(".md")

/** Pages outside docs/, by their path in the repository, and where the package has them. */
const elsewhere = new Map([
  ["README.md", overview],
  ["CHANGELOG.md", "CHANGELOG.md"],
  ["SECURITY.md", "SECURITY.md"],
  ["packages/service/README.md", "README.md"],
])

/** @returns {ReadonlyMap<string, string>} the pages of the package: from the path in the repository to the one in the package */
export const shippedPages = () => {
  const pages = readdirSync(fromRoot("docs"), { recursive: true, encoding: "utf8" })
    .map((file) => `docs/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".md") && !file.includes("node_modules/") && !notShipped.test(file))
    .sort()
  return new Map([...pages.map((page) => /** @type {const} */ ([page, page])), ...elsewhere])
}

/** Code, which is kept as it is, or a link with its text: `[text](target)`, `![text](target)`. */
const codeOrLink =
  /(?<code>```[^]*?```|`[^`\n]*`)|(?<image>!?)\[(?<text>(?:`[^`\n]*`|[^[\]`]|\[[^\n]*?\](?!\())*)\]\((?<target>[^)\s]+)(?: "[^"]*")?\)/g

/**
 * @typedef {object} Origin
 * @property {ReadonlyMap<string, string>} pages see `shippedPages`
 * @property {ReadonlyMap<string, string>} packages the other packages' names, by the path of their README
 * @property {string | null} address where the repository can be read, with the version in it; null without a public address
 */

/**
 * A link as it must be inside the package: to a shipped page, to another package, to the repository, or only its text.
 *
 * @param {Origin} origin
 * @param {string} page the page's path in the repository
 * @param {{ readonly image: string, readonly text: string, readonly target: string }} link
 */
const resolvedLink = ({ address, packages, pages }, page, { image, target, text }) => {
  if (/^([a-z]+:|#)/i.test(target)) return `${image}[${text}](${target})`
  const [path = "", anchor] = target.split("#")
  const file = posix.join(posix.dirname(page), decodeURIComponent(path))
  const end = anchor === undefined ? "" : `#${anchor}`
  const shipped = pages.get(file)
  if (shipped !== undefined) {
    const from = posix.dirname(pages.get(page) ?? page)
    return `${image}[${text}](${posix.relative(from, shipped)}${end})`
  }
  const name = packages.get(file)
  if (name !== undefined) return `[${text}](https://www.npmjs.com/package/${name}${end})`
  return address === null ? text : `${image}[${text}](${address}/${file}${end})`
}

/**
 * A page whose links work inside the package. Pure.
 *
 * @param {Origin} origin
 * @param {string} page the page's path in the repository
 * @param {string} content
 */
export const shippedPage = (origin, page, content) =>
  content.replace(codeOrLink, (whole, ...rest) => {
    const { code, image, target, text } = rest.at(-1)
    return code === undefined ? resolvedLink(origin, page, { image, target, text }) : whole
  })

/** @returns {Origin} that of this checkout */
export const shippedOrigin = () => {
  const repository = repositoryOf(readManifest("package.json"))
  const { version } = readManifest("packages/service/package.json")
  const others = readdirSync(fromRoot("packages")).filter((name) => name !== "service")
  return {
    pages: shippedPages(),
    packages: new Map(
      others.map((name) => [
        ["packages", name, "README.md"].join("/"),
        String(readManifest(`packages/${name}/package.json`)["name"]),
      ]),
    ),
    address: repository === null ? null : `${repository}/blob/v${version}`,
  }
}

/** @returns {ReadonlyMap<string, string>} what is copied into the main package: paths in it, and contents */
export const shippedFiles = () => {
  const origin = shippedOrigin()
  const read = (/** @type {string} */ page) => readFileSync(fromRoot(page), "utf8")
  const pages = [...origin.pages]
    // The package's own README is there already, and npm shows it as it is.
    .filter(([, to]) => to !== "README.md")
    .map(([from, to]) => /** @type {const} */ ([to, shippedPage(origin, from, read(from))]))
  const { entries, read: readEntry } = readIndex()
  const reachable = entries.filter(
    ({ path }) => origin.address !== null || origin.pages.has(path) || origin.packages.has(path),
  )
  const index = shippedPage(origin, "llms.txt", llmsOf({ entries: reachable, read: readEntry }))
  return new Map([...pages, ["llms.txt", index]])
}

/** Writes the documentation into the main package. @param {string} folder of the package */
export const writeShippedDocs = (folder) => {
  rmSync(join(folder, "docs"), { recursive: true, force: true })
  for (const [path, content] of shippedFiles()) {
    const file = join(folder, path)
    if (!existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}
