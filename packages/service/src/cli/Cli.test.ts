import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { recommendedPolicyRules } from "../index.js"
import { run } from "../testing/RunCli.js"

const optIn = { id: "eu", match: { countries: ["DE", "FR"], fallback: true }, model: "opt-in", prompt: "choice" }
const noConsent = { id: "world", match: { isDefault: true }, model: "none", prompt: "none" }

let folder = ""
const file = async (name: string, content: unknown): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content))
  return path
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cs-cli-"))
})
afterAll(() => rm(folder, { recursive: true }))

describe("the command line", () => {
  it("--help lists every command, and each command its options", async () => {
    const { code, out } = await run("--help")
    assert.strictEqual(code, 0)
    for (const command of ["check", "prove", "diff", "resolve"]) {
      assert.include(out, `policy ${command}`)
      const help = await run("policy", command, "--help")
      assert.strictEqual(help.code, 0)
      assert.match(help.out, new RegExp(`^Usage: consent-service policy ${command} `))
      assert.include(help.out, "--json")
    }
  })

  it.each([
    [[]],
    [["policy"]],
    [["policy", "check"]],
    [["policy", "check", "a", "b"]],
    [["policy", "check", "a", "--unknown"]],
    [["policy", "check", "/nowhere/rules.json"]],
    [["policy", "diff", "a"]],
    [["policy", "prove", "a", "--allow", "everything"]],
    [["policy", "prove", "a", "--statements", "/nowhere"]],
  ])("%j is wrong usage: exit code 2, and what is right", async (args) => {
    const { code, error, out } = await run(...args)
    assert.strictEqual(code, 2)
    assert.include(error + out, "Usage: consent-service")
  })

  it.each([
    [["serve", "--port", "abc"], "server.port (--port)"],
    [["serve", "--port", "70000"], "server.port (--port)"],
    [["serve", "--workers", "none"], "server.workers (--workers)"],
    [["serve", "--database", "mongodb://db"], "database (--database)"],
    [["serve", "--config", "/nowhere/nope.json"], "/nowhere/nope.json: no such file"],
    [["config", "check", "--config", "/nowhere/nope.json"], "/nowhere/nope.json: no such file"],
    [["config", "print", "--port", "abc"], "server.port (--port)"],
    [["retention", "--config", "/nowhere/nope.json"], "/nowhere/nope.json: no such file"],
    [["script-tag", "--config", "/nowhere/nope.json"], "/nowhere/nope.json: no such file"],
  ])("%j has a wrong flag or a file that cannot be read: exit code 2, and what is wrong", async (args, problem) => {
    const { code, error } = await run(...args)
    assert.strictEqual(code, 2)
    assert.include(error, problem)
  })

  it("exits 1 for a configuration whose content is wrong", async () => {
    const path = await file("wrong-option.json", { colour: "red" })
    for (const command of [["serve"], ["config", "check"]]) {
      const { code, error } = await run(...command, "--config", path)
      assert.strictEqual(code, 1)
      assert.include(error, "colour (wrong-option.json)")
    }
  })

  it("runs as a program", async () => {
    const program = fileURLToPath(new URL("../../bin/consent-service.js", import.meta.url))
    const rules = await file("program.json", [optIn])
    const { stdout } = await promisify(execFile)(program, ["policy", "check", rules, "--json"])
    assert.deepStrictEqual(JSON.parse(stdout).errors, [])
    const failed: { code?: unknown } = await promisify(execFile)(program, ["policy", "check"]).catch((error) => error)
    assert.strictEqual(failed.code, 2)
  })
})

describe("a file of rules", () => {
  it.each<[string, string, unknown]>([
    ["an array as JSON", "a.json", [optIn]],
    ["a manifest as JSON", "b.json", { policyRules: [optIn] }],
    ["a configuration as JSON", "c.json", { database: "x", manifest: { policyRules: [optIn] } }],
    ["a module's default export", "d.mjs", `export default [${JSON.stringify(optIn)}]`],
    ["a module's policyRules", "e.mjs", `export const policyRules = [${JSON.stringify(optIn)}]`],
    ["a module's configuration", "f.mjs", `export default { manifest: { policyRules: [${JSON.stringify(optIn)}] } }`],
  ])("can be %s", async (_, name, content) => {
    const { code, out } = await run("policy", "resolve", await file(name, content), "--country", "de", "--json")
    assert.strictEqual(code, 0)
    assert.strictEqual(JSON.parse(out).policyResolution.policyId, "eu")
  })

  it.each<[string, string, unknown]>([
    ["JSON that is invalid", "g.json", "{"],
    ["a value without rules", "h.json", { rules: [] }],
    ["a module that throws", "i.mjs", "throw new Error('no rules today')"],
  ])("%s is reported, exit code 2", async (_, name, content) => {
    const path = await file(name, content)
    const { code, error } = await run("policy", "check", path)
    assert.strictEqual(code, 2)
    assert.isTrue(error.startsWith(`${path}: `), error)
  })
})

describe("policy check", () => {
  it.each(["rules.json", "rules.mjs", "."])(
    "of a file that is not there says what to do, in one line: %s",
    async (name) => {
      const path = name === "." ? folder : join(folder, "none", name)
      const { code, error, out } = await run("policy", "check", path)
      assert.deepStrictEqual([code, out], [2, ""])
      assert.match(error, /no such file; give the path of a \.json or \.yaml file/)
      const [, usage, ...more] = error.trim().split("\n")
      assert.match(usage ?? "", /^Usage: /)
      assert.isEmpty(more)
      assert.notMatch(error, /ENOENT|EISDIR|imported from/)
    },
  )

  it("exits 0 with warnings, 1 with errors, and prints all of them", async () => {
    const fine = await run("policy", "check", await file("warn.json", [{ ...optIn, match: { countries: ["DE"] } }]))
    assert.strictEqual(fine.code, 0)
    assert.include(fine.out, "warning: no rule has match.isDefault")
    assert.include(fine.out, "errors: 0, warnings: 2")
    const wrong = await run("policy", "check", await file("wrong.json", [{ ...optIn, model: "ask" }, { id: "x" }]))
    assert.strictEqual(wrong.code, 1)
    assert.include(wrong.out, "error: rule 'eu': model")
    assert.include(wrong.out, "error: rule 'x': match")
  })

  it("reads the configuration that serve reads, in YAML and in TypeScript, too", async () => {
    const yaml = join(folder, "consent.config.yaml")
    await writeFile(
      yaml,
      `manifest:\n  policyRules:\n    - ${JSON.stringify({ ...optIn, match: { isDefault: true } })}\n`,
    )
    const typescript = join(folder, "consent.config.ts")
    await writeFile(
      typescript,
      `const rules: ReadonlyArray<object> = [${JSON.stringify({ ...optIn, match: { isDefault: true } })}]
export default { manifest: { policyRules: rules } }`,
    )
    for (const path of [yaml, typescript]) {
      const { code, error, out } = await run("policy", "check", path)
      assert.deepStrictEqual([code, error], [0, ""])
      assert.include(out, "errors: 0")
    }
  })

  it("knows whether IAB is on from the manifest, and from --iab and --no-iab", async () => {
    const iab = { ...optIn, model: "iab" }
    const on = await file("iab-on.json", { policyRules: [iab], iab: { enabled: true } })
    const off = await file("iab-off.json", { policyRules: [iab] })
    assert.strictEqual((await run("policy", "check", on)).code, 0)
    assert.strictEqual((await run("policy", "check", on, "--no-iab")).code, 1)
    assert.strictEqual((await run("policy", "check", off)).code, 1)
    assert.strictEqual((await run("policy", "check", off, "--iab")).code, 0)
  })
})

describe("policy prove", () => {
  it("proves the recommended rules", async () => {
    const rules = await file("recommended.json", recommendedPolicyRules())
    const statements = await file(
      "statements.txt",
      "# what we promised\nEEA and UK => model is opt-in and preselects nothing\nlocation unknown => strictest\n\n",
    )
    const { code, out } = await run("policy", "prove", rules, "--statements", statements)
    assert.strictEqual(code, 0, out)
    assert.include(out, "holds: EEA and UK => model is opt-in")
    assert.include(out, "holds: location unknown => strictest")
  })

  it("exits 1 for a refuted statement and names who refutes it", async () => {
    const rules = await file("refuted.json", [optIn, noConsent])
    const { code, out } = await run("policy", "prove", rules, "--statement", "DE and HR => model is opt-in")
    assert.strictEqual(code, 1)
    assert.match(out, /refuted: DE and HR[^]*HR: rule 'world' by default, model none/)
  })

  it("exits 1 for a finding, unless it is allowed", async () => {
    const rules = await file("finding.json", [optIn])
    assert.strictEqual((await run("policy", "prove", rules)).code, 1)
    assert.strictEqual((await run("policy", "prove", rules, "--allow", "uncovered")).code, 0)
  })
})

describe("policy diff", () => {
  it("exits 0 when nothing is weaker, 1 when something is, 0 again when that is meant", async () => {
    const before = await file("before.json", [optIn, noConsent])
    const weaker = await file("weaker.json", [{ ...optIn, model: "opt-out", prompt: "notice" }, noConsent])
    const same = await run("policy", "diff", before, before)
    assert.deepStrictEqual([same.code, same.out], [0, "no visitor is treated differently"])
    const worse = await run("policy", "diff", before, weaker)
    assert.strictEqual(worse.code, 1)
    assert.include(worse.out, "model opt-in becomes opt-out")
    assert.strictEqual((await run("policy", "diff", before, weaker, "--allow-weaker")).code, 0)
    assert.strictEqual((await run("policy", "diff", weaker, before)).code, 0)
  })

  it("exits 1 when one of the two cannot be used", async () => {
    const before = await file("usable.json", [optIn])
    const wrong = await file("unusable.json", [{ id: "x" }])
    const { code, out } = await run("policy", "diff", before, wrong, "--allow-weaker")
    assert.strictEqual(code, 1)
    assert.include(out, "error after: rule 'x'")
  })
})

describe("policy resolve", () => {
  it("prints the rule, the law and the language of one visitor", async () => {
    const rules = await file("resolve.json", recommendedPolicyRules())
    const args = ["--country", "US", "--region", "CA", "--gpc", "--language", "es-MX"]
    const { code, out } = await run("policy", "resolve", rules, ...args)
    assert.strictEqual(code, 0)
    assert.include(out, "rule 'us_privacy_states_opt_out' by region: model opt-out, prompt none")
    assert.include(out, "GPC denies marketing, measurement")
    assert.include(out, "jurisdiction CCPA, texts in es")
  })

  it("prints as JSON what /init would answer", async () => {
    const rules = await file("resolve-json.json", recommendedPolicyRules())
    const { out } = await run("policy", "resolve", rules, "--json")
    const { jurisdiction, language, location, policyResolution } = JSON.parse(out)
    assert.deepStrictEqual([jurisdiction, language], ["NONE", "en"])
    assert.deepStrictEqual(location, { countryCode: null, regionCode: null })
    assert.deepInclude(policyResolution, { status: "matched", policyId: "europe_opt_in", matchedBy: "fallback" })
  })

  it.each([
    [["--country", "Germany"], `--country must be an ISO 3166-1 alpha-2 code, such as DE, got "Germany"`],
    [["--country", "UK"], `--country must be an ISO 3166-1 alpha-2 code, such as DE, got "UK"; did you mean GB?`],
    [
      ["--country", "US", "--region", "California"],
      `--region must be an ISO 3166-2 code, such as US-CA, or its part behind the country, such as CA, got "California"`,
    ],
    [["--region", "CA"], "--region needs the country that it is part of"],
  ])("%j is no place: exit code 2, the option, what it expects and what came", async (args, message) => {
    const { code, error, out } = await run("policy", "resolve", await file("place.json", [optIn]), ...args)
    assert.deepStrictEqual([code, out, error.split("\n")[0]], [2, "", message])
  })

  it("exits 1 when nothing can be decided", async () => {
    const { code, out } = await run("policy", "resolve", await file("failed.json", [{ id: "x" }]))
    assert.strictEqual(code, 1)
    assert.include(out, "failed: invalid-configuration")
  })
})
