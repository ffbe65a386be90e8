import { readdirSync, readFileSync } from "node:fs"
import { posix } from "node:path"
import { assert, describe, it } from "vitest"
import { shippedFiles, shippedOrigin, shippedPage } from "./shipped-docs.mjs"
import { fromRoot } from "./workspace.mjs"

const origin = {
  pages: new Map([
    ["README.md", "docs/overview.md"],
    ["docs/operate/keys.md", "docs/operate/keys.md"],
    ["docs/glossary.md", "docs/glossary.md"],
    ["packages/service/README.md", "README.md"],
  ]),
  packages: new Map([["packages/client/README.md", "@consent-service/client"]]),
  address: null,
}
const onRepository = { ...origin, address: "https://git.example/a/b/blob/v1.0.0" }

describe("a page in the package", () => {
  it.each([
    ["[x](https://a.example) [y](#here)", "[x](https://a.example) [y](#here)"],
    ["[glossary](../glossary.md#tenant)", "[glossary](../glossary.md#tenant)"],
    ["[start](../../README.md)", "[start](../overview.md)"],
    ["[`options`](../../packages/service/README.md#options)", "[`options`](../../README.md#options)"],
    ["[SDK](../../packages/client/README.md)", "[SDK](https://www.npmjs.com/package/@consent-service/client)"],
    ["[decision](../decisions/0001-a.md)", "decision"],
    ["`[code](../x.md)`\n```\n[code](../x.md)\n```", "`[code](../x.md)`\n```\n[code](../x.md)\n```"],
  ])("has %j as %j", (before, after) => assert.strictEqual(shippedPage(origin, "docs/operate/keys.md", before), after))

  it.each([
    [
      "[decision](../decisions/0001-a.md#why)",
      "[decision](https://git.example/a/b/blob/v1.0.0/docs/decisions/0001-a.md#why)",
    ],
    ["![banner](../images/banner.png)", "![banner](https://git.example/a/b/blob/v1.0.0/docs/images/banner.png)"],
  ])("links to the repository where it has a public address: %j", (before, after) =>
    assert.strictEqual(shippedPage(onRepository, "docs/operate/keys.md", before), after),
  )
})

describe("the documentation in the package", () => {
  it("has no link that leads out of it or to nothing", () => {
    const files = shippedFiles()
    const known = new Set([...files.keys(), "README.md"])
    const stray = [...files].flatMap(([page, content]) =>
      Array.from(
        content.replaceAll(/```[^]*?```|`[^`\n]*`/g, "").matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/gi),
        ([, target = ""]) => posix.join(posix.dirname(page), target),
      )
        .filter((target) => !known.has(target))
        .map((target) => `${page}: ${target}`),
    )
    assert.deepStrictEqual(stray, [])
    assert.includeMembers([...files.keys()], ["llms.txt", "CHANGELOG.md", "docs/README.md", "docs/operate/upgrade.md"])
  })
})

describe("the README of a package", () => {
  const { pages } = shippedOrigin()

  // npm shows it as it is: a relative link of the repository would lead nowhere.
  it.each(readdirSync(fromRoot("packages")))(
    "of %s links to addresses only, and names pages that are shipped",
    (name) => {
      const content = readFileSync(fromRoot(`packages/${name}/README.md`), "utf8")
      const prose = content.replaceAll(/```[^]*?```/g, "")
      const relative = Array.from(
        prose.replaceAll(/`[^`\n]*`/g, "").matchAll(/\]\((?![a-z]+:|#)([^)\s]+)/gi),
        ([, target]) => target,
      )
      assert.deepStrictEqual(relative, [])
      const named = Array.from(prose.matchAll(/`(docs\/[^`\s]+\.md)`/g), ([, page = ""]) => page)
      assert.deepStrictEqual(
        named.filter((page) => !pages.has(page)),
        [],
      )
    },
  )
})
