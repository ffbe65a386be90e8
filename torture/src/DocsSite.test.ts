/** The documentation as a site. In the short form, scripts/docs.test.ts checks the links alone. */
import { inForm } from "@consent-service/test-engines/form"
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const root = fileURLToPath(new URL("../..", import.meta.url))

describe("the documentation site", () => {
  it("has its commands explained by --help", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ["scripts/docs.mjs", "--help"], { cwd: root })
    assert.include(stdout, "Usage: npm run docs")
  })

  it.each(inForm({ short: [], full: ["builds, without a dead link and with its search"] }))(
    "%s",
    { timeout: 600_000 },
    async () => {
      // It fails on a dead link.
      await promisify(execFile)(process.execPath, ["scripts/docs.mjs", "build"], { cwd: root, maxBuffer: 1 << 26 })
      for (const page of ["index", "integrate/next", "repository/packages/client/index"]) {
        assert.isTrue(existsSync(`${root}docs/site/.vitepress/dist/${page}.html`), page)
      }
    },
  )
})
