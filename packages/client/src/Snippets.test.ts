import { afterAll, afterEach, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { type ConsentService, createConsentService } from "consent-service"
import { readdirSync, readFileSync } from "node:fs"
import { format } from "node:util"

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

const folder = "./testing/readme/"

it("every example of the README is one of the type-checked files, and the reverse", () => {
  const examples = [...read("../README.md").matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code)
  const checked = readdirSync(new URL(folder, import.meta.url)).map((file) => read(folder + file))
  assert.sameMembers(examples, checked)
})

/** The first example of docs/integrate/server-sdk.md. */
const guideExample = "./testing/guide/Backend.ts"

it("the first example of docs/integrate/server-sdk.md is a type-checked file, too", () => {
  assert.strictEqual(/```ts\n(.*?)```/s.exec(read("../../../docs/integrate/server-sdk.md"))?.[1], read(guideExample))
})

type Example = readonly [name: string, run: () => Promise<unknown>, printed: RegExp]

/** Their output in order, on an empty database. */
const examples: ReadonlyArray<Example> = [
  ["Consent", () => import("./testing/readme/Consent.js"), /^$/],
  ["Backend", () => import("./testing/guide/Backend.js"), /^do not contact user-42: never-asked$/],
  ["Decision", () => import("./testing/readme/Decision.js"), /^no: never-asked$/],
  ["Record", () => import("./testing/readme/Record.js"), /^on record since \d{4}-.*Z$/],
  ["Login", () => import("./testing/readme/Login.js"), /^linked user-42$/],
  ["Campaign", () => import("./testing/readme/Campaign.js"), /^user-42 gets the letter$/],
  ["Patience", () => import("./testing/readme/Patience.js"), /^1$/],
  ["Token", () => import("./testing/readme/Token.js"), /^\{"externalId":"user-42","identityToken":"(\w|[-.])+"\}$/],
  ["Events", () => import("./testing/readme/Events.js"), /^GET \/status 200$/],
  ["WithEffect", () => import("./testing/readme/WithEffect.js"), /^linked user-42$/],
  ["InTests", () => import("./testing/readme/InTests.js"), /^false \[.*'consents\.allows'/s],
]

describe("the README's examples against the real service [sqlite]", () => {
  let service: ConsentService

  beforeAll(async () => {
    const apiKey = "a-key-of-the-tests-of-the-README"
    service = createConsentService({ database: "sqlite::memory:", apiKeys: [apiKey] })
    await service.migrate()
    vi.stubEnv("CONSENT_API_KEY", apiKey)
    vi.stubEnv("CONSENT_IDENTITY_KEY", "an identity key of 32 bytes and more")
    vi.stubGlobal("fetch", (input: string, init: RequestInit) => service.handler(new Request(input, init)))
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
    await service.dispose()
  })

  it.each(examples)("%s prints the expected output", async (_, run, printed) => {
    const output: Array<string> = []
    const take = (...parts: ReadonlyArray<unknown>): void => void output.push(format(...parts))
    vi.spyOn(console, "log").mockImplementation(take)
    vi.spyOn(console, "warn").mockImplementation(take)
    await run()
    assert.match(output.join("\n"), printed)
  })

  it("all of them are run", () =>
    assert.sameMembers(
      [...readdirSync(new URL(folder, import.meta.url)), "Backend.ts"],
      examples.map(([name]) => `${name}.ts`),
    ))
})
