import { describeEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import { sharedByTests } from "../testing/SharedByTests.js"
import { type Answered, aSave, instanceOn, startInstance } from "../testing/TestInstance.js"

/* Endpoints: the summary of a banner experiment. */

const key = "an-api-key-for-tests-0123456789"
const withKey = { headers: { authorization: `Bearer ${key}` } }

const day = Date.parse("2024-03-10T00:00:00.000Z")
const dayMs = 86_400_000

const none = { accept_all: 0, custom: 0, opt_out: 0, reject_all: 0, unknown: 0 }

interface Decision {
  readonly id?: string
  readonly arm?: unknown
  readonly time?: unknown
  readonly givenAt?: number
  readonly domain?: string
  readonly consentAction?: string
  readonly model?: string
  readonly uiSource?: string
}

describeEngines("GET /experiments/:id/summary?from=&to=&domain=", (engine) => {
  let instance: Awaited<ReturnType<typeof startInstance>>
  sharedByTests(
    async () => {
      instance = await startInstance(engine, { apiKeys: [key], tenantId: "red" })
    },
    () => instance.stop(),
  )

  const decide = async ({ arm = "control", id = "hero", time, ...change }: Decision, by = instance.post) => {
    const metadata = { experiment: { id, arm }, timeToDecisionMs: time }
    const answer = await by(aSave({ givenAt: day, metadata, ...change }))
    assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
  }

  const summary = (id: string, query = ""): Promise<Answered> =>
    instance.send(`/experiments/${encodeURIComponent(id)}/summary${query}`, withKey)

  const choicesIn = ({ body }: Answered): ReadonlyArray<readonly [string, number]> =>
    body.arms.map(({ arm, choices }: { readonly arm: string; readonly choices: number }) => [arm, choices])

  it("counts each arm's choices by action and by surface", async () => {
    const id = "actions"
    const sent: ReadonlyArray<Decision> = [
      { consentAction: "all", uiSource: "banner" },
      { consentAction: "all", uiSource: "dialog", model: "opt-out" },
      { consentAction: "necessary", uiSource: "banner" },
      { consentAction: "necessary", model: "opt-out" },
      { consentAction: "custom", uiSource: "Banner" },
      { consentAction: "later" },
      {},
    ]
    for (const decision of sent) await decide({ id, ...decision })
    await decide({ id, arm: "short", consentAction: "custom", uiSource: "dialog" })
    const { body, headers, status } = await summary(id)
    assert.strictEqual(status, 200)
    assert.strictEqual(headers.get("cache-control"), "no-store")
    assert.deepStrictEqual(body, {
      experimentId: id,
      from: null,
      to: null,
      arms: [
        {
          arm: "control",
          choices: 7,
          byAction: { accept_all: 2, custom: 1, opt_out: 1, reject_all: 1, unknown: 2 },
          bySurface: { Banner: 1, banner: 2, dialog: 1, unknown: 3 },
          medianTimeToDecisionMs: null,
        },
        {
          arm: "short",
          choices: 1,
          byAction: { ...none, custom: 1 },
          bySurface: { dialog: 1 },
          medianTimeToDecisionMs: null,
        },
      ],
    })
  })

  it("the median is exact: the middle time, the mean of the two middle ones, null without any", async () => {
    const times: Readonly<Record<string, ReadonlyArray<unknown>>> = {
      odd: [9000, 1, 300],
      even: [40, 10, 25, 30],
      one: [0],
      none: [undefined, "12", -1, 1.5, 2_147_483_648],
      some: [undefined, 7, null, 2_147_483_647, 9],
    }
    for (const [arm, all] of Object.entries(times)) for (const time of all) await decide({ id: "median", arm, time })
    const { body } = await summary("median")
    const medians = body.arms.map((one: { readonly arm: string; readonly medianTimeToDecisionMs: number | null }) => [
      one.arm,
      one.medianTimeToDecisionMs,
    ])
    assert.deepStrictEqual(medians, [
      ["even", 27.5],
      ["none", null],
      ["odd", 300],
      ["one", 0],
      ["some", 9],
    ])
    assert.strictEqual(body.arms[1].choices, 5, "a time that is invalid never keeps a choice from counting")
  })

  it("orders the arms by code unit and distinguishes them byte for byte, as it does experiments", async () => {
    for (const arm of ["b", "B", "a", "Z", "é", "e\u0301", "a "]) await decide({ id: "order", arm })
    await decide({ id: "Order", arm: "other" })
    assert.deepStrictEqual(choicesIn(await summary("order")), [
      ["B", 1],
      ["Z", 1],
      ["a", 1],
      ["a ", 1],
      ["b", 1],
      ["e\u0301", 1],
      ["é", 1],
    ])
    assert.deepStrictEqual(choicesIn(await summary("Order")), [["other", 1]])
  })

  it("counts no record without an arm, and an act once however often it was sent", async () => {
    for (const arm of ["", null, 5, "x".repeat(129)]) await decide({ id: "once", arm })
    const save = aSave({ givenAt: day, metadata: { experiment: { id: "once", arm: "a" } } })
    for (let times = 0; times < 3; times += 1) await instance.post(save)
    assert.deepStrictEqual(choicesIn(await summary("once")), [["a", 1]])
  })

  it("counts the records of its tenant only", async () => {
    const blue = instanceOn(instance.url, { apiKeys: [key], tenantId: "blue" })
    await decide({ id: "tenant", arm: "red" })
    await decide({ id: "tenant", arm: "blue" }, blue.post)
    assert.deepStrictEqual(choicesIn(await summary("tenant")), [["red", 1]])
    assert.deepStrictEqual(choicesIn(await blue.send("/experiments/tenant/summary", withKey)), [["blue", 1]])
    await blue.service.dispose()
  })

  it("domain: only decisions there, however the name is written", async () => {
    await decide({ id: "domain", arm: "shop", domain: "shop.example" })
    await decide({ id: "domain", arm: "port", domain: "shop.example:8443" })
    await decide({ id: "domain", arm: "blog", domain: "Bücher.Example" })
    assert.deepStrictEqual(choicesIn(await summary("domain", "?domain=shop.example")), [["shop", 1]])
    assert.deepStrictEqual(choicesIn(await summary("domain", "?domain=SHOP.example:8443")), [["port", 1]])
    assert.deepStrictEqual(choicesIn(await summary("domain", "?domain=xn--bcher-kva.example")), [["blog", 1]])
    assert.deepStrictEqual(choicesIn(await summary("domain", "?domain=other.example")), [])
  })

  it("from and to are inclusive on givenAt; a date is its whole day in UTC; both are echoed in full", async () => {
    const at: ReadonlyArray<readonly [string, number]> = [
      ["a before", day - 1],
      ["b first", day],
      ["c last", day + dayMs - 1],
      ["d after", day + dayMs],
    ]
    for (const [arm, givenAt] of at) await decide({ id: "bounds", arm, givenAt })
    const found = async (query: string) => {
      const { body } = await summary("bounds", query)
      const arms = body.arms.map(({ arm }: { readonly arm: string }) => arm.slice(0, 1)).join("")
      return [arms, body.from, body.to]
    }
    const first = "2024-03-10T00:00:00.000Z"
    const last = "2024-03-10T23:59:59.999Z"
    assert.deepStrictEqual(await found(""), ["abcd", null, null])
    assert.deepStrictEqual(await found("?from=2024-03-10"), ["bcd", first, null])
    assert.deepStrictEqual(await found("?to=2024-03-10"), ["abc", null, last])
    assert.deepStrictEqual(await found("?from=2024-03-10&to=2024-03-10"), ["bc", first, last])
    assert.deepStrictEqual(await found(`?from=${first}&to=${first}`), ["b", first, first])
    assert.deepStrictEqual(await found(`?from=${last}&to=${last}`), ["c", last, last])
    const later = "2024-03-10T00:00:00.001Z"
    assert.deepStrictEqual(await found(`?from=${later}`), ["cd", later, null])
    assert.deepStrictEqual(await found("?to=2024-03-10T23:59:59.998Z"), ["ab", null, "2024-03-10T23:59:59.998Z"])
    assert.deepStrictEqual(await found("?from=2024-03-10T01:00:00%2B01:00"), ["bcd", first, null])
    assert.deepStrictEqual(await found("?from=2024-03-09T23:00:00-01:00"), ["bcd", first, null])
  })

  it("of an unused experiment has no arms", async () => {
    const { body, status } = await summary("never shown %/?", "?from=2024-01-01")
    assert.deepStrictEqual(
      [status, body],
      [200, { experimentId: "never shown %/?", from: "2024-01-01T00:00:00.000Z", to: null, arms: [] }],
    )
  })

  it("invalid parameters are 400 INPUT_VALIDATION_FAILED, each by its name", async () => {
    const wrong: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
      ["hero", "?from=yesterday", ["from"]],
      ["hero", "?from=2024-02-30", ["from"]],
      ["hero", "?from=", ["from"]],
      ["hero", "?to=2024-01-01T24:00:00Z", ["to"]],
      ["hero", "?to=1710028800000", ["to"]],
      ["hero", "?from=2024-03-11&to=2024-03-10", ["from"]],
      ["hero", "?from=2024-03-10T00:00:00.001Z&to=2024-03-10T00:00:00.000Z", ["from"]],
      ["hero", "?domain=", ["domain"]],
      ["hero", "?domain=https://shop.example/", ["domain"]],
      ["x".repeat(129), "", ["id"]],
      ["x".repeat(129), "?from=x&to=y&domain=", ["id", "from", "to", "domain"]],
    ]
    for (const [id, query, paths] of wrong) {
      const { body, status } = await summary(id, query)
      assert.deepStrictEqual([status, body.cause.code], [400, "INPUT_VALIDATION_FAILED"], query)
      assert.deepStrictEqual(
        body.cause.issues.map(({ path }: { readonly path: string }) => path),
        paths,
      )
    }
  })

  it("any 128 characters are a valid id", async () => {
    const id = "\u{1f469}".repeat(128)
    await decide({ id, arm: "a" })
    assert.deepStrictEqual(choicesIn(await summary(id)), [["a", 1]])
  })
})
