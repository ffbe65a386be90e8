import { noTokens } from "@consent-service/core/ports"
import { describeAboveStores } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { decodeJwt, SignJWT } from "jose"
import { startClockedInstance } from "../testing/ClockedInstance.js"
import { aSave, instanceOn, newSubjectId, policyRules, startInstance } from "../testing/TestInstance.js"

/* The limits of time and configuration, at the edges. `Limits.inputs.test.ts` tests the sizes of inputs. */

const signingKey = "a signing key of more than 32 bytes, for tests"

const start = 1_790_000_000_000
const [second, minute] = [1000, 60_000]
const [ttl, window, slack] = [1800 * second, 604_800 * second, 10 * minute]

const snapshots = (change: { readonly ttlSeconds?: number; readonly replayWindowSeconds?: number } = {}) => ({
  manifest: { policyRules },
  tokens: {
    ...noTokens,
    policySnapshot: { signingKey, ttlSeconds: 1800, replayWindowSeconds: 604_800, ...change },
  },
})

describeAboveStores("Limits", (engine) => {
  describe("Manifest cache: sMaxAge 300 s, staleWhileRevalidate 86400 s", () => {
    const folder = mkdtempSync(join(tmpdir(), "limits-"))
    const bundle = join(folder, "bundle.js")
    let instance: Awaited<ReturnType<typeof startInstance>>
    beforeAll(async () => {
      writeFileSync(bundle, "void 0")
      instance = await startInstance(engine)
    })
    afterAll(async () => {
      await instance.stop()
      rmSync(folder, { recursive: true })
    })

    it.each([
      [{}, 300, 86_400],
      [{ sMaxAge: 0, staleWhileRevalidate: 0 }, 0, 0],
      [{ sMaxAge: 59.9 }, 59, 86_400],
      [{ staleWhileRevalidate: 5 }, 300, 5],
      [{ sMaxAge: -1, staleWhileRevalidate: Number.NaN }, 300, 86_400],
      [{ sMaxAge: Number.POSITIVE_INFINITY }, 300, 86_400],
    ])("%j on /manifest and the script routes, 304 too", async (manifestCache, sMaxAge, staleWhileRevalidate) => {
      const bundles = { full: bundle, headless: bundle, iab: bundle }
      const { send, service } = instanceOn(instance.url, {
        manifestCache,
        script: { bundles, backendURL: "http://consent.test" },
      })
      const expected = `public, s-maxage=${sMaxAge}, stale-while-revalidate=${staleWhileRevalidate}`
      const inBrowsers = `public, s-maxage=${sMaxAge}, max-age=${sMaxAge}, stale-while-revalidate=${staleWhileRevalidate}`
      for (const path of ["/manifest", "/cs.js", "/cs.headless.js", "/cs.iab.js"]) {
        const whole = await send(path)
        const again = await send(path, { headers: { "if-none-match": "*" } })
        assert.deepStrictEqual([whole.status, again.status], [200, 304])
        for (const { headers } of [whole, again]) {
          assert.strictEqual(headers.get("cache-control"), path === "/manifest" ? expected : inBrowsers)
          assert.strictEqual(headers.get("cdn-cache-control"), expected)
        }
      }
      await service.dispose()
    })
  })

  describe("policy snapshot tokens", () => {
    type Clocked = Awaited<ReturnType<typeof startClockedInstance>>

    const withInstance = async (options: ReturnType<typeof snapshots>, use: (instance: Clocked) => Promise<void>) => {
      const instance = await startClockedInstance(engine, start, options)
      try {
        await use(instance)
      } finally {
        await instance.stop()
      }
    }

    const tokenOf = async ({ send }: Clocked): Promise<string> =>
      (await send("/init?country=DE")).body.policySnapshotToken

    /** The outcome of a save that was given at one time and arrives at another, both relative to the token's start. */
    const outcome = async (instance: Clocked, policySnapshotToken: string, givenAt: number, arrival: number) => {
      instance.setTime(start + arrival)
      const save = aSave({ policySnapshotToken, givenAt: start + givenAt })
      const { body, status } = await instance.post(save)
      if (status !== 200) return body.cause.code
      const [record] = (await instance.send(`/subjects/${save.subjectId}`)).body.consents
      assert.strictEqual(record.givenAt, new Date(start + givenAt).toISOString(), "kept as sent")
      assert.strictEqual(record.createdAt, new Date(start + arrival).toISOString(), "when it arrived")
      return record.runtimePolicySource
    }

    it.each([1800, 1, 86_400])("Policy snapshot token lifetime: %i s, to its last millisecond", (ttlSeconds) =>
      withInstance(snapshots({ ttlSeconds }), async (instance) => {
        const token = await tokenOf(instance)
        const { exp, iat } = decodeJwt(token)
        assert.deepStrictEqual([iat, exp], [start / 1000, start / 1000 + ttlSeconds])
        const end = ttlSeconds * second
        assert.strictEqual(await outcome(instance, token, 0, end), "snapshot_token")
        assert.strictEqual(await outcome(instance, token, 0, end + 1), "snapshot_token_replayed")
        assert.strictEqual(await outcome(instance, token, -1e11, end), "snapshot_token", "live, whenever it was given")
      }),
    )

    it("Policy snapshot token lifetime: 1800 s where nothing is configured", async () => {
      const { send, service } = instanceOn("sqlite::memory:", { policySnapshot: { signingKey } })
      const { exp = 0, iat = 0 } = decodeJwt((await send("/init")).body.policySnapshotToken)
      assert.strictEqual(exp - iat, 1800)
      assert.deepInclude(service.options.tokens.policySnapshot, { ttlSeconds: 1800, replayWindowSeconds: 604_800 })
      await service.dispose()
    })

    it.each([604_800, 60])("Replay window after token expiry: %i s, to its last millisecond", (replayWindowSeconds) =>
      withInstance(snapshots({ replayWindowSeconds }), async (instance) => {
        const token = await tokenOf(instance)
        const end = ttl + replayWindowSeconds * second
        assert.strictEqual(await outcome(instance, token, 0, end), "snapshot_token_replayed")
        assert.strictEqual(await outcome(instance, token, 0, end + 1), "POLICY_SNAPSHOT_EXPIRED")
      }),
    )

    it("Replay window after token expiry: 0 refuses all late saves", () =>
      withInstance(snapshots({ replayWindowSeconds: 0 }), async (instance) => {
        const token = await tokenOf(instance)
        assert.strictEqual(await outcome(instance, token, 0, ttl), "snapshot_token")
        assert.strictEqual(await outcome(instance, token, 0, ttl + 1), "POLICY_SNAPSHOT_EXPIRED")
      }))

    it("Clock slack for givenAt vs token lifetime: 10 minutes, to the last millisecond on both sides", () =>
      withInstance(snapshots(), async (instance) => {
        const token = await tokenOf(instance)
        const late = ttl + window
        for (const [givenAt, expected] of [
          [-slack, "snapshot_token_replayed"],
          [-slack - 1, "POLICY_SNAPSHOT_EXPIRED"],
          [ttl + slack, "snapshot_token_replayed"],
          [ttl + slack + 1, "POLICY_SNAPSHOT_EXPIRED"],
        ] as const) {
          assert.strictEqual(await outcome(instance, token, givenAt, late), expected, String(givenAt))
        }
      }))

    it("Browser retention of an undelivered save: a save replayed on the seventh day is accepted", () =>
      withInstance(snapshots(), async (instance) => {
        const token = await tokenOf(instance)
        assert.strictEqual(await outcome(instance, token, minute, 7 * 86_400 * second), "snapshot_token_replayed")
      }))

    it("givenAt and every confirmedAt: at most 10 minutes ahead of the server", () =>
      withInstance(snapshots(), async (instance) => {
        const policySnapshotToken = await tokenOf(instance)
        const sent = (at: number): ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>]> => [
          ["givenAt", { givenAt: start + at }],
          [
            "choice.categories.measurement.confirmedAt",
            { givenAt: start, receipts: [{ category: "measurement", value: true, confirmedAt: start + at }] },
          ],
          [
            "vendorChoice.confirmedAt",
            { givenAt: start, vendorChoice: { version: 1, confirmedAt: start + at, grants: {} } },
          ],
        ]
        for (const [path, change] of sent(slack)) {
          assert.strictEqual((await instance.post(aSave({ policySnapshotToken, ...change }))).status, 200, path)
        }
        for (const [path, change] of sent(slack + 1)) {
          const { body, status } = await instance.post(aSave({ policySnapshotToken, ...change }))
          assert.deepStrictEqual([status, body.cause.issues[0].path], [400, path])
        }
      }))
  })

  it("Identity token lifetime: valid to the last millisecond of exp, without tolerance", async () => {
    const tokens = { ...noTokens, identityToken: { signingKey } }
    const instance = await startClockedInstance(engine, start, { tokens })
    const exp = start / second + 3600
    const identityToken = await new SignJWT({ sub: "user-1", iss: "cs", aud: "cs-identity", exp })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(signingKey))
    const { body } = await instance.post(aSave({ givenAt: start }))
    const link = async () => {
      const request = { method: "PATCH", body: JSON.stringify({ externalId: "user-1", identityToken }) }
      return (await instance.send(`/subjects/${body.subjectId}`, request)).status
    }
    instance.setTime(exp * second)
    assert.strictEqual(await link(), 200)
    instance.setTime(exp * second + 1)
    assert.strictEqual(await link(), 401)
    await instance.stop()
  })

  describe("what /init reads", () => {
    let instance: Awaited<ReturnType<typeof startInstance>>
    beforeAll(async () => {
      instance = await startInstance(engine)
    })
    afterAll(() => instance.stop())

    it("`init` `contract`: only 1", async () => {
      for (const [contract, status] of [
        ["1", "matched"],
        ["0", "failed"],
        ["2", "failed"],
        ["latest", "failed"],
      ]) {
        const { body } = await instance.send(`/init?contract=${contract}`)
        assert.strictEqual(body.policyResolution.status, status)
      }
    })

    it("IP masking: on by default, IPv4 loses its last octet and IPv6 its last 80 bits", async () => {
      const seen = async (sent: string, by = instance.send) =>
        (await by("/status", { headers: { "x-forwarded-for": sent } })).body.client.ip
      for (const [sent, kept] of [
        ["203.0.113.255", "203.0.113.0"],
        ["203.0.113.9:4711, 198.51.100.7", "203.0.113.0"],
        ["2001:db8:85a3:8d3:1319:8a2e:370:7348", "2001:db8:85a3::"],
        ["[2001:db8:85a3::1]:443", "2001:db8:85a3::"],
        ["::ffff:192.168.1.100", "::ffff:192.168.1.0"],
        ["not-an-ip", null],
        ["300.1.1.1", null],
      ] as const) {
        assert.strictEqual(await seen(sent), kept, sent)
      }
      const open = instanceOn(instance.url, { ipAddress: { masking: false } })
      assert.strictEqual(await seen("203.0.113.255", open.send), "203.0.113.255")
      const blind = instanceOn(instance.url, { ipAddress: { tracking: false } })
      assert.isNull(await seen("203.0.113.255", blind.send))
      for (const { service } of [open, blind]) await service.dispose()
    })

    it("Replay, and a retry of any kind, is bounded by nothing but the act: the same save always gives the same record", async () => {
      const save = aSave({ subjectId: newSubjectId() })
      const ids = new Set<string>()
      for (let times = 0; times < 5; times += 1) ids.add((await instance.post(save)).body.consentId)
      assert.strictEqual(ids.size, 1)
    })
  })
})

describe("Limits of the configuration", () => {
  const build = (key: string) => () => instanceOn("sqlite::memory:", { identityToken: { signingKey: key } })

  it("Identity token signing key: at least 32 bytes, counted in UTF-8", async () => {
    for (const short of ["", "x".repeat(31), "é".repeat(15)]) assert.throws(build(short), /identityToken\.signingKey/)
    for (const long of ["x".repeat(32), "é".repeat(16)]) await build(long)().service.dispose()
  })

  it("Legal-document signing helper lifetime: 86400 s by default", async () => {
    const { service } = instanceOn("sqlite::memory:", { legalDocumentSnapshot: { signingKey } })
    assert.deepInclude(service.options.tokens.legalDocumentSnapshot, { ttlSeconds: 86_400, verifyOnSave: false })
    await service.dispose()
  })
})

/** Where the rows have their tests that other files are about. */
const elsewhere = [
  ["`gpc` values: 1 or 0", "Endpoints.init.test.ts", "GPC: ?%s with %j is %j"],
  ["`init` `contract`: query and header", "Endpoints.policy.test.ts", "contract: only 1 is supported"],
  ["Legal-document signing helper", "LegalDocuments.test.ts", "with verifyOnSave need a snapshot of their version"],
] as const

describe("Limits, in other files", () => {
  it.each(elsewhere)("%s: %s", (_, file, name) => {
    assert.include(readFileSync(new URL(file, import.meta.url), "utf8"), name)
  })
})
