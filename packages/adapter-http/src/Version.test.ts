import { assert, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { packageVersion } from "./Version.js"

it("the version is that of every package", () => {
  const packages = new URL("../../", import.meta.url)
  for (const name of readdirSync(packages)) {
    const { version } = JSON.parse(readFileSync(new URL(`${name}/package.json`, packages), "utf8"))
    assert.strictEqual(version, packageVersion, name)
  }
})
