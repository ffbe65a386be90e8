import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type DocsAsset, docsAssets, makeDocsAssets } from "./Page.js"

const { resolve } = createRequire(import.meta.url)
const original = (name: string) => readFileSync(resolve(`swagger-ui-dist/${name}`), "utf8")

const readFrom = (assets: ReadonlyArray<DocsAsset>, wanted: DocsAsset["name"]) =>
  (assets.find(({ name }) => name === wanted) ?? assert.fail(`there is no ${wanted}`)).read()

describe("the files of the API's page", () => {
  it("are the viewer as its makers publish it (missing? `npm run build` copies it)", async () => {
    assert.strictEqual(await readFrom(docsAssets, "viewer.js"), original("swagger-ui-bundle.js"))
    assert.strictEqual(await readFrom(docsAssets, "viewer.css"), original("swagger-ui.css"))
  })

  it("say what they are, in UTF-8", () => {
    const types = docsAssets.map(({ contentType, name }) => [name, contentType])
    assert.deepStrictEqual(Object.fromEntries(types), {
      "viewer.js": "text/javascript; charset=utf-8",
      "viewer.css": "text/css; charset=utf-8",
      "start.js": "text/javascript; charset=utf-8",
    })
  })

  it("are read from the package's viewer folder, once, when first asked for", async () => {
    const asked: Array<string> = []
    const assets = makeDocsAssets(async (file) => {
      asked.push(file.href)
      return "text"
    })
    assert.isEmpty(asked)
    const [one, other] = await Promise.all([readFrom(assets, "viewer.css"), readFrom(assets, "viewer.css")])
    assert.deepStrictEqual([one, other, await readFrom(assets, "viewer.css")], ["text", "text", "text"])
    assert.deepStrictEqual(asked, [new URL("../../viewer/swagger-ui.css", import.meta.url).href])
  })

  it("a failed read is null and is tried again", async () => {
    const outcomes = [Promise.reject(new Error("no such file")), Promise.resolve("text")]
    const assets = makeDocsAssets(() => outcomes.shift() ?? assert.fail("read more often than needed"))
    assert.isNull(await readFrom(assets, "viewer.js"))
    assert.strictEqual(await readFrom(assets, "viewer.js"), "text")
    assert.strictEqual(await readFrom(assets, "viewer.js"), "text")
  })

  it("without a file system only our own lines are there", async () => {
    const assets = makeDocsAssets(undefined)
    assert.isNull(await readFrom(assets, "viewer.js"))
    assert.isNull(await readFrom(assets, "viewer.css"))
    assert.isNotNull(await readFrom(assets, "start.js"))
  })
})
