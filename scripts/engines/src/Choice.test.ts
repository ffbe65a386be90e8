import { assert, describe, it } from "vitest"
import { choose, isCI, type Providers, sources } from "./Choice.js"
import type { RunningServer } from "./Engine.js"

const works = (description: string) => async (): Promise<RunningServer> => ({
  url: `postgres://${description}`,
  description,
  stop: async () => {},
})

const refuses = (reason: string) => async (): Promise<RunningServer> => {
  throw new Error(reason)
}

const all: Providers = { named: works("named"), local: works("local"), private: works("private") }

const rejection = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error("it did not reject")
}

const descriptionOf = async (env: Record<string, string>, providers: Providers) => {
  const found = await choose("postgres", env, providers)
  return "description" in found ? found.description : found.skipped
}

describe("sources", () => {
  it("tries the local server, then a private one", () =>
    assert.deepEqual(sources("postgres", {}), ["local", "private"]))

  it("leaves the local one out when told so", () =>
    assert.deepEqual(sources("mysql", { CONSENT_TEST_NO_LOCAL: "1" }), ["private"]))

  it("tries nothing but a named server", () =>
    assert.deepEqual(sources("mysql", { CONSENT_TEST_MYSQL_URL: "mysql://x", CONSENT_TEST_NO_LOCAL: "1" }), ["named"]))

  it("does not take one engine's URL for the other's, nor an empty one for a name", () =>
    assert.deepEqual(sources("mysql", { CONSENT_TEST_POSTGRES_URL: "postgres://x", CONSENT_TEST_MYSQL_URL: "" }), [
      "local",
      "private",
    ]))
})

describe("isCI", () => {
  it("follows the variable's meaning", () => {
    assert.isTrue(isCI({ CI: "true" }))
    assert.isTrue(isCI({ CI: "1" }))
    for (const env of [{}, { CI: "" }, { CI: "false" }, { CI: "0" }]) assert.isFalse(isCI(env))
  })
})

describe("choose", () => {
  it("takes the first source that works", async () => {
    assert.strictEqual(await descriptionOf({}, all), "local")
    assert.strictEqual(await descriptionOf({}, { ...all, local: refuses("closed") }), "private")
    assert.strictEqual(await descriptionOf({ CONSENT_TEST_NO_LOCAL: "1" }, all), "private")
    assert.strictEqual(await descriptionOf({ CONSENT_TEST_POSTGRES_URL: "postgres://x" }, all), "named")
  })

  const none: Providers = {
    named: refuses("wrong password"),
    local: refuses("closed"),
    private: refuses("not installed"),
  }

  it("gives every reason when nothing works", async () =>
    assert.strictEqual(
      await descriptionOf({}, none),
      "no postgres server (local server: closed; private server: not installed)",
    ))

  it("rejects in CI when nothing works", async () =>
    assert.include(await rejection(choose("postgres", { CI: "true" }, none)), "CI must test every engine"))

  it("rejects when the named server does not work, in CI or not", async () => {
    const env = { CONSENT_TEST_POSTGRES_URL: "postgres://x" }
    const message = await rejection(choose("postgres", env, { ...all, named: refuses("wrong password") }))
    assert.strictEqual(message, "CONSENT_TEST_POSTGRES_URL does not work. wrong password")
  })
})
