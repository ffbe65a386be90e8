import { assert, beforeAll, describe, it } from "vitest"
import { openInEditor } from "./editor.mjs"

const code = `import { createConsentService } from "consent-service"

export const service = createConsentService({
  database: "sqlite::memory:",
  trustedOrigins: ["shop.example"],
  limits: { maxActsPerSubject: 100 },
  gvl: { ttlMs: 60_000 },
  policySnapshot: { signingKey: "a key", issuer: "shop" },
  rateLimit: { perNetwork: { capacity: 10, refillPerSecond: 1 } },
  manifest: { policyRules: [], branding: "none", iab: { enabled: true } },
  observability: { level: "info" },
})

export const other = createConsentService({ database: "sqlite:./other.db", })
export const third = createConsentService({ database: "sqlite:./third.db", manifest: { }, gvl: { } })
`

let editor: Awaited<ReturnType<typeof openInEditor>>

beforeAll(async () => {
  editor = await openInEditor(code)
}, 240_000)

/** Type names that no hover should show. */
const noise =
  /\.\.\.|\bmore\b|import\("|Schema\b|Encoded|Authored<|Documented|Named<|Omit<|Pick<|Partial<|\{\s*readonly/

describe("what an editor shows of createConsentService", () => {
  it("is a program without errors", { timeout: 240_000 }, () => {
    assert.deepStrictEqual(editor.problems(), [])
  })

  it("the function: its options by name, and what it does", () => {
    const { signature, tags, text } = editor.hoverAt("createConsentService({\n")
    assert.match(signature, /createConsentService\(\w+: ConsentServiceOptions\): ConsentService\b/)
    assert.notMatch(signature, noise)
    assert.match(text, /^Builds an instance/)
    assert.isTrue(tags.has("param"))
    assert.isTrue(tags.has("throws"))
  })

  it.each([
    ["database", "OptionsWithDatabase.database", "DatabaseOption", "–"],
    // Not `stores`: options with a database may have it as far as types say, and TypeScript shows no text of either.
    ["trustedOrigins", "trustedOrigins?", "readonly string[] | undefined", "none"],
    ["limits", "limits?", "LimitOptions | undefined", null],
    ["maxActsPerSubject", "maxActsPerSubject?", "number | undefined", "`1000`"],
    ["gvl", "gvl?", "GvlOptions | undefined", null],
    ["ttlMs", "ttlMs?", "number | undefined", "`86400000`"],
    ["policySnapshot", "policySnapshot?", "PolicyTokenOptions | undefined", null],
    ["signingKey", "signingKey?", "string | undefined", "unsigned"],
    ["issuer", "issuer?", "string | undefined", "`cs`"],
    ["rateLimit", "rateLimit?", "boolean | RateLimitOptions | undefined", "on"],
    ["perNetwork", "perNetwork?", "ActLimit | undefined", null],
    ["capacity", "capacity", "number", null],
    ["manifest", "manifest?", "ManifestOptions | undefined", null],
    ["policyRules", "policyRules?", "readonly PolicyRule[] | undefined", "none"],
    ["branding", "branding?", '"cs" | "hosted" | "consent" | "none" | undefined', "`cs`"],
    ["iab", "iab?", "IabOptions | undefined", null],
    ["level", "level?", '"error" | "info" | "silent" | "warn" | "inherit" | undefined', "`warn`"],
  ])("the option at %s: its type by name, its docstring and its default", (at, name, type, byDefault) => {
    const { signature, tags, text } = editor.hoverAt(at)
    const [, shownName = "", shownType = ""] = /^\(property\) ([^:]+): ([^]*)$/.exec(signature) ?? []
    assert.strictEqual(shownName, name, signature)
    const members = (union: string) => union.split(" | ").sort()
    assert.deepStrictEqual(members(shownType), members(type))
    assert.notMatch(signature, noise)
    assert.isNotEmpty(text)
    if (byDefault !== null) assert.strictEqual(tags.get("default"), byDefault)
  })

  it.each([
    [
      '"sqlite:./other.db", ',
      ["trustedOrigins", "manifest", "gvl"],
      ["adapter", "appName", "logger", "i18n", "iab", "branding", "customTranslations", "policyPacks"],
    ],
    ["manifest: { ", ["policyRules", "i18n"], ["policyPacks"]],
    ["gvl: { ", ["ttlMs", "cache"], ["iab"]],
  ])("completion after %s lists the options, and no older name", (at, options, older) => {
    const offered = editor.completionsAfter(at)
    const names = offered.map(({ name }) => name)
    assert.includeMembers(names, options)
    for (const name of older) assert.notInclude(names, name)
    assert.isFalse(offered.some(({ isDeprecated }) => isDeprecated))
  })
})
