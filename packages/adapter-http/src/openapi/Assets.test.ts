import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type DocsAsset, docsAssets, makeDocsAssets } from "./Assets.js"

const { resolve } = createRequire(import.meta.url)
const original = (name: string) => readFileSync(resolve(`swagger-ui-dist/${name}`), "utf8")

const readFrom = (assets: ReadonlyArray<DocsAsset>, wanted: DocsAsset["name"]) =>
  (assets.find(({ name }) => name === wanted) ?? assert.fail(`there is no ${wanted}`)).read()

describe("the files of the API's page", () => {
  it("are the viewer as published (missing? `npm run build` copies it)", async () => {
    assert.strictEqual(await readFrom(docsAssets, "viewer.js"), original("swagger-ui-bundle.js"))
    assert.strictEqual(await readFrom(docsAssets, "viewer.css"), original("swagger-ui.css"))
  })

  it("have content types with UTF-8", () => {
    const types = docsAssets.map(({ contentType, name }) => [name, contentType])
    assert.deepStrictEqual(Object.fromEntries(types), {
      "viewer.js": "text/javascript; charset=utf-8",
      "viewer.css": "text/css; charset=utf-8",
      "start.js": "text/javascript; charset=utf-8",
    })
  })

  it("are loaded once, when first requested", async () => {
    const loaded: Array<string> = []
    const load = (name: string) => async () => {
      loaded.push(name)
      return `text of ${name}`
    }
    const assets = makeDocsAssets({ script: load("script"), style: load("style") })
    assert.isEmpty(loaded)
    const texts: Array<string | null> = await Promise.all([
      readFrom(assets, "viewer.css"),
      readFrom(assets, "viewer.css"),
    ])
    texts.push(await readFrom(assets, "viewer.css"))
    assert.deepStrictEqual(texts, ["text of style", "text of style", "text of style"])
    assert.deepStrictEqual(loaded, ["style"])
  })

  it("a failed load is null and is retried", async () => {
    const outcomes = [Promise.reject(new Error("no such module")), Promise.resolve("text")]
    const next = () => outcomes.shift() ?? assert.fail("loaded more often than needed")
    const assets = makeDocsAssets({ script: next, style: next })
    assert.isNull(await readFrom(assets, "viewer.js"))
    assert.strictEqual(await readFrom(assets, "viewer.js"), "text")
    assert.strictEqual(await readFrom(assets, "viewer.js"), "text")
    assert.isNotNull(await readFrom(assets, "start.js"))
  })
})
