import { assert, describe, it } from "@effect/vitest"
import type { Status, SubjectList } from "./answer/Answers.js"
import { ConsentError } from "./answer/ConsentError.js"
import { createMockClient, err, ok } from "./testing.js"

const status: Status = {
  version: "1.0.0",
  timestamp: new Date(0),
  client: { ip: null, acceptLanguage: "*", userAgent: null, region: { countryCode: null, regionCode: null } },
}

const agreed: SubjectList = {
  subjects: [
    {
      id: "sub_1",
      externalId: "user-1",
      identityProvider: "external",
      createdAt: new Date(0),
      consents: [
        {
          id: "cns_1",
          type: "cookie_banner",
          domain: "shop.example",
          givenAt: new Date(1),
          createdAt: new Date(1),
          isLatestPolicy: true,
          preferences: { marketing: true },
        },
      ],
    },
  ],
}

const consent = { type: "other", subjectId: "sub_1", domain: "shop.example", givenAt: 1 }
const release = { version: "1", hash: "sha256:00", effectiveDate: "2026-01-01" }

describe("a mock client", () => {
  it("returns the scripted answers, and records its calls in order", async () => {
    const mock = createMockClient({
      status: async () => ok(status),
      subjects: { get: async (id) => err({ code: "NOT_FOUND", message: `no ${id}` }) },
      consents: {
        check: async () => err({ code: "UNAUTHORIZED" }),
        allows: async () => ({ allowed: false, reason: "never-asked" }),
      },
    })
    assert.deepStrictEqual(await mock.status({ timeoutMs: 1 }), ok(status))
    const found = await mock.subjects.get("sub_1")
    assert.strictEqual(found.ok ? "" : found.error.message, "no sub_1")
    assert.deepStrictEqual(await mock.consents.allows("user-1", "marketing"), { allowed: false, reason: "never-asked" })
    const checked = await mock.consents.check({ externalId: "user-1", types: ["dpa"] }, { retry: false })
    assert.strictEqual(checked.ok ? "" : checked.error.code, "UNAUTHORIZED")
    assert.deepStrictEqual(mock.calls, [
      { method: "status", args: [{ timeoutMs: 1 }] },
      { method: "subjects.get", args: ["sub_1"] },
      { method: "consents.allows", args: ["user-1", "marketing"] },
      { method: "consents.check", args: [{ externalId: "user-1", types: ["dpa"] }, { retry: false }] },
    ])
  })

  it("passes its arguments to the scripted methods", async () => {
    const given: Array<unknown> = []
    const mock = createMockClient({
      consents: {
        check: async (...args) => {
          given.push(args)
          return err({ code: "UNAUTHORIZED" })
        },
      },
      legalDocuments: {
        publish: async (...args) => {
          given.push(args)
          return err({ code: "CONFLICT" })
        },
      },
    })
    await mock.consents.check({ externalId: "user-1", types: ["dpa"] }, { retry: false })
    await mock.legalDocuments.publish("dpa", release)
    assert.deepStrictEqual(given, [
      [{ externalId: "user-1", types: ["dpa"] }, { retry: false }],
      ["dpa", release],
    ])
  })

  const bare = createMockClient()

  it.each<[string, () => Promise<unknown>]>([
    ["status", () => bare.status()],
    ["init", () => bare.init()],
    ["manifest", () => bare.manifest()],
    ["subjects.get", () => bare.subjects.get("sub_1")],
    ["subjects.create", () => bare.subjects.create(consent)],
    ["subjects.identify", () => bare.subjects.identify("sub_1", { externalId: "user-1" })],
    ["subjects.list", () => bare.subjects.list({ externalId: "user-1" })],
    ["consents.check", () => bare.consents.check({ externalId: "user-1", types: ["dpa"] })],
    ["consents.list", () => bare.consents.list()],
    ["persons.get", () => bare.persons.get({ externalId: "user-1" })],
    ["persons.page", () => bare.persons.page({ externalId: "user-1" })],
    ["erasures.create", () => bare.erasures.create({ externalId: "user-1", reason: "art. 17" })],
    ["erasures.get", () => bare.erasures.get("ticket-1")],
    ["holds.place", () => bare.holds.place("case-1", { scope: {}, reason: "a claim" })],
    ["holds.release", () => bare.holds.release("case-1")],
    ["holds.list", () => bare.holds.list()],
    ["evidence.pack", () => bare.evidence.pack({ externalId: "user-1" })],
    ["experiments.summary", () => bare.experiments.summary("x")],
    ["legalDocuments.publish", () => bare.legalDocuments.publish("dpa", release)],
  ])("rejects with the name of %s, which the test said nothing of, and remembers it once", async (name, call) => {
    const before = bare.calls.length
    const error = await call().catch(String)
    assert.strictEqual(error, `Error: ${name} was called, but this mock has no script for it`)
    assert.deepStrictEqual(
      bare.calls.slice(before).map(({ method }) => method),
      [name],
    )
  })

  it("decides allows from its own subjects, like a client", async () => {
    const mock = createMockClient({ subjects: { list: async () => ok(agreed) } })
    assert.isTrue((await mock.consents.allows("user-1", "marketing")).allowed)
    assert.deepStrictEqual(await mock.consents.allows("user-1", "measurement"), {
      allowed: false,
      reason: "never-asked",
    })
    assert.deepStrictEqual(
      mock.calls.map(({ method }) => method),
      ["consents.allows", "subjects.list", "consents.allows", "subjects.list"],
    )
    const down = createMockClient({ subjects: { list: async () => err({ code: "TIMEOUT" }) } })
    const decision = await down.consents.allows("user-1", "marketing")
    assert.strictEqual(!decision.allowed && decision.reason, "unavailable")
  })
})

describe("results made for tests", () => {
  it("ok has the members of every success, and the given ones", () => {
    assert.deepStrictEqual(ok(1), { ok: true, data: 1, status: 200, requestId: "none", headers: new Headers() })
    const headers = new Headers({ etag: '"1"' })
    const facts = { status: 304, requestId: "r", headers }
    assert.deepStrictEqual(ok(1, facts), { ok: true, data: 1, ...facts })
  })

  it("err has an error of its code, whose default message is the code", () => {
    const { error, ok: isOk } = err({ code: "CONFLICT", status: 409 })
    assert.isFalse(isOk)
    assert.instanceOf(error, ConsentError)
    assert.deepStrictEqual([error.code, error.message, error.status], ["CONFLICT", "CONFLICT", 409])
    assert.strictEqual(err({ code: "CONFLICT", message: "again" }).error.message, "again")
  })
})
