import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createHash } from "node:crypto"
import { createConsentService } from "../ConsentService.js"
import { run } from "../testing/RunCli.js"

const configOf = (options: object): string => {
  const file = join(mkdtempSync(join(tmpdir(), "cs-tag-")), "consent.config.json")
  writeFileSync(file, JSON.stringify({ database: "sqlite::memory:", ...options }))
  return file
}

const parts = (tag: string): { readonly src: string; readonly integrity: string } => {
  const [, src = "", integrity = ""] =
    /^<script src="([^"]+)" integrity="([^"]+)" crossorigin="anonymous"><\/script>$/.exec(tag) ?? []
  return { src, integrity }
}

/** What an instance of the same configuration serves at the address of a tag. */
const served = async (options: object, src: string) => {
  const service = createConsentService({ database: "sqlite::memory:", ...options })
  const answer = await service.handler(new Request(src))
  const body = await answer.text()
  await service.dispose()
  return { status: answer.status, integrity: `sha256-${createHash("sha256").update(body).digest("base64")}` }
}

describe("consent-service script-tag", () => {
  it.each([
    ["full", [], {}],
    ["headless", ["--bundle", "headless"], {}],
    ["iab, in a language", ["--bundle", "iab", "--language", "de"], {}],
    ["below a prefix", [], { basePath: "/consent" }],
  ])("prints a tag that an instance of this configuration serves: %s", async (_, args, more) => {
    const script = { backendURL: "https://consent.example/consent", config: { debug: false } }
    const options = { script, basePath: "/consent", ...more }
    const { code, error, out } = await run("script-tag", "--config", configOf(options), ...args)
    assert.deepStrictEqual([code, error], [0, ""])
    const { integrity, src } = parts(out)
    assert.match(src, /^https:\/\/consent\.example\/consent\/cs(\.headless|\.iab)?\.[0-9a-f]{32}\.js(\?language=de)?$/)
    assert.deepStrictEqual(await served(options, src), { status: 200, integrity })
  })

  it.each([
    [
      "embeds the policy where all visitors get the same",
      [{ id: "all", match: { isDefault: true }, model: "opt-in", prompt: "choice" }],
      "",
    ],
    [
      "says where it cannot",
      [{ id: "germany", match: { countries: ["DE"] }, model: "opt-in", prompt: "choice" }],
      "the policy does not travel with the script",
    ],
  ])("with --policy embedded, %s", async (_, policyRules, said) => {
    const options = { script: { backendURL: "https://consent.example" }, manifest: { policyRules } }
    const args = ["--config", configOf(options), "--policy", "embedded", "--language", "de"]
    const { code, error, out } = await run("script-tag", ...args)
    assert.deepStrictEqual([code, error.slice(0, said.length || 1)], [0, said])
    const { integrity, src } = parts(out.replace("&amp;", "&"))
    assert.match(src, /\?policy=embedded&language=de$/)
    assert.deepStrictEqual(await served(options, src), { status: 200, integrity })
    assert.strictEqual((await run("script-tag", ...args, "--policy", "always")).code, 2)
  })

  it("takes the address from --url where none is configured, and says when that may not be what is served", async () => {
    const { code, error, out } = await run("script-tag", "--config", configOf({}), "--url", "https://consent.example")
    assert.strictEqual(code, 0)
    assert.match(error, /^script\.backendURL is not set/)
    const { integrity, src } = parts(out)
    assert.deepStrictEqual(await served({}, src), { status: 200, integrity })
    assert.strictEqual((await served({}, src.replace("https:", "http:"))).status, 404)
  })

  it("loads from --url what calls back script.backendURL", async () => {
    const options = { script: { backendURL: "https://consent.example" } }
    const { out } = await run("script-tag", "--config", configOf(options), "--url", "https://cdn.example")
    const { integrity, src } = parts(out)
    assert.match(src, /^https:\/\/cdn\.example\/cs\./)
    assert.deepStrictEqual(await served(options, src), { status: 200, integrity })
  })

  it("prints the same as JSON", async () => {
    const file = configOf({ script: { backendURL: "https://consent.example" } })
    const { out: tag } = await run("script-tag", "--config", file)
    const { out } = await run("script-tag", "--config", file, "--json")
    assert.deepStrictEqual(JSON.parse(out), { ...parts(tag), hasPolicy: false, tag, notice: null })
  })

  it.each([
    [["--bundle", "small"], /--bundle must be full, headless or iab/],
    [["--url", "consent.example"], /--url must be an absolute http: or https: URL/],
    [["--url", "https://user@consent.example"], /--url must be/],
    [["--url", "https://consent.example?x"], /--url must be/],
    [[], /name the service's address with --url, or set script\.backendURL/],
    [["more"], /expected no argument/],
  ])("%j is exit code 2, with the reason and the usage", async (args, reason) => {
    const { code, error, out } = await run("script-tag", "--config", configOf({}), ...args)
    assert.deepStrictEqual([code, out], [2, ""])
    assert.match(error, reason)
    assert.include(error, "Usage: consent-service script-tag")
  })

  it("a wrong configuration, and one without scripts, are exit code 1", async () => {
    const wrong = await run(
      "script-tag",
      "--config",
      configOf({ script: { paths: "/x" } }),
      "--url",
      "https://a.example",
    )
    assert.strictEqual(wrong.code, 1)
    assert.include(wrong.error, "script.paths")
    const none = configOf({ script: { enabled: false, backendURL: "https://consent.example" } })
    const { code, error } = await run("script-tag", "--config", none)
    assert.deepStrictEqual([code, error], [1, "script.enabled is false: the service serves no scripts"])
  })
})
