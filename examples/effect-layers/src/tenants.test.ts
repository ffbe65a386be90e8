/** Two tenants over one database, in every documented way of composing layers. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { ConsentService, Tenant } from "consent-service/effect"
import { Effect, Layer, ManagedRuntime } from "effect"
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
const modules = local("../node_modules/.guide")
afterAll(() => {
  for (const each of [folder, modules]) rmSync(each, { recursive: true, force: true })
})

const guide = readFileSync(local("../../../docs/integrate/effect.md"), "utf8")
const snippets = Array.from(guide.matchAll(/```ts\n([^]*?)```/g), ([, code = ""]) => code)

/** A snippet of docs/integrate/effect.md as a module, with its database and tenant replaced. */
const fromGuide =
  (mark: string, tenantOf: (tenant: string) => string) =>
  async (database: string, tenant: string): Promise<Composition> => {
    const snippet = snippets.find((code) => code.includes(mark))
    if (snippet === undefined) return assert.fail(`docs/integrate/effect.md shows no composition with ${mark}`)
    for (const written of ['"sqlite:./consent.db"', tenantOf("shop")]) assert.include(snippet, written)
    const code = snippet
      .replace('"sqlite:./consent.db"', JSON.stringify(database))
      .replace(tenantOf("shop"), tenantOf(tenant))
    mkdirSync(modules, { recursive: true })
    const path = join(modules, `${mark}-${tenant}.mjs`)
    writeFileSync(path, `const policyRules = []\n${code}\nexport { consentHandler, consentLayer }\n`)
    return import(/* @vite-ignore */ pathToFileURL(path).href)
  }

const fromExample = async (database: string, tenant: string): Promise<Composition> => ({
  consentHandler: example.consentHandler,
  consentLayer: example.consentLayer(database, tenant),
})

/** The whole service as a layer, for the tenant that is provided to it. */
const fromContext = async (database: string, tenant: string) => ({
  consentHandler: Effect.gen(function* () {
    const { handler, migrate } = yield* ConsentService
    yield* migrate
    return handler
  }),
  consentLayer: ConsentService.layer({ database }).pipe(Layer.provide(Tenant.layer(tenant))),
})

const subjectId = "sub_23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
const save = {
  type: "cookie_banner",
  subjectId,
  domain: "shop.example",
  givenAt: 1_700_000_000_000,
  preferences: { necessary: true },
}

/** A runtime of a composition, and its handler. */
const run = async <A, E>(
  compose: (
    database: string,
    tenant: string,
  ) => Promise<{
    readonly consentHandler: Effect.Effect<(request: Request) => Promise<Response>, unknown, A>
    readonly consentLayer: Layer.Layer<A, E>
  }>,
  database: string,
  tenant: string,
) => {
  const { consentHandler, consentLayer } = await compose(database, tenant)
  const runtime = ManagedRuntime.make(consentLayer)
  return { handler: await runtime.runPromise(consentHandler), stop: () => runtime.dispose() }
}

const compositions: ReadonlyArray<readonly [string, (database: string, tenant: string) => ReturnType<typeof run>]> = [
  ["this example", (database, tenant) => run(fromExample, database, tenant)],
  [
    "the guide's layers",
    (database, tenant) =>
      run(
        fromGuide("SqlStores.layerFromUrl", (each) => `Tenant.layer("${each}")`),
        database,
        tenant,
      ),
  ],
  [
    "the guide's service as a layer",
    (database, tenant) =>
      run(
        fromGuide("ConsentService.layer", (each) => `tenantId: "${each}"`),
        database,
        tenant,
      ),
  ],
  ["the service as a layer, with the tenant in context", (database, tenant) => run(fromContext, database, tenant)],
]

describe.each(compositions)("%s", (name, compose) => {
  const start = async (tenant: string) => {
    const { handler, stop } = await compose(`sqlite:${join(folder, `${name}.db`)}`, tenant)
    const send = (path: string, body?: unknown) =>
      handler(
        new Request(
          `http://consent.test${path}`,
          body === undefined ? {} : { method: "POST", body: JSON.stringify(body) },
        ),
      )
    return { send, stop }
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
