import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import { dimensions } from "@consent-service/core/statistics"
import { describeAboveStores, describeEngines } from "@consent-service/test-engines"
import * as SqlClient from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onTestFinished, vi } from "vitest"
import { aSave, instanceOn, startInstance } from "../testing/TestInstance.js"

const apiKey = "a-key-of-the-shop-with-enough-characters"

const withKey = { headers: { authorization: `Bearer ${apiKey}` } }

const dayMs = 86_400_000

type Send = ReturnType<typeof instanceOn>["send"]

/** The report of all days once nothing waits. */
const counted = (send: Send, query: string) =>
  vi.waitFor(async () => {
    const { body, status } = await send(`/statistics?${query}`, withKey)
    assert.deepStrictEqual([status, body.pending], [200, 0], JSON.stringify(body))
    return body
  }, 30_000)

const started = async (...given: Parameters<typeof startInstance>) => {
  const instance = await startInstance(...given)
  onTestFinished(() => instance.stop())
  return instance
}

const actions = ["all", "necessary", "custom"] as const

/** Saves of some days, each with another choice, some of them under a rule. */
const saveSome = async ({ post, send }: Pick<ReturnType<typeof instanceOn>, "post" | "send">, count: number) => {
  const { body: shown } = await send("/init?country=DE")
  const { fingerprints, policyId } = shown.policyResolution
  const underRule = { policyId, fingerprint: fingerprints.policy, country: "DE", language: "de-AT,de;q=0.9" }
  for (let at = 0; at < count; at += 1) {
    const marketing = at % 3 === 0
    const change = {
      givenAt: Date.now() - (at % 4) * dayMs - 60_000,
      preferences: { necessary: true, marketing, measurement: at % 2 === 0 },
      consentAction: actions[at % 3],
      metadata: at % 5 === 0 ? { experiment: { id: "hero & co", arm: at % 2 === 0 ? "a" : "=b" } } : {},
    }
    const { body, status } = await post(aSave(at % 7 < 3 ? { ...change, ...underRule } : change))
    assert.strictEqual(status, 200, JSON.stringify(body))
  }
}

interface Listed {
  readonly givenAt: string
  readonly action: string | null
  readonly rule: string | null
  readonly country: string | null
  readonly textsLanguage: string | null
  readonly experimentId: string | null
  readonly experimentArm: string | null
  readonly preferences: Readonly<Record<string, boolean>>
}

const groupIn = (groupBy: (typeof dimensions)[number], item: Listed): string | null => {
  const { action, country, experimentArm, experimentId, givenAt, rule } = item
  const experiment =
    experimentId === null ? null : `${encodeURIComponent(experimentId)}=${encodeURIComponent(experimentArm ?? "")}`
  return {
    day: givenAt.slice(0, 10),
    country,
    rule,
    action,
    language: item.textsLanguage?.slice(0, 2) ?? null,
    experiment,
  }[groupBy]
}

describeEngines("GET /statistics", (engine) => {
  it("counts what a recount of the listed records counts, in every dimension", async () => {
    const instance = await started(engine, { apiKeys: [apiKey] })
    const { send } = instance
    await saveSome(instance, 40)
    const { body: list } = await send("/consents?limit=1000", withKey)
    const records: ReadonlyArray<Listed> = list.consents
    assert.lengthOf(records, 40)
    for (const groupBy of dimensions) {
      const report = await counted(send, `groupBy=${groupBy}`)
      const expected = new Map<string | null, ReadonlyArray<Listed>>()
      for (const item of records) {
        const group = groupIn(groupBy, item)
        expected.set(group, [...(expected.get(group) ?? []), item])
      }
      const found = new Map<string | null, unknown>()
      for (const { accepted, categories, customized, group, records: all, refused, rest, shown } of report.groups) {
        const { granted, refused: denied } = categories.marketing
        found.set(group, { all, accepted, refused, customized, granted, denied, rest, shown })
      }
      const recount = new Map(
        Array.from(expected, ([group, items]) => {
          const of = (action: string) => items.filter((item) => item.action === action).length
          const granted = items.filter(({ preferences }) => preferences["marketing"]).length
          return [
            group,
            {
              all: items.length,
              accepted: of("accept_all"),
              refused: of("reject_all") + of("opt_out"),
              customized: of("custom"),
              granted,
              denied: items.length - granted,
              rest: false,
              shown: null,
            },
          ]
        }),
      )
      assert.deepStrictEqual(found, recount, groupBy)
      assert.strictEqual(report.total.records, 40)
    }
  })

  it("counts what an earlier version has logged, once, by several processes, without a pause of saves", async () => {
    const options = { apiKeys: [apiKey] }
    const first = await started(engine, options)
    await saveSome(first, 30)
    const before = await counted(first.send, "groupBy=action")
    await first.service.dispose()
    await Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from cs_statistic`
      yield* sql`update cs_log set counted_to = null`
    }).pipe(Effect.provide(clientFromUrl(first.url)), Effect.runPromise)
    const processes = [instanceOn(first.url, options), instanceOn(first.url, options)] as const
    const [one, other] = processes
    for (const { service } of processes) service.sequence()
    await Promise.all([saveSome(one, 15), saveSome(other, 15)])
    const after = await vi.waitFor(async () => {
      const report = await counted(one.send, "groupBy=action")
      assert.strictEqual(report.total.records, 60)
      return report
    }, 60_000)
    assert.strictEqual(after.total.accepted, 2 * before.total.accepted)
    for (const { service } of processes) await service.dispose()
  })
})

describeAboveStores("GET /statistics", (engine) => {
  it("is refused by its name where nothing is counted, and for days that are none", async () => {
    const { send } = await started(engine, { apiKeys: [apiKey], evidence: false })
    const off = await send("/statistics", withKey)
    assert.deepStrictEqual([off.status, off.body.cause.code], [404, "STATISTICS_OFF"])
    assert.strictEqual((await send("/statistics")).status, 401)

    const counting = await started(engine, { apiKeys: [apiKey] })
    const wrong = await counting.send("/statistics?from=2026-02-30&to=x&groupBy=subject", withKey)
    assert.strictEqual(wrong.status, 400)
    const paths = wrong.body.cause.issues.map(({ path }: { readonly path: string }) => path)
    assert.sameMembers(paths, ["from", "to", "groupBy"])
    const format = await counting.send("/statistics?format=xml", withKey)
    assert.deepStrictEqual([format.status, format.body.cause.issues[0].path], [400, "format"])
  })

  it("is a file for spreadsheets, too, without formulas", async () => {
    const { post, send } = await started(engine, { apiKeys: [apiKey], manifest: {} })
    await post(aSave({ metadata: { experiment: { id: "=1+1", arm: "a" } }, consentAction: "all" }))
    await counted(send, "groupBy=experiment")
    const { body, headers } = await send("/statistics?groupBy=experiment&format=csv", withKey)
    assert.strictEqual(headers.get("content-type"), "text/csv; charset=utf-8")
    const [head, line, end] = String(body).split("\r\n")
    assert.match(head ?? "", /^experiment,rest,records,accepted,refused,customized,shown,ignored,experienceGranted/)
    assert.match(line ?? "", /^%3D1%2B1=a,false,1,1,0,0,,,/)
    assert.strictEqual(end, "")
  })

  it("keeps what was counted when the records are erased", async () => {
    const { post, send } = await started(engine, { apiKeys: [apiKey], manifest: {} })
    const save = aSave({ consentAction: "necessary" })
    await post(save)
    await counted(send, "")
    // What still waits for the log is erased by a later request.
    await vi.waitFor(async () => {
      await send("/erasures", {
        method: "POST",
        headers: { ...withKey.headers, "content-type": "application/json" },
        body: JSON.stringify({ subjectId: save.subjectId, reason: "art. 17", requestId: "ticket" }),
      })
      assert.deepStrictEqual((await send("/consents", withKey)).body.consents, [])
    }, 20_000)
    assert.strictEqual((await counted(send, "")).total.refused, 1)
  })

  it("counts prompts that were due where the option says so, each journey once", async () => {
    const reports: Array<unknown> = []
    const sessions = { count: true, onReport: (report: unknown) => void reports.push(report) }
    const options = { apiKeys: [apiKey], sessions }
    const { post, send, service, url } = await started(engine, options)
    const ask = (journey: string, stored: 0 | 1, country = "DE") =>
      send(`/init?country=${country}&journey=${journey}&journeyScope=page&stored=${stored}`, {
        headers: { "accept-language": "de-AT,de;q=0.9", "x-cs-experiment": "hero=a" },
      })
    const journeys = Array.from({ length: 4 }, () => crypto.randomUUID())
    for (const journey of journeys) await ask(journey, 0)
    await ask(journeys[0] ?? "", 0)
    await ask(crypto.randomUUID(), 1)
    await ask(crypto.randomUUID(), 0, "US")
    await post(aSave({ consentAction: "all" }))
    assert.lengthOf(reports, 7)
    await counted(send, "")
    // What waits in memory is queued when the instance ends, and added by the next one.
    await service.dispose()
    const next = instanceOn(url, options)
    next.service.sequence()
    await vi.waitFor(async () => {
      const report = await counted(next.send, "groupBy=country")
      const { group, ignored, shown } = report.groups.find((one: { shown: number }) => one.shown > 0)
      assert.deepStrictEqual({ group, ignored, shown }, { group: "DE", ignored: 4, shown: 4 })
      assert.strictEqual(report.total.ignored, 3)
    }, 20_000)
    const languages = await counted(next.send, "groupBy=language")
    assert.deepStrictEqual(
      languages.groups.flatMap(({ group, shown }: { group: string; shown: number }) => (shown > 0 ? [group] : [])),
      ["de"],
    )
    await next.service.dispose()
  })
})
