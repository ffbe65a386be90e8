import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { assertDeclared, isOfErasures, neverHad } from "../testing/Declared.js"
import { knownSigningKey } from "../testing/LogKey.js"
import { aSave, instanceOn } from "../testing/TestInstance.js"

const memory = "sqlite::memory:"
const key = "a-key-of-the-tests"
const options = { apiKeys: [key], evidence: { signingKeys: [knownSigningKey], checkpointEveryMs: 100 } }

describe("every answer of erasures and holds is as declared [sqlite]", () => {
  const instance = instanceOn(memory, options)
  const unmigrated = instanceOn(memory, options)

  const sendTo = ({ send }: typeof instance, method: string, path: string, body?: object) =>
    send(path, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  const declared = async (endpoint: string, status: number, method: string, path: string, body?: object) => {
    const answer = await sendTo(instance, method, path, body)
    assert.strictEqual(answer.status, status, JSON.stringify(answer.body))
    assertDeclared(endpoint, answer)
  }

  const eventually = (endpoint: string, method: string, path: string, body?: object) =>
    vi.waitFor(
      async () => {
        const answer = await sendTo(instance, method, path, body)
        assertDeclared(endpoint, answer)
        assert.strictEqual(answer.status, 200)
      },
      { timeout: 30_000, interval: 20 },
    )

  const tooLarge = { filler: "x".repeat(70_000) }

  beforeAll(() => instance.service.migrate())
  afterAll(async () => {
    await instance.service.dispose()
    await unmigrated.service.dispose()
  })

  it("an erasure: at first pending, then with its certificate", async () => {
    const save = aSave({ metadata: { a: 1 } })
    await instance.post(save)
    const { subjectId } = save
    await declared("erase", 202, "POST", "/erasures", { subjectId, reason: "art. 17", requestId: "one" })
    const part = { subjectId, reason: "retention", parts: ["trace"], requestId: "part" }
    await eventually("erase", "POST", "/erasures", { ...part, dryRun: true })
    await eventually("erase", "POST", "/erasures", part)
    const whole = await sendTo(instance, "POST", "/erasures", { subjectId, reason: "art. 17", requestId: "one" })
    assertDeclared("erase", whole)
    assertDeclared("readErasure", await sendTo(instance, "GET", "/erasures/one"))
    await eventually("readErasure", "GET", "/erasures/one")
    assert.isTrue(whole.status === 200 || whole.status === 202)
  })

  it("holds", async () => {
    const save = aSave()
    await instance.post(save)
    const hold = { scope: { subjectId: save.subjectId, from: "2026-01-01", to: "2100-01-01" }, reason: "claim" }
    await declared("placeHold", 200, "PUT", "/holds/case", hold)
    await declared("placeHold", 409, "PUT", "/holds/case", { ...hold, reason: "another" })
    await declared("erase", 409, "POST", "/erasures", { subjectId: save.subjectId, reason: "art. 17" })
    await declared("listHolds", 200, "GET", "/holds")
    await declared("releaseHold", 200, "DELETE", "/holds/case")
  })

  it("refusals", async () => {
    for (const [endpoint, method, path] of [
      ["erase", "POST", "/erasures"],
      ["readErasure", "GET", "/erasures/a"],
      ["placeHold", "PUT", "/holds/a"],
      ["releaseHold", "DELETE", "/holds/a"],
      ["listHolds", "GET", "/holds"],
    ] as const) {
      assertDeclared(endpoint, await instance.send(path, { method }))
    }
    await declared("erase", 400, "POST", "/erasures", {})
    await declared("erase", 404, "POST", "/erasures", { subjectId: "sub_1", reason: "art. 17" })
    await declared("erase", 413, "POST", "/erasures", tooLarge)
    await declared("readErasure", 404, "GET", "/erasures/unknown")
    await declared("readErasure", 400, "GET", `/erasures/${"a".repeat(256)}`)
    await declared("placeHold", 400, "PUT", "/holds/a", { scope: { from: "yesterday" }, reason: "r" })
    await declared("placeHold", 413, "PUT", "/holds/a", tooLarge)
    await declared("releaseHold", 404, "DELETE", "/holds/unknown")
    await declared("releaseHold", 400, "DELETE", "/holds/%00")
  })

  it("a database that is not migrated", async () => {
    const erasure = { subjectId: "sub_1", reason: "art. 17" }
    assertDeclared("erase", await sendTo(unmigrated, "POST", "/erasures", erasure))
    assertDeclared("readErasure", await sendTo(unmigrated, "GET", "/erasures/a"))
    assertDeclared("placeHold", await sendTo(unmigrated, "PUT", "/holds/a", { scope: {}, reason: "r" }))
    assertDeclared("releaseHold", await sendTo(unmigrated, "DELETE", "/holds/a"))
    assertDeclared("listHolds", await sendTo(unmigrated, "GET", "/holds"))
  })

  it("every declared answer occurs, except of a database that fails, which has tests of its own", () => {
    const names = ["erase", "readErasure", "placeHold", "releaseHold", "listHolds"]
    assert.sameMembers(
      [...neverHad(isOfErasures)],
      names.map((name) => `${name} 500`),
    )
  })
})
