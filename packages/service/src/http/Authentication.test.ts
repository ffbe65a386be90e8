import { describeAboveStores } from "@consent-service/test-engines"
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import type { ConsentServiceOptions } from "../options/Options.js"
import { sharedByTests } from "../testing/SharedByTests.js"
import { type Answered, aSave, instanceOn, startInstance } from "../testing/TestInstance.js"

/*
 * Authentication: keys, subject ids, CORS and tokens. `Endpoints.test.ts` tests which routes need a key;
 * adapter-http/request/ApiKeys.test.ts tests that keys are compared in constant time.
 */

const keys = ["first-api-key-for-tests-0123456789", "second-api-key-for-tests-~!$%&=?"] as const
const [key, second] = keys

const release = JSON.stringify({ version: "1", hash: `sha256:${"a".repeat(64)}`, effectiveDate: "2024-01-01" })

/** Every administrative endpoint, with a request that is accepted. */
const administrative: ReadonlyArray<readonly [path: string, init: RequestInit]> = [
  ["/subjects?externalId=user-1", {}],
  ["/consents/check?externalId=user-1&type=dpa", {}],
  ["/experiments/hero/summary", {}],
  ["/legal-documents/dpa/current", { method: "PUT", body: release }],
]

type Send = ReturnType<typeof instanceOn>["send"]

/** The statuses of all of them, each once. */
const statusesOf = async (send: Send, headers: Readonly<Record<string, string>>, query = "") => {
  const statuses = new Set<number>()
  for (const [path, init] of administrative) {
    const sent = query === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`
    statuses.add((await send(sent, { ...init, headers })).status)
  }
  return Array.from(statuses)
}

describeAboveStores("Authentication", (engine) => {
  let instance: Awaited<ReturnType<typeof startInstance>>
  sharedByTests(
    async () => {
      instance = await startInstance(engine, { apiKeys: [...keys], tenantId: "red" })
    },
    () => instance.stop(),
  )

  /** Another instance on the same database, for one test. */
  const withInstance = async <A>(
    options: Partial<ConsentServiceOptions>,
    use: (one: ReturnType<typeof instanceOn>) => Promise<A>,
  ) => {
    const one = instanceOn(instance.url, options)
    try {
      return await use(one)
    } finally {
      await one.service.dispose()
    }
  }

  describe("Administrative endpoints require Authorization: Bearer <API_KEY> (threat: guessing API keys)", () => {
    it("any configured key will do", async () => {
      for (const one of keys) {
        assert.deepStrictEqual(await statusesOf(instance.send, { authorization: `Bearer ${one}` }), [200])
      }
    })

    it("the scheme is compared without case, the key with it", async () => {
      for (const scheme of ["bearer", "BEARER", "bEaReR"]) {
        assert.deepStrictEqual(await statusesOf(instance.send, { authorization: `${scheme} ${key}` }), [200])
      }
      for (const wrong of [key.toUpperCase(), `${key},${second}`, `"${key}"`, `Bearer ${key}`]) {
        assert.deepStrictEqual(await statusesOf(instance.send, { authorization: `Bearer ${wrong}` }), [401])
      }
    })

    it("a key that was revoked is none, a new one is one", async () => {
      await withInstance({ apiKeys: [second] }, async ({ send }) => {
        assert.deepStrictEqual(await statusesOf(send, { authorization: `Bearer ${key}` }), [401])
        assert.deepStrictEqual(await statusesOf(send, { authorization: `Bearer ${second}` }), [200])
      })
    })

    it("with no keys configured nothing authenticates", async () => {
      for (const options of [{}, { apiKeys: [] }]) {
        await withInstance(options, async ({ send }) => {
          for (const authorization of [`Bearer ${key}`, "Bearer undefined", "Bearer null", "Bearer ", "Bearer"]) {
            assert.deepStrictEqual(await statusesOf(send, { authorization }), [401])
          }
          const save = aSave({ externalSubjectId: "user-1" })
          await send("/subjects", { method: "POST", body: JSON.stringify(save), headers: { authorization: "Bearer " } })
          const relinked = { method: "PATCH", body: JSON.stringify({ externalId: "user-2" }) }
          assert.strictEqual((await send(`/subjects/${save.subjectId}`, relinked)).status, 200, "no link is verified")
        })
      }
    })

    it("a key counts nowhere else: not in the query, the body, a cookie or another header", async () => {
      const elsewhere = {
        "x-api-key": key,
        "api-key": key,
        "proxy-authorization": `Bearer ${key}`,
        "x-authorization": `Bearer ${key}`,
        cookie: `authorization=Bearer ${key}`,
      }
      assert.deepStrictEqual(await statusesOf(instance.send, elsewhere), [401])
      for (const query of [`apiKey=${key}`, `api_key=${key}`, `access_token=${key}`, `authorization=Bearer%20${key}`]) {
        assert.deepStrictEqual(await statusesOf(instance.send, {}, query), [401])
      }
      const body = JSON.stringify({
        ...JSON.parse(release),
        apiKey: key,
        access_token: key,
        authorization: `Bearer ${key}`,
      })
      const put = await instance.send("/legal-documents/dpa/current", { method: "PUT", body })
      assert.strictEqual(put.status, 401)
    })

    it("a 401 names the authentication scheme, and reveals no keys, subjects or documents", async () => {
      const answers: Array<Answered> = []
      for (const [path, init] of administrative) {
        answers.push(await instance.send(path, { ...init, headers: { "x-request-id": "r" } }))
      }
      for (const { body, headers } of answers) {
        assert.strictEqual(headers.get("www-authenticate"), "Bearer")
        assert.strictEqual(headers.get("cache-control"), "no-store")
        assert.deepStrictEqual([body, Array.from(headers)], [answers[0]?.body, Array.from(answers[0]?.headers ?? [])])
      }
    })
  })

  describe("All other endpoints need no key; the subject id is a private capability", () => {
    it("anyone with the id reads, and ids cannot be discovered", async () => {
      const save = aSave({ externalSubjectId: "user-1" })
      await instance.post(save)
      assert.strictEqual((await instance.send(`/subjects/${save.subjectId}`)).status, 200)
      const { subjectId } = save
      const near = [subjectId.slice(0, -1), `${subjectId}1`, subjectId.toUpperCase(), `${subjectId}%20`, "sub_%25", "%"]
      for (const id of near) assert.strictEqual((await instance.send(`/subjects/${id}`)).status, 404, id)
      const prefix = subjectId.slice(0, 8)
      assert.notInclude(JSON.stringify((await instance.send(`/subjects/${prefix}`)).body), subjectId)
    })
  })

  describe("CORS is not authentication (threat: calling the API from a foreign page)", () => {
    const evil = "https://evil.example"

    it("a request from a page that is not trusted is served; only the page may not read it", async () => {
      const save = aSave()
      const posted = await instance.post(save, { headers: { origin: evil } })
      assert.strictEqual(posted.status, 200)
      assert.isNull(posted.headers.get("access-control-allow-origin"))
      assert.strictEqual((await instance.send(`/subjects/${save.subjectId}`)).body.consents.length, 1)
    })

    it("a key does not open CORS, and a trusted origin is not a key", async () => {
      const headers = { authorization: `Bearer ${key}`, origin: evil }
      for (const [path, init] of administrative) {
        const opened = await instance.send(path, { ...init, headers })
        assert.strictEqual(opened.status, 200)
        assert.isNull(opened.headers.get("access-control-allow-origin"))
        const trusted = await instance.send(path, { ...init, headers: { origin: "https://shop.example" } })
        assert.strictEqual(trusted.status, 401)
        assert.strictEqual(trusted.headers.get("access-control-allow-origin"), "https://shop.example")
      }
    })

    it("with trustedOrigins absent or empty no page may read anything but /init", async () => {
      for (const trustedOrigins of [[], ["*"]]) {
        await withInstance({ trustedOrigins }, async ({ send }) => {
          const allowed = (await send("/manifest", { headers: { origin: evil } })).headers
          const expected = trustedOrigins.length === 0 ? null : evil
          assert.strictEqual(allowed.get("access-control-allow-origin"), expected)
        })
      }
    })
  })

  describe("Policy snapshot tokens are signed with key, issuer and an audience of the tenant", () => {
    const signingKey = "a signing key of more than 32 bytes, for tests"
    const policySnapshot = { signingKey }

    it("a token of another tenant, key, issuer or audience is 409 POLICY_SNAPSHOT_INVALID", async () => {
      const others: ReadonlyArray<Partial<ConsentServiceOptions>> = [
        { policySnapshot, tenantId: "blue" },
        { policySnapshot },
        { policySnapshot: { signingKey: `${signingKey}x` }, tenantId: "red" },
        { policySnapshot: { signingKey, issuer: "other" }, tenantId: "red" },
        { policySnapshot: { signingKey, audience: "other" }, tenantId: "red" },
      ]
      await withInstance({ policySnapshot, tenantId: "red" }, async (red) => {
        for (const options of others) {
          const { policySnapshotToken } = await withInstance(options, async ({ send }) => (await send("/init")).body)
          const refused = await red.post(aSave({ policySnapshotToken }))
          assert.deepStrictEqual([refused.status, refused.body.cause.code], [409, "POLICY_SNAPSHOT_INVALID"])
        }
        const { policySnapshotToken } = (await red.send("/init")).body
        assert.strictEqual((await red.post(aSave({ policySnapshotToken }))).status, 200)
      })
    })
  })

  describe("Tenant is chosen by instance construction, never from an incoming header", () => {
    it("nothing of a request moves it to another tenant", async () => {
      const claims = {
        "x-tenant-id": "blue",
        "x-tenant": "blue",
        "x-cs-tenant": "blue",
        "x-cs-tenant-id": "blue",
        "tenant-id": "blue",
        host: "blue.example",
        "x-forwarded-host": "blue.example",
      }
      await withInstance({ apiKeys: [key], tenantId: "blue" }, async (blue) => {
        const headers = { ...claims, authorization: `Bearer ${key}` }
        const save = aSave({
          externalSubjectId: "user-7",
          tenantId: "blue",
          metadata: { experiment: { id: "seven", arm: "a" } },
        })
        assert.strictEqual((await instance.post(save, { headers })).status, 200)
        const release7 = { method: "PUT", headers, body: release.replace('"1"', '"7"') }
        const published = await instance.send("/legal-documents/dpa_seven/current?tenantId=blue", release7)
        const theirs = await blue.send("/legal-documents/dpa_seven/current", release7)
        assert.notStrictEqual(published.body.policy.id, theirs.body.policy.id)

        const listed = async (by: Send) =>
          (await by("/subjects?externalId=user-7&tenantId=blue", { headers })).body.subjects.length
        assert.deepStrictEqual([await listed(instance.send), await listed(blue.send)], [1, 0])
        const arms = async (by: Send) => (await by("/experiments/seven/summary", { headers })).body.arms.length
        assert.deepStrictEqual([await arms(instance.send), await arms(blue.send)], [1, 0])
        assert.strictEqual((await blue.send(`/subjects/${save.subjectId}`, { headers })).status, 404)
        assert.strictEqual((await instance.send(`/subjects/${save.subjectId}`, { headers })).status, 200)
      })
    })
  })

  describe("Secrets belong in server environment variables", () => {
    it("no answer and no line of the log has any of them", async () => {
      const secrets = { api: "canary-key-0123456789-0123456789", signing: "canary-signing-0123456789-0123456789" }
      const signed = { signingKey: secrets.signing }
      const options = {
        apiKeys: [secrets.api],
        policySnapshot: signed,
        identityToken: signed,
        legalDocumentSnapshot: signed,
      }
      await withInstance(options, async ({ events, post, send }) => {
        const headers = { authorization: `Bearer ${secrets.api}` }
        const paths = ["/status", "/manifest", "/init", "/spec.json", "/docs", "/nowhere", "/subjects", "/subjects/x"]
        const answers: Array<Answered> = [await post("{", { headers }), await post(aSave(), { headers })]
        for (const path of paths) answers.push(await send(path, { headers }))
        for (const [path, init] of administrative) answers.push(await send(path, { ...init, headers }))
        const told = JSON.stringify([answers.map(({ body, headers: sent }) => [body, Array.from(sent)]), events])
        assert.notInclude(told, "canary")
      })
    })
  })
})

/** Where the sentences that other files are about have their tests. */
const elsewhere = [
  ["Identity tokens verify a link", "Identity.test.ts", "Identity link of a subject"],
  [
    "Subject IDs are unique database-wide",
    "Tenants.test.ts",
    "a subject that one tenant holds is 409 SUBJECT_CONFLICT",
  ],
  ["Tenant is chosen by instance construction", "Tenants.test.ts", "a tenant in the body, the query or a header"],
] as const

describe("Authentication, in other files", () => {
  it.each(elsewhere)("%s: %s", (_, file, name) => {
    assert.include(readFileSync(new URL(file, import.meta.url), "utf8"), name)
  })
})
