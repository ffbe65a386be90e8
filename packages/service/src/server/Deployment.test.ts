/** The files by which people run the service: Dockerfile, compose files, chart and systemd unit. */
import { inspectPolicyRules } from "@consent-service/core/policy"
import { isFullForm } from "@consent-service/test-engines/form"
import { assert, describe, it } from "@effect/vitest"
import { Ajv } from "ajv"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parse } from "yaml"
import { serve } from "../cli/ServeCommand.js"
import { optionLeaves } from "./OptionLeaves.js"
import { readVariables } from "./Variables.js"

const root = fileURLToPath(new URL("../../../..", import.meta.url))
const pathOf = (name: string): string => join(root, name)
const read = (name: string): string => readFileSync(pathOf(name), "utf8")

const chart = "deploy/helm/consent-service"
const templates = readdirSync(pathOf(`${chart}/templates`)).map((name) => `${chart}/templates/${name}`)
const values: unknown = parse(read(`${chart}/values.yaml`))
const composeFiles = ["compose.yml", "compose.postgres.yml"]
const unit = "deploy/systemd/consent-service.service"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value)

const withValue = (path: string, replacement: unknown): unknown => {
  const copy: unknown = structuredClone(values)
  const names = path.split(".")
  const last = names.pop() ?? ""
  const parent = names.length === 0 ? copy : at(copy, names.join("."))
  if (isRecord(parent)) Object.assign(parent, { [last]: replacement })
  return copy
}

describe("the chart", () => {
  const validate = new Ajv({ allErrors: true }).compile(JSON.parse(read(`${chart}/values.schema.json`)))

  it("has default values that its schema accepts", () =>
    assert.isTrue(validate(values), JSON.stringify(validate.errors)))

  it.each<[string, unknown]>([
    ["replica", 2],
    ["replicas", 0],
    ["replicas", "2"],
    ["workers", 0],
    ["workers", "all"],
    ["config", { database: "postgres://u:p@h/d" }],
    ["config", { apiKeys: ["key"] }],
    ["secrets.databaseUrl.name", ""],
    ["evidence.publishClaim", true],
    ["service.port", 70_000],
    ["image.pullPolicy", "Sometimes"],
    ["terminationGracePeriodSeconds", 5],
  ])("has a schema that refuses %s: %j", (path, value) => assert.isFalse(validate(withValue(path, value))))

  it.each(templates)("%s uses only existing values and templates, and closes its blocks", (name) => {
    const text = read(name)
    const used = Array.from(text.matchAll(/\.Values\.([\w.]+)/g), ([, path = ""]) => path)
    for (const path of used) assert.isDefined(at(values, path), path)
    const defined = new Set(
      Array.from(read(`${chart}/templates/_helpers.tpl`).matchAll(/define "([^"]+)"/g), ([, defining]) => defining),
    )
    for (const [, included] of text.matchAll(/include "([^"]+)"/g)) assert.isTrue(defined.has(included), included)
    const opened = text.match(/\{\{-? *(if|with|range|define)\b/g) ?? []
    assert.lengthOf(text.match(/\{\{-? *end\b/g) ?? [], opened.length)
  })
})

describe("flags that the files set", () => {
  it("are those of serve", () => {
    const [, args = ""] = /\n +args:\n((?: +- .*\n)+)/.exec(read(`${chart}/templates/deployment.yaml`)) ?? []
    const command: unknown = at(
      parse(read("compose.postgres.yml"), { merge: true }),
      "services.consent-service.command",
    )
    const flags = Array.from(`${args} ${String(command)}`.matchAll(/--([a-z-]+)/g), ([, flag = ""]) => flag)
    assert.sameMembers(flags, ["config", "port", "workers", "workers"])
    assert.includeMembers(Object.keys(serve.options), flags)
  })
})

describe("variables that the files set", () => {
  const names = [...composeFiles, ...templates, unit].flatMap((name) =>
    Array.from(read(name).matchAll(/\b(CONSENT_[A-Z_]+|DATABASE_URL_FILE)(?=[:=]| *\n)/g), ([found]) => found),
  )

  it("are those of options", () => {
    assert.includeMembers(names, [
      "DATABASE_URL_FILE",
      "CONSENT_API_KEYS_FILE",
      "CONSENT_POLICY_KEY_FILE",
      "CONSENT_EVIDENCE_SIGNING_KEYS_FILE",
      "CONSENT_EVIDENCE_PUBLISH_DIRECTORY",
    ])
    const ours = names.filter((name) => name !== "CONSENT_SECRETS")
    const variables = Object.fromEntries(ours.map((name) => [name, "1"]))
    const { unknown } = readVariables(optionLeaves, variables, () => "a text")
    assert.deepStrictEqual(unknown, [])
  })
})

describe("the files agree", () => {
  const dockerfile = read("Dockerfile")

  it("about user, port and folder", () => {
    const [, user = ""] = /^USER (\d+):\1$/m.exec(dockerfile) ?? []
    assert.include(read(`${chart}/templates/_helpers.tpl`), `runAsUser: ${user}\n`)
    const [, port = ""] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? []
    assert.include(read(`${chart}/templates/deployment.yaml`), `containerPort: ${port}\n`)
    for (const name of composeFiles) assert.include(read(name), `"${port}:${port}"`)
    assert.match(dockerfile, /^VOLUME \/data$/m)
  })

  it.each(composeFiles)("%s defines the variables of its services, which can write to volumes only", (name) => {
    const file: unknown = parse(read(name), { merge: true })
    const services = at(file, "services")
    assert.isTrue(isRecord(services))
    for (const [service, definition] of Object.entries(isRecord(services) ? services : {})) {
      const secrets = at(definition, "secrets")
      for (const secret of Array.isArray(secrets) ? secrets : [])
        assert.isDefined(at(file, `secrets.${secret}`), secret)
      if (service === "postgres") continue
      assert.strictEqual(at(definition, "read_only"), true)
      assert.deepStrictEqual(at(definition, "cap_drop"), ["ALL"])
    }
  })
})

/** The YAML blocks of the documentation that have policy rules, with their pages. */
const documentedRules = readdirSync(pathOf("docs"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md") && !name.includes("node_modules"))
  .flatMap((name) =>
    Array.from(read(`docs/${name}`).matchAll(/```yaml\n([^]*?)```/g), ([, code = ""]) => parse(code)).flatMap((value) =>
      ["manifest.policyRules", "config.manifest.policyRules"].flatMap((path) => {
        const rules = at(value, path)
        return rules === undefined ? [] : [[name, rules] as const]
      }),
    ),
  )

describe("policy rules in the documentation", () => {
  it("are there as YAML, too", () => assert.isAtLeast(documentedRules.length, 2))

  it.each(documentedRules)("are valid: %s", (_, rules) =>
    assert.deepStrictEqual(inspectPolicyRules(rules), { errors: [], warnings: [] }),
  )
})

/** Why a program cannot be run here, or null. */
const whyNot = (program: string): string | null => {
  try {
    execFileSync(program, program === "helm" ? ["version"] : ["--version"], { stdio: "ignore" })
    return null
  } catch {
    return `${program} is not installed`
  }
}

/** Programs of others that judge the files; npm run torture runs them where they are installed. */
const judges: ReadonlyArray<readonly [string, () => void]> = [
  [
    "docker-compose",
    () => {
      const secrets = mkdtempSync(join(tmpdir(), "cs-secrets-"))
      for (const name of ["api_keys", "policy_key", "evidence_signing_keys", "postgres_password", "database_url"]) {
        writeFileSync(join(secrets, name), "x")
      }
      const env = { ...process.env, CONSENT_SECRETS: secrets }
      for (const name of composeFiles)
        execFileSync("docker-compose", ["-f", pathOf(name), "config", "--quiet"], { env })
    },
  ],
  [
    "systemd-analyze",
    () => {
      const text = read(unit).replaceAll("/opt/consent-service", tmpdir()).replace("/usr/bin/node", process.execPath)
      const copy = join(mkdtempSync(join(tmpdir(), "cs-unit-")), "consent-service.service")
      writeFileSync(copy, text)
      execFileSync("systemd-analyze", ["verify", copy])
      execFileSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", copy])
    },
  ],
  [
    "helm",
    () => {
      execFileSync("helm", ["lint", "--strict", pathOf(chart)])
      const all = [
        "--set",
        `autoscaling.enabled=true,evidence.publishClaim=a,${["apiKeys", "policyKey", "evidenceSigningKeys"].map((name) => `secrets.${name}.name=a`).join(",")}`,
      ]
      const rendered = execFileSync("helm", ["template", "shop", pathOf(chart), ...all], { encoding: "utf8" })
      assert.match(rendered, /kind: HorizontalPodAutoscaler/)
    },
  ],
]

if (isFullForm) {
  for (const [program, judge] of judges) {
    const reason = whyNot(program)
    it.skipIf(reason !== null)(`${program} accepts its files${reason === null ? "" : ` (skipped: ${reason})`}`, judge)
  }
  const report = (): string =>
    execFileSync(process.execPath, [pathOf("deploy/check-image.mjs")], { encoding: "utf8", maxBuffer: 2 ** 26 })
  it("the image builds and serves, or reports why it cannot be built here", { timeout: 1_800_000 }, () => {
    assert.match(report(), /^(ok: \d+ MB, |skipped: )/m)
  })
}
