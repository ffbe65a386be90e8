import { assert, describe, it } from "@effect/vitest"
import { compileDispatch } from "./DispatchTable.js"
import { plainRoute } from "../testing/PlainRoute.js"
import type { Route } from "./Route.js"

const route = (method: string, template: string): Route => ({
  ...plainRoute,
  method,
  template,
  run: () => ({ _tag: "RouteUnknown" }),
})

const dispatch = compileDispatch([route("GET", "/init"), route("POST", "/subjects"), route("GET", "/subjects/:id")])

const found = (path: string) => {
  const match = dispatch(path)
  return match === null ? null : { allow: match.routes.allow, parameters: match.parameters }
}

describe("the dispatch table", () => {
  it("finds a plain path, and HEAD wherever GET is", () => {
    assert.deepStrictEqual(found("/init"), { allow: "GET, HEAD, OPTIONS", parameters: {} })
    assert.deepStrictEqual(found("/subjects"), { allow: "POST, OPTIONS", parameters: {} })
  })

  it("decodes a path's parameter", () => {
    assert.deepStrictEqual(found("/subjects/sub_%C3%A9"), { allow: "GET, HEAD, OPTIONS", parameters: { id: "sub_é" } })
  })

  it("decodes a parameter that looks like the template literally", () => {
    assert.deepStrictEqual(found("/subjects/:id")?.parameters, { id: ":id" })
  })

  it("matches a digest between two fixed parts, and no other parameter there", () => {
    const scripts = compileDispatch([
      route("GET", "/cs.js"),
      route("GET", "/cs.:digest.js"),
      route("GET", "/c.:digest"),
    ])
    const digest = "0123456789abcdef0123456789abcdef"
    assert.deepStrictEqual(scripts(`/cs.${digest}.js`)?.parameters, { digest })
    assert.deepStrictEqual(scripts(`/c.${digest}`)?.parameters, { digest })
    assert.deepStrictEqual(scripts("/cs.js")?.parameters, {})
    for (const other of ["other", digest.toUpperCase(), `${digest}0`, digest.slice(1), `x.${digest}`, "", ":digest"])
      assert.isNull(scripts(`/cs.${other}.js`), other)
  })

  it("gives the last parameter all remaining segments, where the route takes them", () => {
    const tiles = compileDispatch([
      { ...route("GET", "/log/tile/:tile"), takesRest: true },
      route("GET", "/log/tile/of/:id"),
      route("GET", "/log/:name"),
    ])
    const tileOf = (path: string) => tiles(path)?.parameters ?? null
    assert.deepStrictEqual(tileOf("/log/tile/0/x001/067.p/3"), { tile: "0/x001/067.p/3" })
    assert.deepStrictEqual(tileOf("/log/tile/0"), { tile: "0" })
    assert.deepStrictEqual(tileOf("/log/tile/%C3%A9/b"), { tile: "é/b" })
    assert.deepStrictEqual(tileOf("/log/tile"), { name: "tile" })
    for (const path of [
      "/log/tile/",
      "/log/tile/0/",
      "/log/tile//0",
      "/log/tile/../x",
      "/log/tile/a/.%2E/x",
      "/log/tile/./x",
      "/log/tile/0//1",
      "/log/tile/%E0%A4%A/0",
    ])
      assert.isNull(tileOf(path), path)
  })

  it.each([
    "/INIT",
    "//init",
    "/init;a.css",
    "/subjects/",
    "/subjects//",
    "/subjects/a/b",
    "/subjects/%E0%A4%A",
    "/%69nit",
    "",
  ])("%j is not a route", (path) => {
    assert.isNull(found(path))
  })
})
