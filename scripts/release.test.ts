import { assert, describe, it } from "vitest"
import { readManifest } from "./metadata.mjs"
import { inOrder, refusals, steps } from "./release.mjs"
import { fromRoot, run } from "./workspace.mjs"

const release = (...args: ReadonlyArray<string>) => run(process.execPath, [fromRoot("scripts/release.mjs"), ...args])

describe("npm run release", () => {
  it("--help names every step", async () => {
    const { code, output } = await release("--help")
    assert.strictEqual(code, 0)
    for (const { id, title } of steps) assert.include(output, `${id.padEnd(9)} ${title}`)
  })

  it("--dry-run shows why the release is refused, with the fix, and runs nothing", async () => {
    const refused = await refusals()
    const { code, output } = await release("--dry-run")
    assert.strictEqual(code, refused.length > 0 ? 1 : 0, output)
    for (const problem of refused) assert.include(output, problem.split("\n")[0] ?? problem)
    assert.include(output, "would run: ")
  })

  it("refuses a release without a public address, and names the one place for it", async () => {
    if (readManifest("package.json")["repository"] !== undefined) return
    assert.include((await refusals()).join("\n"), 'write "repository"')
  })

  it("refuses an unknown step", async () => {
    const { code, output } = await release("--only", "upload")
    assert.deepStrictEqual([code, output.includes("--only takes one of build, fixture")], [1, true])
  })

  it("uploads a package after those it depends on", () => {
    const order = inOrder()
    assert.strictEqual(order[0], "@consent-service/core")
    assert.isAbove(order.indexOf("consent-service"), order.indexOf("@consent-service/browser"))
  })
})
