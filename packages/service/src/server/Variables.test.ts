import { assert, describe, it } from "@effect/vitest"
import { optionLeaves } from "./OptionLeaves.js"
import { readVariables, variableOf, type Variables } from "./Variables.js"

const noFiles = (path: string): string => {
  throw Object.assign(new Error(`no ${path}`), { code: "ENOENT" })
}

const read = (variables: Variables, readFile = noFiles) => readVariables(optionLeaves, variables, readFile)

const valueBy = (variables: Variables, readFile = noFiles) => {
  const { issues, unknown, values } = read(variables, readFile)
  assert.deepStrictEqual([issues, unknown], [[], []])
  return values.map(({ path, value }) => [path.join("."), value])
}

describe("variables of options", () => {
  it("have a name of their own each", () => {
    const names = optionLeaves.map(({ path }) => variableOf(path))
    const options = new Set(optionLeaves.map(({ path }) => path.join(".")))
    assert.strictEqual(new Set(names).size, options.size)
    assert.includeMembers(names, ["CONSENT_DATABASE", "CONSENT_LIMITS_MAX_BODY_BYTES", "CONSENT_SCRIPT_BACKEND_URL"])
  })

  it.each([
    ["CONSENT_TRUSTED_ORIGINS", "shop.example, *.shop.example", "trustedOrigins", ["shop.example", "*.shop.example"]],
    ["CONSENT_LIMITS_MAX_BODY_BYTES", "1024", "limits.maxBodyBytes", 1024],
    ["CONSENT_REQUIRE_TENANT_ID", "true", "requireTenantId", true],
    ["CONSENT_RATE_LIMIT", "false", "rateLimit", false],
    ["CONSENT_RATE_LIMIT_PER_NETWORK_CAPACITY", "50", "rateLimit.perNetwork.capacity", 50],
    ["CONSENT_TRUSTED_PROXIES", "1", "trustedProxies", 1],
    ["CONSENT_TRUSTED_PROXIES", "private", "trustedProxies", "private"],
    ["CONSENT_TRUSTED_PROXIES", "10.0.0.0/8", "trustedProxies", ["10.0.0.0/8"]],
    ["CONSENT_MANIFEST_CACHE_S_MAX_AGE", "60", "manifestCache.sMaxAge", 60],
    ["CONSENT_GVL_VENDOR_IDS", "1,2,3", "gvl.vendorIds", [1, 2, 3]],
    ["CONSENT_OBSERVABILITY_LEVEL", "warn", "observability.level", "warn"],
    ["CONSENT_POLICY_SNAPSHOT_SIGNING_KEY", "a,b", "policySnapshot.signingKey", "a,b"],
    ["DATABASE_URL", "postgres://db/consent", "database", "postgres://db/consent"],
    ["PORT", "80", "server.port", 80],
    ["CONSENT_API_KEY", "key", "apiKeys", ["key"]],
  ])("%s=%s is %s", (name, text, option, value) => {
    assert.deepStrictEqual(valueBy({ [name]: text }), [[option, value]])
  })

  it("an empty one is ignored, and the name of an option wins over its other names", () => {
    assert.deepStrictEqual(valueBy({ CONSENT_DATABASE: "", DATABASE_URL: "sqlite:a.db" }), [
      ["database", "sqlite:a.db"],
    ])
    assert.deepStrictEqual(valueBy({ CONSENT_DATABASE: "sqlite:b.db", DATABASE_URL: "sqlite:a.db" }), [
      ["database", "sqlite:b.db"],
    ])
  })

  it("with the suffix _FILE it names a file, whose last line break is not part of the value", () => {
    const readFile = (path: string) => (path === "/run/secrets/keys" ? "one\ntwo\n" : noFiles(path))
    assert.deepStrictEqual(valueBy({ CONSENT_API_KEYS_FILE: "/run/secrets/keys" }, readFile), [
      ["apiKeys", ["one", "two"]],
    ])
  })

  it("all mistakes are reported together, with what came, unless it is out of a file", () => {
    const readFile = (path: string) => (path === "/files/depth" ? "the-secret-of-a-file" : noFiles(path))
    const { issues, values } = readVariables(
      optionLeaves,
      {
        CONSENT_LIMITS_MAX_BODY_BYTES: "many",
        CONSENT_LIMITS_MAX_QUEUED_SAVES_FILE: "/files/depth",
        CONSENT_REQUIRE_TENANT_ID: "y".repeat(50),
        PORT: "http",
        CONSENT_API_KEYS_FILE: "/nowhere",
        CONSENT_TENANT_ID: "a",
        CONSENT_TENANT_ID_FILE: "/b",
      },
      readFile,
    )
    assert.deepStrictEqual(values, [])
    const text = JSON.stringify(issues)
    assert.notInclude(text, "secret")
    assert.deepStrictEqual(issues.map(({ option }) => option).sort(), [
      "CONSENT_API_KEYS_FILE",
      "CONSENT_LIMITS_MAX_BODY_BYTES",
      "CONSENT_LIMITS_MAX_QUEUED_SAVES_FILE (/files/depth)",
      "CONSENT_REQUIRE_TENANT_ID",
      "CONSENT_TENANT_ID",
      "PORT",
    ])
    const messages = Object.fromEntries(issues.map(({ message, option }) => [option, message]))
    assert.strictEqual(messages["PORT"], 'must be a number, got "http"')
    assert.strictEqual(messages["CONSENT_LIMITS_MAX_BODY_BYTES"], 'must be a number, got "many"')
    assert.strictEqual(messages["CONSENT_REQUIRE_TENANT_ID"], `must be true or false, got "${"y".repeat(39)}…"`)
    assert.include(text, "/nowhere, which does not exist")
  })

  it("an unknown name is reported, with the probable one", () => {
    assert.deepStrictEqual(read({ CONSENT_LIMIT_MAX_BODY_BYTES: "1", CONSENT_UNHEARD_OF_OPTION: "1" }).unknown, [
      { name: "CONSENT_LIMIT_MAX_BODY_BYTES", meant: "CONSENT_LIMITS_MAX_BODY_BYTES" },
      { name: "CONSENT_UNHEARD_OF_OPTION", meant: null },
    ])
  })

  it("variables that Kubernetes sets for a Service named consent are ignored", () => {
    assert.deepStrictEqual(
      valueBy({
        CONSENT_SERVICE_HOST: "10.0.0.1",
        CONSENT_SERVICE_PORT: "80",
        CONSENT_SERVICE_PORT_HTTP: "80",
        CONSENT_PORT: "tcp://10.0.0.1:80",
        CONSENT_PORT_80_TCP: "tcp://10.0.0.1:80",
        CONSENT_PORT_80_TCP_ADDR: "10.0.0.1",
        CONSENT_PORT_80_TCP_PORT: "80",
        CONSENT_PORT_80_TCP_PROTO: "tcp",
      }),
      [],
    )
    assert.deepStrictEqual(valueBy({ CONSENT_PORT: "8080" }), [["server.port", 8080]])
  })
})
