import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { inspectPolicyRules } from "consent-service"
import { policyRules } from "../policy.mjs"

const folder = fileURLToPath(new URL("..", import.meta.url))

/** Runs a script of package.json as a user would, through npm. */
const npmRun = (script: string): Promise<{ readonly code: number; readonly out: string }> =>
  new Promise((resolve) => {
    execFile("npm", ["run", "--silent", script], { cwd: folder }, (error, out) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, out }),
    )
  })

describe("a policy in a repository of its own", () => {
  it("has no error and nothing that looks like one", () => {
    assert.deepStrictEqual(inspectPolicyRules(policyRules), { errors: [], warnings: [] })
  })

  it("npm run check", async () => {
    assert.deepStrictEqual(await npmRun("check"), { code: 0, out: "errors: 0, warnings: 0\n" })
  })

  it("npm run prove", async () => {
    const { code, out } = await npmRun("prove")
    assert.strictEqual(code, 0, out)
    assert.strictEqual(out.match(/^holds: /gm)?.length, 6)
  })

  it("npm run diff: no visitor is protected less than before", async () => {
    const { code, out } = await npmRun("diff")
    assert.strictEqual(code, 0, out)
    assert.match(out, /stricter: model none becomes opt-in/)
    assert.match(out, /no visitor is protected less/)
  })
})
