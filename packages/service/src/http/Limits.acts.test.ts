import type { LogEvent } from "@consent-service/core/ports"
import { describeEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { statementsOn } from "../testing/Statements.js"
import { type Answered, aSave, instanceOn, newSubjectId, startInstance } from "../testing/TestInstance.js"

/* How much one subject may have on record: limits.maxActsPerSubject, and 1 MiB. */

const key = "an-api-key-for-tests-0123456789"
const withKey = { headers: { authorization: `Bearer ${key}` } }

const limits = { maxActsPerSubject: 3 }

const silent = { level: "silent" } as const

const assertFull = ({ body, headers, status }: Answered): void => {
  assert.deepStrictEqual([status, body.cause.code], [429, "RATE_LIMITED"])
  assert.include(body.message, "subjectId: has reached the limit of acts")
  assert.strictEqual(headers.get("retry-after"), "86400")
}

describeEngines("Acts of one subject (threat: endless acts of one subject)", (engine) => {
  const start = async (options: Parameters<typeof startInstance>[1] = {}) => {
    const instance = await startInstance(engine, {
      apiKeys: [key],
      limits,
      observability: silent,
      rateLimit: false,
      ...options,
    })
    onTestFinished(instance.stop)
    return instance
  }

  const savesOf = (count: number, change = {}) => {
    const { givenAt, ...save } = aSave({ subjectId: newSubjectId(), ...change })
    return Array.from({ length: count }, (_, act) => ({ ...save, givenAt: Number(givenAt) - count + act }))
  }

  it("beyond limits.maxActsPerSubject a save is 429 for a day; a key may go to ten times that; a retry is answered", async () => {
    const instance = await start()
    const saves = savesOf(31)
    for (const save of saves.slice(0, 3)) assert.strictEqual((await instance.post(save)).status, 200)
    assertFull(await instance.post(saves[3]))
    for (const save of saves.slice(0, 3)) assert.strictEqual((await instance.post(save)).status, 200)
    for (const save of saves.slice(3, 30)) assert.strictEqual((await instance.post(save, withKey)).status, 200)
    assertFull(await instance.post(saves[30], withKey))
    assert.strictEqual((await instance.post(saves[29])).status, 200)
    assert.strictEqual((await instance.post(aSave())).status, 200)
    const { body } = await instance.send(`/subjects/${saves[0]?.subjectId}`)
    assert.lengthOf(body.consents, 30)
  })

  it("1 MiB is the other bound", async () => {
    const instance = await start({ limits: {} })
    const saves = savesOf(80, { metadata: { filling: "x".repeat(16_000) } })
    const statuses = []
    for (const save of saves) statuses.push((await instance.post(save)).status)
    const accepted = statuses.filter((status) => status === 200).length
    assert.isAtLeast(accepted, 60)
    assert.isBelow(accepted * 16_000, 1024 * 1024)
    assert.deepStrictEqual(new Set(statuses.slice(accepted)), new Set([429]))
  })

  it("returns the newest acts within ten times the bound for an older subject, and logs it", async () => {
    const instance = await start({ limits: { maxActsPerSubject: 100 } })
    const saves = savesOf(60)
    for (const save of saves) assert.strictEqual((await instance.post(save)).status, 200)
    const events: Array<LogEvent> = []
    const { send, post, service } = instanceOn(instance.url, {
      limits,
      rateLimit: false,
      observability: { level: "warn", drain: (event) => void events.push(event) },
    })
    onTestFinished(() => service.dispose())
    const path = `/subjects/${saves[0]?.subjectId}`
    const { body } = await send(path)
    assert.deepStrictEqual(
      body.consents.map(({ givenAt }: { readonly givenAt: string }) => Date.parse(givenAt)),
      saves
        .map(({ givenAt }) => givenAt)
        .slice(30)
        .reverse(),
    )
    const truncated = events.filter(({ event }) => event === "subject-history-truncated")
    assert.lengthOf(truncated, 1)
    assert.deepInclude(truncated[0], { level: "warn", acts: 30 })
    assert.notInclude(JSON.stringify(events), String(saves[0]?.subjectId))
    assertFull(await post({ ...saves[0], givenAt: Number(saves[0]?.givenAt) - 1 }))
  })

  it("returns acts of every size as one JSON", async () => {
    const instance = await start({ limits: {} })
    const subjectId = newSubjectId()
    const saves = savesOf(12, { subjectId }).map((save, act) => ({
      ...save,
      vendorChoice: { version: 1, confirmedAt: save.givenAt, grants: { [`v${act % 7}`]: act % 2 === 0 } },
      domain: `${"a".repeat(act + 1)}.example`,
    }))
    const large = {
      grants: Object.fromEntries(Array.from({ length: 1_500 }, (_, vendor) => [`vendor-${vendor}`, true])),
    }
    for (const [act, save] of saves.entries()) {
      const vendorChoice = act % 4 === 0 ? { ...save.vendorChoice, ...large } : save.vendorChoice
      assert.strictEqual((await instance.post({ ...save, vendorChoice })).status, 200)
    }
    const { body } = await instance.send(`/subjects/${subjectId}?type=cookie_banner,dpa`)
    assert.lengthOf(body.consents, 12)
    assert.isFalse(body.isValid)
    assert.strictEqual(Object.keys(body.subjectVendorChoice.grants).length, 1_500 + 7)
    assert.sameMembers(
      body.consents.map(({ domain }: { readonly domain: string }) => domain),
      saves.map(({ domain }) => domain),
    )
    const filtered = await instance.send(`/subjects/${subjectId}?type=dpa`)
    assert.deepStrictEqual([filtered.body.consents, filtered.body.isValid], [[], false])
  })

  it("a stored record that cannot be read is not a reason not to count it", async () => {
    const instance = await start()
    const saves = savesOf(4)
    for (const save of saves.slice(0, 3)) await instance.post(save)
    await statementsOn(instance.url, ["update cs_consent set preferences = '{'"])
    assertFull(await instance.post(saves[3]))
  })
})

/** A record of 64 KB, past the service. */
const largeRow = (subject: string, act: number): string => {
  const grants = Object.fromEntries(Array.from({ length: 3_600 }, (_, vendor) => [`vendor${vendor}`, true]))
  const vendors = JSON.stringify({ version: 1, confirmedAt: 1, grants })
  return `('cns_${act}', '', '${subject}', 'cookie_banner', 'shop.example', ${act}, ${act}, '${vendors}', 'digest')`
}

describeEngines(
  "More reads of long histories than there is memory for",
  (engine) => {
    it("are answered one after the other, and the rest is 503 with Retry-After", async () => {
      const instance = await startInstance(engine, { observability: silent, rateLimit: false })
      onTestFinished(instance.stop)
      const subject = newSubjectId()
      await statementsOn(instance.url, [
        `insert into cs_subject (id, tenant, created_at) values ('${subject}', '', 1)`,
        `insert into cs_consent (id, tenant, subject_id, type, domain, given_at, created_at, vendor_choice, content_digest)
         values ${Array.from({ length: 80 }, (_, act) => largeRow(subject, act)).join(",")}`,
      ])
      const read = async () => {
        const { headers, status } = await instance.send(`/subjects/${subject}`)
        return status === 503 ? `503 ${headers.get("retry-after")}` : String(status)
      }
      const answers = await Promise.all(Array.from({ length: 300 }, read))
      assert.deepStrictEqual(new Set(answers), new Set(["200", "503 2"]))
      assert.strictEqual(await read(), "200")
    }, 60_000)
  },
  ["sqlite"],
)
