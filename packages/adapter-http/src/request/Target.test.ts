import { assert, describe, it } from "@effect/vitest"
import { decodeSegment, normalizeBasePath, routePath } from "./Target.js"

describe("routePath", () => {
  it.each([
    ["/init", "", "/init"],
    ["/init/", "", "/init"],
    ["/init//", "", "/init/"],
    ["/", "", "/"],
    ["/api/cs/init", "/api/cs/", "/init"],
    ["/api/cs", "/api/cs", "/"],
    ["/api/cs/", "api/cs", "/"],
    ["/api/cs2/init", "/api/cs", "/api/cs2/init"],
    ["/init", "/api/cs", "/init"],
    ["/init", "/", "/init"],
  ])("%s under the prefix %j is %s", (path, basePath, expected) => {
    assert.strictEqual(routePath(path, normalizeBasePath(basePath)), expected)
  })
})

describe("decodeSegment", () => {
  it("decodes a segment, or returns null where the encoding is broken", () => {
    assert.strictEqual(decodeSegment("a%20b"), "a b")
    assert.isNull(decodeSegment("%E0%A4%A"))
  })
})
