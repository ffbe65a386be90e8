/** Two tenants over one database, composed as this example and as the README's Effect snippet. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { type Layer, ManagedRuntime } from "effect"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as example from "./consent.js"

type Composition = Pick<typeof example, "consentHandler"> & {
  readonly consentLayer: Layer.Layer<Layer.Layer.Success<ReturnType<typeof example.consentLayer>>, unknown>
}

const folder = mkdtempSync(join(tmpdir(), "cs-tenants-"))
const local = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
/** Inside `node_modules`, so that a module written there finds this example's packages. */
const modules = local("../node_modules/.readme")
afterAll(() => {
  for (const each of [folder, modules]) rmSync(each, { recursive: true, force: true })
})

const readme = readFileSync(local("../../../README.md"), "utf8")
const snippet = Array.from(readme.matchAll(/```ts\n([^]*?)```/g), ([, code = ""]) => code).find((code) =>
  code.includes("SqlStores.layer"),
)

/** The README's snippet as a module, with its database and tenant replaced. */
const fromReadme = async (file: string, tenant: string): Promise<Composition> => {
  if (snippet === undefined) return assert.fail("README.md shows no Effect composition")
  for (const written of ['"./consent.db"', 'Tenant.layer("shop")']) assert.include(snippet, written)
  const code = snippet
    .replace('"./consent.db"', JSON.stringify(file))
    .replace('Tenant.layer("shop")', `Tenant.layer(${JSON.stringify(tenant)})`)
  mkdirSync(modules, { recursive: true })
  const path = join(modules, `${tenant}.mjs`)
  writeFileSync(path, `const policyRules = []\n${code}\nexport { consentHandler, consentLayer }\n`)
  return import(/* @vite-ignore */ pathToFileURL(path).href)
}

const fromExample = async (file: string, tenant: string): Promise<Composition> => ({
  consentHandler: example.consentHandler,
  consentLayer: example.consentLayer(file, tenant),
})

const subjectId = "sub_23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
const save = {
  type: "cookie_banner",
  subjectId,
  domain: "shop.example",
  givenAt: 1_700_000_000_000,
  preferences: { necessary: true },
}

describe.each([
  ["this example", fromExample],
  ["the README's Effect snippet", fromReadme],
] as const)("%s", (name, compose) => {
  const start = async (tenant: string) => {
    const { consentHandler, consentLayer } = await compose(join(folder, `${name}.db`), tenant)
    const runtime = ManagedRuntime.make(consentLayer)
    const handler = await runtime.runPromise(consentHandler)
    const send = (path: string, body?: unknown) =>
      handler(
        new Request(
          `http://consent.test${path}`,
          body === undefined ? {} : { method: "POST", body: JSON.stringify(body) },
        ),
      )
    return { send, stop: () => runtime.dispose() }
  }

  it("two tenants over one database see nothing of each other", async () => {
    const [red, blue] = [await start("red"), await start("blue")]
    assert.strictEqual((await red.send("/subjects", save)).status, 200)
    assert.strictEqual((await red.send(`/subjects/${subjectId}`)).status, 200)
    assert.strictEqual((await blue.send(`/subjects/${subjectId}`)).status, 404)
    const taken = await blue.send("/subjects", { ...save, givenAt: save.givenAt + 1 })
    assert.deepStrictEqual([taken.status, (await taken.json()).cause.code], [409, "SUBJECT_CONFLICT"])
    const { consents } = await (await red.send(`/subjects/${subjectId}`)).json()
    assert.strictEqual(consents.length, 1)
    for (const each of [red, blue]) await each.stop()
  })
})
