import { defaultTablePrefix, tablesOf } from "@consent-service/adapter-sql/Tables"
import { createTestDatabase, describeAboveStores, describeEngines } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { decodeJwt, SignJWT } from "jose"
import type { ConsentServiceOptions } from "../options/Options.js"
import { statementsOn } from "../testing/Statements.js"
import { type Answered, aSave, instanceOn, newSubjectId, startInstance } from "../testing/TestInstance.js"

/*
 * All errors: that each one occurs, with its status, code, reason and body. Other files test when each one occurs and
 * when not.
 */

const key = "an-api-key-for-tests-0123456789"
const withKey = { authorization: `Bearer ${key}` }
const signingKey = "a signing key of more than 32 bytes, for tests"

const options: Partial<ConsentServiceOptions> = {
  apiKeys: [key],
  identityToken: { signingKey },
  script: { bundles: { full: "no/such/file.js" } },
}

type Instance = Awaited<ReturnType<typeof startInstance>>
type Headers = Readonly<Record<string, string>>

const release = { version: "1", hash: `sha256:${"a".repeat(64)}`, effectiveDate: "2024-01-01" }

/** Requests by endpoint, each invalid in one way. */
const requestsOn = ({ post, send }: Pick<Instance, "post" | "send">) => ({
  save: (change: Readonly<Record<string, unknown>> = {}) => post(aSave(change)),
  link: (id: string, body: unknown, headers: Headers = {}) =>
    send(`/subjects/${id}`, { method: "PATCH", headers, body: JSON.stringify(body) }),
  publish: (change: Readonly<Record<string, unknown>> = {}, type = "dpa", headers: Headers = withKey) =>
    send(`/legal-documents/${type}/current`, {
      method: "PUT",
      headers,
      body: JSON.stringify({ ...release, ...change }),
    }),
  admin: (path: string, headers: Headers = withKey) => send(path, { headers }),
  report: (headers: Headers) => send("/sessions", { method: "POST", headers, body: "{}" }),
  get: (path: string, method = "GET") => send(path, { method }),
})

type Requests = ReturnType<typeof requestsOn>

/**
 * One shape, which is never cached. A refusal names the field and the reason; a failure reveals no internals.
 */
const assertProblem = ({ body, headers, status }: Answered, expected: number, code: string, reason?: string): void => {
  assert.deepStrictEqual([status, body.cause?.code], [expected, code], JSON.stringify(body))
  assert.deepStrictEqual(Object.keys(body).sort(), ["cause", "message"])
  assert.isNotEmpty(body.message)
  const { issues, ...cause } = body.cause
  assert.deepStrictEqual(cause, reason === undefined ? { code } : { code, reason })
  if (issues !== undefined) {
    assert.isTrue(issues.length >= 1 && issues.length <= 5)
    for (const issue of issues) {
      assert.deepStrictEqual(Object.keys(issue).sort(), ["message", "path"])
      assert.include(body.message, `${issue.path}: ${issue.message}`)
    }
  }
  assert.strictEqual(headers.get("cache-control"), "no-store")
  assert.strictEqual(headers.get("content-type"), "application/json")
  assert.strictEqual(headers.get("x-cs-policy-contract"), "1")
  if (status === 503) assert.isTrue(Number(headers.get("retry-after")) >= 1 && Number(headers.get("retry-after")) <= 5)
  if (status >= 500) assert.notMatch(JSON.stringify(body), /cs_|table|column|sql|select|127\.0\.0\.1|Error:/i)
}

/** Rows by status, code, reason if any, and condition, with a request that causes each. */
type Cases = Readonly<Record<string, (on: Requests) => Promise<Answered>>>

const assertRow = (row: string, answer: Answered): void => {
  const [, status, code = "", reason] = /^(\d+) (\w+)(?: \((.+?)\))?: /.exec(row) ?? []
  assertProblem(answer, Number(status), code, reason)
}

/** Policy `statistics`, which offers measurement only, as a client asserts it. */
const asserting = async ({ get }: Requests, change: Readonly<Record<string, unknown>>) => {
  const { fingerprints, policyId } = (await get("/init?country=GB")).body.policyResolution
  return aSave({ policyId, fingerprint: fingerprints.policy, country: "GB", region: null, ...change })
}

const receipt = (category: string) => [{ category, value: true, confirmedAt: 1 }]

/** A token of this service's own, as it would be with other claims. */
const tokenWith = async ({ get }: Requests, change: Readonly<Record<string, unknown>>): Promise<string> => {
  const claims = decodeJwt((await get("/init?country=DE")).body.policySnapshotToken)
  const secret = new TextEncoder().encode(signingKey)
  return new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: "HS256" }).sign(secret)
}

const seconds = () => Math.floor(Date.now() / 1000)
const dayS = 86_400

const cases: Cases = {
  "400 BAD_REQUEST: POST /sessions with an Origin header": (on) =>
    on.report({ origin: "https://shop.example", "x-cs-version": "3" }),
  "400 BAD_REQUEST: POST /sessions without X-CS-Version": (on) => on.report({}),
  "400 INPUT_VALIDATION_FAILED: POST /subjects": (on) => on.save({ type: 1, domain: 2, givenAt: "x" }),
  "400 INPUT_VALIDATION_FAILED: POST /subjects, more than five issues": (on) =>
    on.save({ type: 1, domain: 2, givenAt: "x", subjectId: 3, metadata: 4, uiSource: 5, gpc: 6 }),
  "400 INPUT_VALIDATION_FAILED: PATCH /subjects/:id": (on) =>
    on.link(newSubjectId(), { externalId: "x", identityToken: 1 }),
  "400 INPUT_VALIDATION_FAILED: GET /experiments/:id/summary": (on) => on.admin("/experiments/hero/summary?from=x"),
  "400 INPUT_VALIDATION_FAILED: PUT /legal-documents/:type/current": (on) => on.publish({ hash: "x" }),
  "400 EXTERNAL_ID_REQUIRED: GET /subjects": (on) => on.admin("/subjects"),
  "400 EXTERNAL_ID_REQUIRED: GET /consents/check": (on) => on.admin("/consents/check"),
  "400 EXTERNAL_ID_REQUIRED: PATCH /subjects/:id": (on) => on.link(newSubjectId(), {}),
  "400 TYPE_REQUIRED: GET /consents/check": (on) => on.admin("/consents/check?externalId=x"),
  "400 CHOICE_PREFERENCE_MISMATCH: a receipt differs from the preferences": (on) =>
    on.save({ receipts: receipt("marketing") }),
  "400 CHOICE_OUT_OF_SCOPE: a receipt grants what the policy does not offer": async (on) =>
    on.save(await asserting(on, { preferences: { marketing: true }, receipts: receipt("marketing") })),
  "400 PURPOSE_NOT_ALLOWED: the preferences grant what the policy does not offer": async (on) =>
    on.save(await asserting(on, { preferences: { marketing: true } })),
  "401 UNAUTHORIZED: GET /subjects, missing key": (on) => on.admin("/subjects", {}),
  "401 UNAUTHORIZED: GET /consents/check, wrong key": (on) =>
    on.admin("/consents/check", { authorization: "Bearer x" }),
  "401 UNAUTHORIZED: GET /experiments/:id/summary, malformed key": (on) =>
    on.admin("/experiments/hero/summary", { authorization: key }),
  "401 UNAUTHORIZED: PUT /legal-documents/:type/current, missing key": (on) => on.publish({}, "dpa", {}),
  "401 IDENTITY_TOKEN_INVALID: PATCH /subjects/:id, token does not verify": (on) =>
    on.link(newSubjectId(), { externalId: "user-1", identityToken: "x" }),
  "404 NOT_FOUND: unknown subject, GET": (on) => on.get(`/subjects/${newSubjectId()}`),
  "404 NOT_FOUND: unknown subject, PATCH": (on) => on.link(newSubjectId(), { externalId: "user-1" }),
  "404 NOT_FOUND: a save about an unknown version of a document": (on) => on.save({ type: "dpa", policyHash: "x" }),
  "404 NOT_FOUND: unknown path": (on) => on.get("/nowhere"),
  "405 METHOD_NOT_ALLOWED: wrong method": (on) => on.get("/init", "DELETE"),
  "409 CONFLICT: same act with different purposes": async (on) => {
    const save = aSave()
    await on.save(save)
    return on.save({ ...save, preferences: { necessary: true } })
  },
  "409 CONFLICT: same act with different receipts": async (on) => {
    const save = aSave()
    await on.save(save)
    return on.save({ ...save, receipts: receipt("measurement") })
  },
  "409 CONFLICT: same act with different vendor grants": async (on) => {
    const save = aSave({ vendorChoice: { version: 1, confirmedAt: 1, grants: { maps: true } } })
    await on.save(save)
    return on.save({ ...save, vendorChoice: { version: 1, confirmedAt: 1, grants: { maps: false } } })
  },
  "409 CONFLICT: legal document, same hash with different version or date": async (on) => {
    await on.publish({}, "dpa_conflict")
    return on.publish({ version: "2" }, "dpa_conflict")
  },
  "409 CONFLICT: policyHash and policyId of different versions": async (on) => {
    const { policy } = (await on.publish({}, "dpa_two")).body
    const second = { version: "2", hash: `sha256:${"b".repeat(64)}` }
    await on.publish(second, "dpa_two")
    return on.save({ type: "dpa_two", policyId: policy.id, policyHash: second.hash })
  },
  "409 IDENTITY_CONFLICT: PATCH not verified against a verified existing link": async (on) => {
    const { subjectId } = (await on.save()).body
    await on.link(subjectId, { externalId: "user-1" }, withKey)
    return on.link(subjectId, { externalId: "user-2" })
  },
  "413 PAYLOAD_TOO_LARGE: a body over the limit": (on) => on.save({ filler: "x".repeat(70_000) }),
  "422 INPUT_VALIDATION_FAILED: unusable effectiveDate": (on) => on.publish({ effectiveDate: "2024-02-30" }),
  "422 STALE_POLICY (incomplete-inputs): a policy without its fingerprint": (on) => on.save({ country: "DE" }),
  "422 STALE_POLICY (decision-mismatch): other inputs": async (on) => on.save(await asserting(on, { country: "NZ" })),
  "503 SCRIPT_UNAVAILABLE: script bundle file missing": (on) => on.get("/cs.js"),
}

/** On an instance that signs the decisions of `/init`. */
const signedCases: Cases = {
  "409 POLICY_SNAPSHOT_REQUIRED: a save without a token": (on) => on.save(),
  "409 POLICY_SNAPSHOT_INVALID: token does not verify": (on) => on.save({ policySnapshotToken: "x" }),
  "409 POLICY_SNAPSHOT_INVALID: claims incomplete": async (on) =>
    on.save({ policySnapshotToken: await tokenWith(on, { fingerprint: undefined }) }),
  "409 POLICY_SNAPSHOT_EXPIRED: givenAt outside the token lifetime": async (on) => {
    const [iat, exp] = [seconds() - 3600, seconds() - 1800]
    return on.save({ policySnapshotToken: await tokenWith(on, { iat, exp }) })
  },
  "409 POLICY_SNAPSHOT_EXPIRED: request after replay window": async (on) => {
    const iat = seconds() - 8 * dayS
    return on.save({ policySnapshotToken: await tokenWith(on, { iat, exp: iat + 1800 }), givenAt: iat * 1000 })
  },
  "422 STALE_POLICY (policy-changed): the policy is gone": async (on) =>
    on.save({ policySnapshotToken: await tokenWith(on, { policyId: "gone", sub: "gone" }) }),
  "422 STALE_POLICY (policy-changed): the policy has another fingerprint": async (on) =>
    on.save({ policySnapshotToken: await tokenWith(on, { fingerprint: "f".repeat(64) }) }),
}

describeAboveStores("Errors", (engine) => {
  let instance: Instance
  let signed: ReturnType<typeof instanceOn>
  beforeAll(async () => {
    instance = await startInstance(engine, options)
    signed = instanceOn(instance.url, { ...options, policySnapshot: { signingKey } })
  })
  afterAll(async () => {
    await signed.service.dispose()
    await instance.stop()
  })

  it.each(Object.entries(cases))("%s", async (row, ask) => {
    assertRow(row, await ask(requestsOn(instance)))
  })

  it.each(Object.entries(signedCases))("%s", async (row, ask) => {
    assertRow(row, await ask(requestsOn(signed)))
  })

  it("429 RATE_LIMITED: more saves than rateLimit allows a subject", async () => {
    const perSubject = { capacity: 1, refillPerSecond: 0.001 }
    const limited = instanceOn(instance.url, { rateLimit: { perSubject } })
    const save = aSave()
    assert.strictEqual((await limited.post(save)).status, 200)
    const refused = await limited.post(save)
    assertProblem(refused, 429, "RATE_LIMITED")
    assert.isAtLeast(Number(refused.headers.get("retry-after")), 1)
    await limited.service.dispose()
  })
})

describeEngines("Errors that the database causes", (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await startInstance(engine, options)
  })
  afterAll(() => instance.stop())

  it("409 SUBJECT_CONFLICT: another tenant already holds the subjectId", async () => {
    const other = instanceOn(instance.url, { tenantId: "other" })
    const save = aSave()
    await instance.post(save)
    assertProblem(await other.post(save), 409, "SUBJECT_CONFLICT")
    await other.service.dispose()
  })

  it("409 CONFLICT: stored vendor map unreadable", async () => {
    const save = aSave({ vendorChoice: { version: 1, confirmedAt: 1, grants: { maps: true } } })
    const { body } = await instance.post(save)
    const { consent } = tablesOf(defaultTablePrefix)
    await statementsOn(instance.url, [`update ${consent} set vendor_choice = '{' where id = '${body.consentId}'`])
    assertProblem(await instance.post(save), 409, "CONFLICT")
    const read = await instance.send(`/subjects/${save.subjectId}`)
    assert.isNull(read.body.consents[0].vendorChoice)
    assert.isNull(read.body.subjectVendorChoice)
  })

  it("500 DATABASE_ERROR: database failure", async () => {
    const damaged = await startInstance(engine, options)
    const save = aSave()
    await damaged.post(save)
    const tables = tablesOf(defaultTablePrefix)
    await statementsOn(
      damaged.url,
      [tables.consent, tables.subject, tables.legalDocument].map(
        (table) => `alter table ${table} rename to away_${table}`,
      ),
    )
    const on = requestsOn(damaged)
    const answers = [
      await on.save(),
      await on.get(`/subjects/${save.subjectId}`),
      await on.link(save.subjectId, { externalId: "user-1" }),
      await on.admin("/subjects?externalId=user-1"),
      await on.admin("/consents/check?externalId=user-1&type=dpa"),
      await on.admin("/experiments/hero/summary"),
      await on.publish(),
    ]
    for (const answer of answers) assertProblem(answer, 500, "DATABASE_ERROR")
    await damaged.stop()
  })

  it("503 SERVICE_UNAVAILABLE: database not migrated, or not there", async () => {
    const empty = await createTestDatabase(engine)
    for (const one of [instanceOn(empty.url, options), instanceOn("postgres://user@127.0.0.1:1/none", options)]) {
      const on = requestsOn(one)
      const answers = [
        await on.get("/status"),
        await on.save(),
        await on.get(`/subjects/${newSubjectId()}`),
        await on.link(newSubjectId(), { externalId: "user-1" }),
        await on.admin("/subjects?externalId=user-1"),
        await on.admin("/consents/check?externalId=user-1&type=dpa"),
        await on.admin("/experiments/hero/summary"),
        await on.publish(),
      ]
      for (const answer of answers) assertProblem(answer, 503, "SERVICE_UNAVAILABLE")
      await one.service.dispose()
    }
    await empty.drop()
  })
})

/** Where the rows have their tests that no request to the whole service can reach, or that are no errors. */
const elsewhere = [
  ["304: If-None-Match matches the manifest", "Endpoints.policy.test.ts", "is not sent again to a client"],
  [
    "304: or the script bundle ETag",
    "Endpoints.browser.test.ts",
    "is not sent again to clients whose If-None-Match matches",
  ],
  ["401 UNAUTHORIZED: revoked API key", "Authentication.test.ts", "a key that was revoked is none"],
  ["401 IDENTITY_TOKEN_INVALID: every bad token", "Identity.test.ts", "401 IDENTITY_TOKEN_INVALID: %s"],
  ["500 INTERNAL_ERROR: an unexpected failure", "../../../adapter-http/src/answer/Problem.test.ts", "INTERNAL_ERROR"],
] as const

describe("Errors, in other files", () => {
  it.each(elsewhere)("%s: %s", (_, file, name) => {
    assert.include(readFileSync(new URL(file, import.meta.url), "utf8"), name)
  })
})
