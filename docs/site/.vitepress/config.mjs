// @ts-check
// The documentation as a site: the Markdown files of the repository, as they are, in one sidebar.
import { existsSync } from "node:fs"
import { posix, relative, resolve, sep } from "node:path"
import { env } from "node:process"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitepress"
import { sidebar } from "../sidebar.mjs"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** Where the source is browsed, such as `https://git.example/consent-service/blob/main/`; without it, source files are named and not linked. */
const source = env["DOCS_SOURCE_URL"]

/** The address of a page: that of a file in docs without the folder, and of a README without its name. @param {string} path */
const pageOf = (path) =>
  (path.startsWith("docs/") ? path.slice("docs/".length) : `repository/${path}`).replace(/README(?=\.md$)/, "index")

/** The file that a link means, relative to the root. @param {string} page absolute path @param {string} target */
const fileOf = (page, target) => {
  const path = target === "" ? page : resolve(page, "..", decodeURIComponent(target))
  const file = relative(root, path).split(sep).join("/")
  const readme = posix.join(file, "README.md")
  return existsSync(resolve(root, readme)) ? readme : file
}

/**
 * Rewrites the links of a page, which are those of files, to the addresses of the site.
 *
 * @param {import("vitepress").MarkdownRenderer} md
 */
const rewriteLinks = (md) => {
  md.core.ruler.push("repository_links", (state) => {
    /** @type {string} */
    const page = state.env.realPath ?? state.env.path
    const here = posix.dirname(pageOf(relative(root, page).split(sep).join("/")))
    let isSource = false
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === "link_close" && isSource) {
        token.tag = "span"
        isSource = false
      }
      const href = token.type === "link_open" ? String(token.attrGet("href")) : null
      if (href === null || /^[a-z]+:|^#/i.test(href)) continue
      const [target = "", anchor] = href.split("#")
      const file = fileOf(page, target)
      if (file.endsWith(".md")) {
        const address = posix.relative(here, pageOf(file))
        token.attrSet("href", `./${address}${anchor === undefined ? "" : `#${anchor}`}`)
      } else if (source === undefined) {
        token.tag = "span"
        token.attrs = [["title", `In the repository: ${file}`]]
        isSource = true
      } else token.attrSet("href", new URL(file, source).href)
    }
  })
}

export default defineConfig({
  title: "Consent Service",
  description: "Self-hosted consent management",
  lang: "en-US",
  srcDir: root,
  srcExclude: ["docs/site/**", "**/{.github,dist,.next,.tsbuild,coverage}/**"],
  rewrites: pageOf,
  base: env["DOCS_BASE"] ?? "/",
  cleanUrls: false,
  ignoreDeadLinks: [/^https?:\/\/localhost\b/],
  metaChunk: true,
  markdown: { config: rewriteLinks, theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" } },
  vite: { publicDir: false },
  themeConfig: {
    search: { provider: "local" },
    sidebar,
    outline: { level: [2, 3] },
    nav: [],
    docFooter: { prev: "Previous", next: "Next" },
  },
})
