import { defaultScriptSettings, type ScriptSettings } from "@consent-service/adapter-http/script"
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { checkRoutes, RoutePath } from "./RoutePaths.js"

const page = { specPath: "/spec.json", docsPath: "/docs" }

const wrong = (description: typeof page | null, script: Partial<ScriptSettings> = {}) =>
  checkRoutes(description, { ...defaultScriptSettings, ...script }).map(({ option }) => option)

describe("the paths of movable routes", () => {
  it("the defaults do not meet", () => {
    assert.deepStrictEqual(wrong(page), [])
  })

  it.each([
    ["the document on a route of the API", { ...page, specPath: "/init" }, {}, ["openapi.specPath"]],
    ["the page where ids are", { ...page, docsPath: "/subjects/docs" }, {}, ["openapi.docsPath"]],
    ["both on one path", { specPath: "/docs", docsPath: "/docs" }, {}, ["openapi.docsPath"]],
    ["the document on a file of the page", { ...page, specPath: "/docs/viewer.js" }, {}, ["openapi.specPath"]],
    ["a script on the document", page, { path: "/spec.json" }, ["script.path"]],
    ["a script on a file of the page", page, { iabPath: "/docs/start.js" }, ["script.iabPath"]],
    ["a script on a route of the API", page, { headlessPath: "/consents/check" }, ["script.headlessPath"]],
    ["two scripts on one path", page, { headlessPath: "/cs.js" }, ["script.headlessPath"]],
  ])("%s is reported", (_, description, script, options) => {
    assert.deepStrictEqual(wrong(description, script), options)
  })

  it("a part that is switched off takes no path", () => {
    assert.deepStrictEqual(wrong(null, { path: "/docs", iabPath: "/spec.json" }), [])
    assert.deepStrictEqual(wrong({ ...page, specPath: "/cs.js" }, { enabled: false }), [])
  })

  it("the document may be below the page", () => {
    assert.deepStrictEqual(wrong({ docsPath: "/docs", specPath: "/docs/openapi.json" }), [])
  })

  it.each([
    "",
    "docs",
    "/",
    "/docs/",
    "//docs",
    "/a//b",
    "/.",
    "/a/../b",
    "/a b",
    "/:id",
    "/a?b",
    "/a#b",
    "/é",
    "/%41",
  ])("%j is no path", (path) => {
    assert.isFalse(Schema.is(RoutePath)(path))
  })

  it("a request for a path arrives under exactly this path", () => {
    const characters = FastCheck.stringOf(FastCheck.constantFrom(..."ab./~-_%:?#é "), { maxLength: 8 })
    FastCheck.assert(
      FastCheck.property(characters, (text) => {
        const path = `/${text}`
        FastCheck.pre(Schema.is(RoutePath)(path))
        assert.strictEqual(new URL(`http://consent.example${path}`).pathname, path)
      }),
    )
  })
})
