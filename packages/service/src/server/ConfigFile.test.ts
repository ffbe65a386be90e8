import { assert, describe, it } from "@effect/vitest"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { run } from "../testing/RunCli.js"

const written = async (name: string, content: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "cs-config-file-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** Files that the operator got wrong around a secret, and where the problem is. */
const malformed: ReadonlyArray<readonly [name: string, content: string, problem: RegExp]> = [
  ["c.json", '{"apiKeys":[S3CRET]}', /line 1, column 13/],
  ["c.json", '{"apiKeys":["S3CRET]}', /line 1, column 13/],
  ["c.yaml", "port: 1\npassword: @S3CRET\n", /quote the text at line 2, column 11/],
  ["c.yaml", "password: *S3CRET\n", /alias of nothing.* at line 1, column 11/],
  ["c.yaml", "password: !S3CRET\n", /unknown tag.* at line 1, column 11/],
  ["c.yaml", "password: !S3CRET!x y\n", /unknown tag.* at line 1, column 11/],
  ["c.yaml", "password: %S3CRET\n", /line 1, column 11/],
  ["c.yaml", "password: a: S3CRET\n", /line 1, column 11/],
  ["c.yaml", "password: {{ S3CRET }}\n", /list or mapping as a key.* at line 1, column 12/],
  ["c.yaml", 'password: "S3CRET\n', /line \d/],
  ["c.yaml", 'password: "\\S3CRET"\n', /line 1, column 1/],
  ["c.yaml", "apiKeys: [S3CRET\n", /line \d/],
  ["c.yaml", "S3CRET: 1\nS3CRET: 2\n", /a key that is there already at line 2, column 1/],
  ["c.yaml", "- S3CRET\nS3CRET\n", /line 2, column 1/],
  ["c.yaml", "a: 1\n---\nS3CRET: 1\n", /a second document/],
]

describe("a file that is malformed around a secret", () => {
  it.each(malformed)(
    "is named with the place of its problem, and without its text: %s %j",
    async (name, content, problem) => {
      const path = await written(name, content)
      const warnings: Array<Error> = []
      const warned = (warning: Error): void => void warnings.push(warning)
      process.on("warning", warned)
      onTestFinished(() => void process.off("warning", warned))
      for (const command of [
        ["config", "check", "--config"],
        ["serve", "--config"],
        ["policy", "check"],
      ]) {
        const { code, error, out } = await run(...command, path)
        assert.isAbove(code, 0)
        assert.match(error, problem)
        assert.notInclude(error + out, "S3CRET")
      }
      await new Promise(setImmediate)
      assert.deepStrictEqual(warnings, [])
    },
  )
})
