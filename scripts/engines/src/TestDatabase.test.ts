import { access } from "node:fs/promises"
import { afterAll, assert, beforeAll, expect, inject, it } from "vitest"
import { admins, withDatabase } from "./Admin.js"
import { createTestDatabase, describeEngines, type TestDatabase } from "./TestDatabase.js"

const nameOf = (url: string) => new URL(url).pathname.slice(1)

describeEngines("createTestDatabase", (engine) => {
  let first: TestDatabase
  let second: TestDatabase
  beforeAll(async () => {
    first = await createTestDatabase(engine)
    second = await createTestDatabase(engine)
  })
  afterAll(async () => {
    await first.drop()
    await second.drop()
  })

  it("makes a new database each time", () => {
    assert.isTrue(first.url.startsWith(`${engine}:`), first.url)
    assert.notStrictEqual(first.url, second.url)
  })

  it("drops what it made, and can do so twice", async () => {
    const database = await createTestDatabase(engine)
    await database.drop()
    await database.drop()
    if (engine === "sqlite") {
      await expect(access(database.url.slice("sqlite:".length))).rejects.toThrow("ENOENT")
      return
    }
    const server = inject("engines")[engine]
    assert.isTrue("url" in server)
    const names = "url" in server ? await admins[engine].list(server.url) : []
    assert.include(names, nameOf(first.url))
    assert.notInclude(names, nameOf(database.url))
  })
})

it("withDatabase keeps user, password and parameters", () =>
  assert.strictEqual(withDatabase("postgres://a:b@h:1/postgres?x=1", "n"), "postgres://a:b@h:1/n?x=1"))
