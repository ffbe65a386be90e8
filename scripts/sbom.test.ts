import { assert, describe, it } from "vitest"
import { integrities, sbomOfPackage } from "./sbom.mjs"

describe("integrities", () => {
  it("reads the digests of the lockfile's packages", () => {
    const lockfile =
      "packages:\n\n  '@a/b@1.0.0':\n    resolution: {integrity: sha512-AAEC}\n\n  c@2.0.0:\n    resolution: {integrity: sha512-/w==}\n"
    assert.deepStrictEqual(
      [...integrities(lockfile)],
      [
        ["@a/b@1.0.0", "000102"],
        ["c@2.0.0", "ff"],
      ],
    )
  })
})

describe("the bill of materials", () => {
  const { components, dependencies, metadata } = sbomOfPackage("service")
  const byName = new Map(components.map((component) => [component.name, component]))

  it("describes the package by its URL", () => {
    assert.strictEqual(metadata.component.name, "consent-service")
    assert.strictEqual(metadata.component["bom-ref"], `pkg:npm/consent-service@${metadata.component.version}`)
  })

  it("has dependencies and peers, with license and digest, and tells what is optional", () => {
    const { hashes, licenses, purl, scope } = byName.get("effect") ?? assert.fail("no effect")
    assert.match(purl, /^pkg:npm\/effect@3\./)
    assert.deepStrictEqual([scope, licenses, hashes?.[0]?.alg], ["required", [{ license: { id: "MIT" } }], "SHA-512"])
    assert.strictEqual(byName.get("@effect/sql-pg")?.scope, "optional")
    for (const { licenses: known, name } of components) assert.isDefined(known, name)
    for (const { hashes: known, name } of components) {
      if (!name.startsWith("@consent-service/")) assert.isDefined(known, name)
    }
  })

  it("has packages of which files are shipped, without what those depend on", () => {
    assert.isTrue(byName.has("swagger-ui-dist"))
    assert.isFalse(byName.has("@scarf/scarf"))
  })

  it("lists the dependencies of each component, all of them components", () => {
    const refs = new Set([metadata.component, ...components].map((component) => component["bom-ref"]))
    assert.sameMembers(
      dependencies.map(({ ref }) => ref),
      [...refs],
    )
    for (const { dependsOn, ref } of dependencies)
      for (const one of dependsOn) assert.isTrue(refs.has(one), `${ref}: ${one}`)
  })
})
