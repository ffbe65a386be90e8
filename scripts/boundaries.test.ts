/**
 * The borders in `.dependency-cruiser.cjs`, tried on a miniature of this workspace: the clean one passes, and each planted file
 * breaks exactly the rule it was planted for.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))

type Files = Readonly<Record<string, string>>

const exports = { ".": "./dist/index.js", "./internal/*": null, "./*": "./dist/*.js" }
const manifest = (name: string) => JSON.stringify({ name, type: "module", exports })

const packageNames = {
  core: "@consent-service/core",
  "adapter-http": "@consent-service/adapter-http",
  "adapter-sql": "@consent-service/adapter-sql",
  testkit: "@consent-service/testkit",
  browser: "@consent-service/browser",
  client: "@consent-service/client",
  react: "@consent-service/react",
  service: "consent-service",
}

/** The files of every package: a public module and an internal one, built. */
const built = (folder: string, name: string): Files => ({
  [`packages/${folder}/package.json`]: manifest(name),
  [`packages/${folder}/dist/index.js`]: "export const a = 1",
  [`packages/${folder}/dist/internal/Secret.js`]: "export const a = 1",
  [`packages/${folder}/src/internal/Secret.ts`]: "export const a = 1",
})

const cleanFiles: Files = {
  ...Object.assign({}, ...Object.entries(packageNames).map(([folder, name]) => built(folder, name))),
  "packages/core/src/Clean.ts": `import "effect/Effect"\nimport { a } from "./internal/Secret.js"\nexport { a }`,
  "packages/core/src/Clean.test.ts": `import "effect"\nimport "vitest"\nimport "@effect/vitest"\nimport "node:fs"\nimport "./Clean.js"`,
  "packages/adapter-sql/src/Clean.ts": `import "@effect/sql/SqlClient"\nimport "@consent-service/core"\nimport "node:fs"`,
  "packages/adapter-sql/src/testing/Helper.ts": `import "vitest"\nimport "@consent-service/testkit"`,
  "packages/adapter-sql/src/Clean.test.ts": `import "./testing/Helper.js"\nimport "effect"`,
  "packages/adapter-http/src/Clean.ts": `import "@effect/platform/HttpApi"\nimport "@consent-service/core"`,
  "packages/testkit/src/Clean.ts": `import "vitest"\nimport "@effect/vitest"\nimport "@consent-service/core"`,
  "packages/browser/build.mjs": `import "vitest"\nimport "node:fs"`,
  "packages/browser/src/Clean.ts": `import "@consent-service/core"\nimport { a } from "./internal/Secret.js"\nexport { a }`,
  "packages/browser/src/Clean.test.ts": `import "effect"\nimport "vitest"\nimport "@consent-service/testkit"\nimport "node:fs"`,
  "packages/react/src/Clean.ts": `import "@consent-service/browser"\nimport "react"`,
  "packages/client/src/Clean.ts": `import { a } from "./internal/Secret.js"\nexport { a }`,
  "packages/client/src/effect.ts": `import "effect/Effect"\nimport "./Clean.js"`,
  "packages/client/src/Clean.test.ts": `import "effect"\nimport "node:fs"\nimport "consent-service"\nimport "@effect/platform/HttpApi"`,
  "packages/service/src/Clean.ts": `import "@consent-service/adapter-sql"\nimport "@consent-service/browser"`,
  "packages/service/src/otel.ts": `import "@effect/opentelemetry/Tracer"`,
  "packages/service/src/prometheus.ts": `import "prom-client"`,
  "packages/service/src/server/LoadMetrics.ts": `await import("../prometheus.js")`,
  "packages/service/src/Typed.ts": `import type {} from "@effect/opentelemetry/Tracer"`,
  "examples/quickstart/package.json": JSON.stringify({ name: "quickstart", type: "module" }),
  "examples/quickstart/src/clean.ts": `import "consent-service"\nimport "@consent-service/core"\nimport "node:fs"`,
}

/** A file that breaks a rule: its path, what it imports, and the rules it must break. */
const planted: ReadonlyArray<readonly [path: string, imports: string, rules: ReadonlyArray<string>]> = [
  ["packages/core/src/Sql.ts", "@effect/sql/SqlClient", ["core-is-pure", "sql-only-in-adapter-sql"]],
  ["packages/core/src/Platform.ts", "@effect/platform/HttpApi", ["core-is-pure", "platform-only-at-the-edge"]],
  ["packages/core/src/Node.ts", "node:fs", ["core-is-pure"]],
  ["packages/core/src/Barrel.ts", "effect", ["no-barrels"]],
  ["packages/core/src/Adapter.ts", "@consent-service/adapter-sql", ["core-is-pure"]],
  ["packages/core/src/Adapter.test.ts", "@consent-service/adapter-sql", ["core-tests-stay-small"]],
  ["packages/core/src/UsesTest.ts", "./Clean.test.js", ["tests-stay-out-of-the-product"]],
  ["packages/adapter-sql/src/Other.ts", "@consent-service/adapter-http", ["adapters-stand-alone"]],
  ["packages/adapter-sql/src/Other.test.ts", "@consent-service/adapter-http", ["adapters-stand-alone"]],
  ["packages/adapter-sql/src/Path.ts", "../../core/dist/index.js", ["packages-meet-by-name"]],
  ["packages/adapter-sql/src/Up.ts", "consent-service", ["adapters-below-service"]],
  ["packages/adapter-sql/src/Barrel.ts", "@effect/sql", ["no-barrels"]],
  ["packages/adapter-sql/src/Platform.ts", "@effect/platform/HttpApi", ["platform-only-at-the-edge"]],
  ["packages/adapter-sql/src/Helped.ts", "./testing/Helper.js", ["tests-stay-out-of-the-product"]],
  ["packages/adapter-http/src/Sql.ts", "@effect/sql-pg/PgClient", ["sql-only-in-adapter-sql"]],
  ["packages/browser/src/Effect.ts", "effect/Effect", ["browser-is-small"]],
  ["packages/browser/src/Node.ts", "node:fs", ["browser-is-small"]],
  [
    "packages/browser/src/Testkit.ts",
    "@consent-service/testkit",
    ["browser-is-small", "tests-stay-out-of-the-product"],
  ],
  ["packages/browser/src/Http.ts", "@consent-service/adapter-http", ["browser-below-service", "browser-is-small"]],
  ["packages/browser/src/Service.test.ts", "consent-service", ["browser-below-service"]],
  ["packages/react/src/Core.ts", "@consent-service/core", ["bindings-are-thin"]],
  ["packages/client/src/Core.ts", "@consent-service/core", ["client-is-alone"]],
  ["packages/client/src/Node.ts", "node:fs", ["client-is-alone"]],
  ["packages/client/src/evidence/Node.ts", "node:fs", ["client-verifies-by-core"]],
  ["packages/client/src/Effect.ts", "effect/Effect", ["client-has-no-effect"]],
  ["packages/client/src/UsesEffect.ts", "./effect.js", ["client-has-two-faces"]],
  ["packages/client/src/Platform.ts", "@effect/platform/HttpApi", ["client-is-alone", "platform-only-at-the-edge"]],
  ["packages/adapter-http/src/Pages.ts", "@consent-service/browser", ["browser-is-for-the-service"]],
  ["packages/testkit/src/Pages.ts", "@consent-service/browser", ["browser-is-for-the-service"]],
  ["packages/testkit/src/Adapter.ts", "@consent-service/adapter-sql", ["testkit-knows-only-ports"]],
  ["packages/testkit/src/Service.ts", "consent-service", ["testkit-knows-only-ports"]],
  ["packages/service/src/Lost.ts", "@consent-service/nowhere", ["everything-resolves"]],
  ["packages/service/src/Vitest.ts", "vitest", ["tests-stay-out-of-the-product"]],
  ["packages/service/src/Traced.ts", "@effect/opentelemetry/Tracer", ["telemetry-has-its-own-entry"]],
  ["packages/service/src/Telemetry.ts", "./otel.js", ["telemetry-has-its-own-entry"]],
  ["packages/service/src/Counted.ts", "prom-client", ["prometheus-has-its-own-entry"]],
  ["packages/service/src/Metrics.ts", "./prometheus.js", ["prometheus-has-its-own-entry"]],
  ["packages/service/src/Ping.ts", "./Pong.js", ["no-cycles"]],
  // A cycle is reported once, for the first of its files.
  ["packages/service/src/Pong.ts", "./Ping.js", []],
  [
    "examples/quickstart/src/dist.ts",
    "../../../packages/core/dist/internal/Secret.js",
    ["examples-use-published-names", "internals-stay-inside"],
  ],
  ["examples/quickstart/src/public.ts", "../../../packages/core/dist/index.js", ["examples-use-published-names"]],
  ["examples/quickstart/src/source.ts", "../../../packages/core/src/Clean.js", ["examples-use-published-names"]],
  ["examples/quickstart/src/named.ts", "@consent-service/core/internal/Secret", ["everything-resolves"]],
]

const write = (folder: string, files: Files): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const link = (folder: string, name: string, target: string): void => {
  const path = join(folder, "node_modules", name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

/** Links as pnpm creates them: workspace packages to their folders, registry packages to this workspace's copies. */
const linkPackages = (folder: string): void => {
  for (const [name, target] of Object.entries(packageNames)) link(folder, target, join(folder, "packages", name))
  for (const name of ["effect", "vitest", "@effect/vitest"]) link(folder, name, join(root, "node_modules", name))
  for (const name of ["@effect/sql", "@effect/sql-pg", "@effect/platform"]) {
    link(folder, name, join(root, "packages/adapter-sql/node_modules", name))
  }
  link(folder, "react", join(root, "packages/react/node_modules/react"))
  link(folder, "prom-client", join(root, "packages/service/node_modules/prom-client"))
  link(folder, "@effect/opentelemetry", join(root, "packages/service/node_modules/@effect/opentelemetry"))
}

interface Cruise {
  readonly summary: {
    readonly violations: ReadonlyArray<{ readonly from: string; readonly rule: { readonly name: string } }>
  }
}

/** The real configuration on a fixture: the broken rules of each file. */
const brokenRules = (folder: string): Record<string, ReadonlyArray<string>> => {
  const program = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs")
  const config = ["--config", join(root, ".dependency-cruiser.cjs"), "--output-type", "json"]
  const options = { encoding: "utf8", cwd: folder, maxBuffer: 2 ** 28 } as const
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...config, "packages", "examples"], options)
  assert.isTrue(stdout.startsWith("{"), stdout + stderr)
  const { violations } = (JSON.parse(stdout) as Cruise).summary
  const rules = new Map<string, Set<string>>()
  for (const { from, rule } of violations) rules.set(from, (rules.get(from) ?? new Set()).add(rule.name))
  return Object.fromEntries([...rules].map(([from, names]) => [from, [...names].sort()]))
}

describe("boundaries", () => {
  let folder: string
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "cs-boundaries-")))
    write(folder, cleanFiles)
    linkPackages(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("accepts a clean workspace", () => assert.deepEqual(brokenRules(folder), {}))

  it("finds each planted violation, and names its rule", () => {
    write(folder, Object.fromEntries(planted.map(([path, imported]) => [path, `import "${imported}"`])))
    const expected = Object.fromEntries(
      planted.filter(([, , rules]) => rules.length > 0).map(([path, , rules]) => [path, rules]),
    )
    assert.deepEqual(brokenRules(folder), expected)
  })

  it("plants a violation of every rule", async () => {
    const { default: config } = (await import(join(root, ".dependency-cruiser.cjs"))) as {
      default: { forbidden: ReadonlyArray<{ name: string }> }
    }
    const tried = new Set(planted.flatMap(([, , rules]) => rules))
    assert.deepEqual(
      config.forbidden.map(({ name }) => name).filter((name) => !tried.has(name)),
      [],
    )
  })
})
