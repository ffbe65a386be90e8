import { assert, describe, it } from "vitest"
import { exportedFiles, packedProblems, typesVersionsOf } from "./manifest.mjs"

const exports = {
  ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
  "./policy": { types: "./dist/exports/policy.d.ts", default: "./dist/exports/policy.js" },
  "./bundles/*.js": "./bundles/*.js",
}

const complete = {
  description: "A package",
  license: "Apache-2.0",
  keywords: ["consent"],
  engines: { node: ">=20.19" },
  publishConfig: { access: "public", provenance: true },
  main: "./dist/index.js",
  types: "./dist/index.d.ts",
  exports,
  typesVersions: { "*": { policy: ["./dist/exports/policy.d.ts"] } },
  dependencies: { effect: "^3.22.4" },
}

describe("exportedFiles", () => {
  it("lists what exports and programs point to, patterns aside", () =>
    assert.deepEqual(exportedFiles({ exports, bin: { tool: "./bin/tool.js" } }), [
      "./dist/index.d.ts",
      "./dist/index.js",
      "./dist/exports/policy.d.ts",
      "./dist/exports/policy.js",
      "./bin/tool.js",
    ]))
})

describe("typesVersionsOf", () => {
  it("has the types of each subpath", () => assert.deepEqual(typesVersionsOf({ exports }), complete.typesVersions))

  it("is absent where there is no subpath with types", () =>
    assert.isUndefined(typesVersionsOf({ exports: { ".": exports["."] } })))
})

describe("packedProblems", () => {
  it("finds nothing wrong with a complete manifest", () => assert.deepEqual(packedProblems(complete), []))

  it.each(["catalog:", "catalog:peers", "workspace:^", "file:../core", "link:../core"])(
    "names a range that only this workspace understands: %s",
    (range) =>
      assert.deepEqual(packedProblems({ ...complete, peerDependencies: { effect: range } }), [
        `the range of effect is ${range}, which only this workspace understands`,
      ]),
  )

  it.each(["description", "license", "keywords", "engines", "main", "types"])("names the missing field %s", (field) =>
    assert.deepEqual(packedProblems({ ...complete, [field]: undefined }), [`package.json has no ${field}`]),
  )

  it.each([undefined, { access: "public" }])("shows the publishConfig that every package has: %j", (publishConfig) =>
    assert.deepEqual(packedProblems({ ...complete, publishConfig }), [
      'publishConfig must be {"access":"public","provenance":true}',
    ]),
  )

  it("shows the typesVersions that the exports require", () =>
    assert.deepEqual(packedProblems({ ...complete, typesVersions: undefined }), [
      'typesVersions must be {"*":{"policy":["./dist/exports/policy.d.ts"]}}',
    ]))
})
