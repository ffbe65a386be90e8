import { createTestDatabase } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { decodeJwt, SignJWT } from "jose"
import { readFile, writeFile } from "node:fs/promises"
import type { RequestListener } from "node:http"
import { onTestFinished, vi } from "vitest"
import type { ServiceCode } from "./answer/ErrorCode.js"
import { type Result, unwrap } from "./answer/Result.js"
import type { ConsentClient, MethodCodes } from "./ConsentClient.js"
import type { ConsentInput } from "./methods/Inputs.js"
import * as Routes from "./methods/Routes.js"
import type { CallOptions } from "./options/CallOptions.js"
import {
  aConsent,
  eventually,
  hashOf,
  newSubjectId,
  serveOn,
  signingKey,
  startServed,
} from "./testing/ServedInstance.js"

/*
 * Every code that the service documents for a method, from the real service. The service's own tests cover what each means
 * and on which engine; this covers what a caller receives.
 */

type Method = keyof MethodCodes

const routes = {
  status: Routes.statusRoute,
  init: Routes.initRoute,
  manifest: Routes.manifestRoute(() => undefined),
  get: Routes.readRoute,
  create: Routes.saveRoute,
  identify: Routes.linkRoute,
  receipt: Routes.receiptRoute,
  list: Routes.listRoute,
  check: Routes.checkRoute(() => []),
  summary: Routes.summaryRoute,
  publish: Routes.publishRoute,
  records: Routes.recordsRoute,
  person: Routes.personRoute,
  erase: Routes.eraseRoute,
  erasure: Routes.erasureRoute,
  placeHold: Routes.placeHoldRoute,
  releaseHold: Routes.releaseHoldRoute,
  holds: Routes.holdsRoute,
  pack: Routes.packRoute,
  statistics: Routes.statisticsRoute,
} as const satisfies Record<Method, { readonly codes: ReadonlyArray<ServiceCode> }>

const documented = Object.entries(routes).flatMap(([method, { codes }]) => codes.map((code) => `${method} ${code}`))

const statusOf: Readonly<Record<ServiceCode, number>> = {
  CHOICE_OUT_OF_SCOPE: 400,
  CHOICE_PREFERENCE_MISMATCH: 400,
  CONFLICT: 409,
  DATABASE_ERROR: 500,
  EXTERNAL_ID_REQUIRED: 400,
  HELD: 409,
  IDENTITY_CONFLICT: 409,
  IDENTITY_TOKEN_INVALID: 401,
  INPUT_VALIDATION_FAILED: 400,
  INTERNAL_ERROR: 500,
  LOG_UNSIGNED: 503,
  NOT_FOUND: 404,
  PAYLOAD_TOO_LARGE: 413,
  POLICY_SNAPSHOT_EXPIRED: 409,
  POLICY_SNAPSHOT_INVALID: 409,
  POLICY_SNAPSHOT_REQUIRED: 409,
  PURPOSE_NOT_ALLOWED: 400,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
  STATISTICS_OFF: 404,
  STALE_POLICY: 422,
  SUBJECT_CONFLICT: 409,
  TYPE_REQUIRED: 400,
  UNAUTHORIZED: 401,
}

const mayPass: ReadonlyArray<string> = [
  "DATABASE_ERROR",
  "INTERNAL_ERROR",
  "LOG_UNSIGNED",
  "RATE_LIMITED",
  "SERVICE_UNAVAILABLE",
]

const had = new Set<string>()

/** Asserts that a method fails with a code that it documents, in the documented form. */
const assertFails = async (
  method: Method,
  code: ServiceCode,
  ask: (options: CallOptions) => Promise<Result<unknown>>,
  status = statusOf[code],
) => {
  const requestId = crypto.randomUUID()
  const result = await ask({ requestId })
  const error = result.ok ? assert.fail(`${method} answered`) : result.error
  assert.strictEqual(error.code, code, JSON.stringify(error))
  assert.include(error, { status, requestId, retryable: mayPass.includes(code), serverCode: undefined })
  assert.isNotEmpty(error.message)
  had.add(`${method} ${code}`)
  return error
}

const release = { version: "1", hash: hashOf("a"), effectiveDate: "2024-01-01" }
const tooLong = "x".repeat(70_000)

/** Every method that needs the database, with valid input. */
const calls = ({
  consents,
  erasures,
  evidence,
  experiments,
  holds,
  legalDocuments,
  persons,
  statistics,
  status,
  subjects,
}: ConsentClient) => ({
  status: (options: CallOptions) => status(options),
  get: (options: CallOptions) => subjects.get(newSubjectId(), { types: ["dpa"] }, options),
  create: (options: CallOptions) => subjects.create(aConsent(), options),
  identify: (options: CallOptions) => subjects.identify(newSubjectId(), { externalId: "user" }, options),
  receipt: (options: CallOptions) =>
    evidence.receipt({ subjectId: newSubjectId(), consentId: "cns_unknown", withhold: ["trace"] }, options),
  list: (options: CallOptions) => subjects.list({ externalId: "user" }, options),
  check: (options: CallOptions) => consents.check({ externalId: "user", types: ["dpa"] }, options),
  summary: (options: CallOptions) => experiments.summary("hero", { domain: "shop.example" }, options),
  publish: (options: CallOptions) => legalDocuments.publish("dpa", release, options),
  records: (options: CallOptions) => consents.list({ limit: 1 }, options),
  person: (options: CallOptions) => persons.get({ externalId: "unknown" }, options),
  erase: (options: CallOptions) => erasures.create({ externalId: "unknown", reason: "art. 17" }, options),
  erasure: (options: CallOptions) => erasures.get("unknown", options),
  placeHold: (options: CallOptions) => holds.place("a-hold", { scope: {}, reason: "a claim" }, options),
  releaseHold: (options: CallOptions) => holds.release("unknown", options),
  holds: (options: CallOptions) => holds.list(options),
  pack: (options: CallOptions) => evidence.pack({ externalId: "unknown" }, options),
  statistics: (options: CallOptions) => statistics.get({ groupBy: "country" }, options),
})

const keyedMethods = [
  ...(["list", "check", "summary", "publish", "records", "person"] as const),
  ...(["erase", "erasure", "placeHold", "releaseHold", "holds", "pack", "statistics"] as const),
]

const methods = ["status", "get", "create", "identify", "receipt", ...keyedMethods] as const

const seconds = () => Math.floor(Date.now() / 1000)

describe("the service's errors, as a client receives them [sqlite]", () => {
  let instance: Awaited<ReturnType<typeof startServed>>
  beforeAll(async () => {
    instance = await startServed("sqlite")
  })
  afterAll(() => instance.stop())

  /** Another instance on the same database, for one test. */
  const another = async (...[options, serving]: [Parameters<typeof serveOn>[1], Parameters<typeof serveOn>[2]?]) => {
    const served = await serveOn(instance.database, options, serving)
    onTestFinished(served.close)
    return served
  }

  const refusesConsent = (code: ServiceCode, change: Partial<ConsentInput>, client = instance.client) =>
    assertFails("create", code, (options) => client.subjects.create(aConsent(change), options))

  /** A client whose requests lose a parameter or a member on the way, because the client itself never omits one. */
  const losing = (name: string) =>
    instance.clientWith({
      fetch: (input, init) => {
        const url = new URL(String(input))
        url.searchParams.delete(name)
        const body = init?.body === undefined ? {} : { body: String(init.body).replace(`"${name}"`, `"lost"`) }
        return fetch(url, { ...init, ...body })
      },
    })

  /** A save under the policy of the United Kingdom, which has only measurement. */
  const asserting = async (change: Partial<ConsentInput>): Promise<Partial<ConsentInput>> => {
    const { policyResolution } = unwrap(await instance.client.init({ country: "GB" }))
    const { fingerprints, policyId } =
      policyResolution.status === "matched" ? policyResolution : assert.fail(policyResolution.status)
    return { policyId, fingerprint: fingerprints.policy, country: "GB", region: null, ...change }
  }

  it("UNAUTHORIZED: a wrong key, with every method that needs one", async () => {
    const ask = calls(instance.clientWith({ apiKey: "wrong" }))
    for (const method of keyedMethods) await assertFails(method, "UNAUTHORIZED", ask[method])
  })

  it("INPUT_VALIDATION_FAILED: problems that only the service can know, with field and reason", async () => {
    const { experiments, legalDocuments, subjects } = instance.client
    const consent = await refusesConsent("INPUT_VALIDATION_FAILED", { type: "nonsense", domain: "no host" })
    assert.sameMembers(
      (consent.issues ?? []).map(({ path }) => path),
      ["type", "domain"],
    )
    const link = { externalId: "x".repeat(256) }
    await assertFails("identify", "INPUT_VALIDATION_FAILED", (options) =>
      subjects.identify(newSubjectId(), link, options),
    )
    const asked = { from: "yesterday", to: new Date() }
    const summary = await assertFails("summary", "INPUT_VALIDATION_FAILED", (options) =>
      experiments.summary("hero", asked, options),
    )
    assert.deepStrictEqual(
      summary.issues?.map(({ path }) => path),
      ["from"],
    )
    await assertFails("publish", "INPUT_VALIDATION_FAILED", (options) =>
      legalDocuments.publish("terms", release, options),
    )
    const asking = instance.clientWith({ fetch: (input, init) => fetch(String(input).replace("trace", "act,x"), init) })
    await assertFails("receipt", "INPUT_VALIDATION_FAILED", calls(asking).receipt)
    const noDay = { ...release, effectiveDate: "2024-02-30" }
    await assertFails(
      "publish",
      "INPUT_VALIDATION_FAILED",
      (options) => legalDocuments.publish("dpa", noDay, options),
      422,
    )
  })

  it("INPUT_VALIDATION_FAILED: of stored records", async () => {
    const { consents, erasures, evidence, holds, persons, statistics } = instance.client
    const name = "x".repeat(300)
    const fails = async (method: Method, path: string, ask: (options: CallOptions) => Promise<Result<unknown>>) => {
      const { issues } = await assertFails(method, "INPUT_VALIDATION_FAILED", ask)
      assert.deepStrictEqual(
        issues?.map((one) => one.path),
        [path],
      )
    }
    await fails("statistics", "from", (options) => statistics.get({ from: "yesterday" }, options))
    await fails("records", "limit", (options) => consents.list({ limit: 100_000 }, options))
    await fails("person", "externalId", (options) => persons.get({ externalId: name }, options))
    await fails("erase", "requestId", (options) =>
      erasures.create({ subjectId: newSubjectId(), reason: "art. 17", requestId: name }, options),
    )
    await fails("erasure", "id", (options) => erasures.get(name, options))
    const reason = "a claim"
    await fails("placeHold", "scope.from", (options) =>
      holds.place("a-hold", { scope: { from: "2026-02-30" }, reason }, options),
    )
    await fails("releaseHold", "id", (options) => holds.release(name, options))
    await fails("pack", "consentIds", (options) => evidence.pack({ consentIds: [] }, options))
  })

  it("HELD and CONFLICT: a hold that forbids an erasure, and another of its name", async () => {
    const { erasures, holds, subjects } = instance.client
    const { subjectId } = unwrap(await subjects.create(aConsent()))
    const reason = "a claim"
    unwrap(await holds.place("a-claim", { scope: { subjectId }, reason }))
    await assertFails("erase", "HELD", (options) => erasures.create({ subjectId, reason: "art. 17" }, options))
    await assertFails("placeHold", "CONFLICT", (options) => holds.place("a-claim", { scope: {}, reason }, options))
  })

  it("EXTERNAL_ID_REQUIRED and TYPE_REQUIRED: a parameter lost on the way", async () => {
    const { check, identify, list } = calls(losing("externalId"))
    await assertFails("list", "EXTERNAL_ID_REQUIRED", list)
    await assertFails("check", "EXTERNAL_ID_REQUIRED", check)
    await assertFails("identify", "EXTERNAL_ID_REQUIRED", identify)
    await assertFails("check", "TYPE_REQUIRED", calls(losing("type")).check)
  })

  it("NOT_FOUND: an unknown subject or version", async () => {
    const { erase, erasure, get, identify, pack, person, receipt, releaseHold } = calls(instance.client)
    await assertFails("person", "NOT_FOUND", person)
    await assertFails("erase", "NOT_FOUND", erase)
    await assertFails("erasure", "NOT_FOUND", erasure)
    await assertFails("releaseHold", "NOT_FOUND", releaseHold)
    await assertFails("pack", "NOT_FOUND", pack)
    await assertFails("get", "NOT_FOUND", get)
    await assertFails("receipt", "NOT_FOUND", receipt)
    await assertFails("identify", "NOT_FOUND", identify)
    await refusesConsent("NOT_FOUND", { type: "dpa", policyHash: hashOf("f") })
  })

  it("a consent that contradicts itself or its policy", async () => {
    const receipts = [{ category: "marketing", value: true, confirmedAt: 1 }] as const
    await refusesConsent("CHOICE_PREFERENCE_MISMATCH", { receipts })
    const preferences = { marketing: true }
    await refusesConsent("CHOICE_OUT_OF_SCOPE", await asserting({ preferences, receipts }))
    await refusesConsent("PURPOSE_NOT_ALLOWED", await asserting({ preferences }))
    const incomplete = await refusesConsent("STALE_POLICY", { country: "GB" })
    const elsewhere = await refusesConsent("STALE_POLICY", await asserting({ country: "FR" }))
    assert.deepStrictEqual([incomplete.reason, elsewhere.reason], ["incomplete-inputs", "decision-mismatch"])
  })

  it("CONFLICT: the same act or the same version, with other content", async () => {
    const consent = aConsent()
    unwrap(await instance.client.subjects.create(consent))
    await refusesConsent("CONFLICT", { ...consent, preferences: { necessary: true } })
    unwrap(await instance.client.legalDocuments.publish("dpa_conflict", release))
    await assertFails("publish", "CONFLICT", (options) =>
      instance.client.legalDocuments.publish("dpa_conflict", { ...release, version: "2" }, options),
    )
  })

  it("SUBJECT_CONFLICT: a subject of another tenant", async () => {
    const other = await another({ tenantId: "other" })
    const consent = aConsent()
    unwrap(await instance.client.subjects.create(consent))
    await refusesConsent("SUBJECT_CONFLICT", consent, other.client)
  })

  it("IDENTITY_TOKEN_INVALID and IDENTITY_CONFLICT: a token that does not verify, and a subject of another account", async () => {
    const { subjectId } = unwrap(await instance.client.subjects.create(aConsent({ externalSubjectId: "owner" })))
    const { subjects } = instance.clientWith({ apiKey: undefined })
    const claim = { externalId: "thief" }
    await assertFails("identify", "IDENTITY_CONFLICT", (options) => subjects.identify(subjectId, claim, options))
    await assertFails("identify", "IDENTITY_TOKEN_INVALID", (options) =>
      subjects.identify(subjectId, { ...claim, identityToken: "x" }, options),
    )
  })

  it("POLICY_SNAPSHOT_…: no snapshot, an invalid one, an expired one, one of a policy that is gone", async () => {
    const { client } = await another({ policySnapshot: { signingKey } })
    const { policySnapshotToken = "" } = unwrap(await client.init({ country: "DE" }))
    const claims = decodeJwt(policySnapshotToken)
    const tokenWith = (change: Readonly<Record<string, unknown>>) =>
      new SignJWT({ ...claims, ...change })
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(signingKey))
    await refusesConsent("POLICY_SNAPSHOT_REQUIRED", {}, client)
    await refusesConsent("POLICY_SNAPSHOT_INVALID", { policySnapshotToken: "x" }, client)
    const old = await tokenWith({ iat: seconds() - 3600, exp: seconds() - 1800 })
    await refusesConsent("POLICY_SNAPSHOT_EXPIRED", { policySnapshotToken: old }, client)
    const gone = await tokenWith({ policyId: "gone", sub: "gone" })
    const stale = await refusesConsent("STALE_POLICY", { policySnapshotToken: gone }, client)
    assert.strictEqual(stale.reason, "policy-changed")
  })

  it("PAYLOAD_TOO_LARGE: a body over the service's limit", async () => {
    const { erasures, evidence, holds, legalDocuments, subjects } = instance.client
    const person = { subjectId: tooLong }
    await assertFails("erase", "PAYLOAD_TOO_LARGE", (options) =>
      erasures.create({ ...person, reason: "art. 17" }, options),
    )
    await assertFails("placeHold", "PAYLOAD_TOO_LARGE", (options) =>
      holds.place("a-hold", { scope: person, reason: "a claim" }, options),
    )
    await assertFails("pack", "PAYLOAD_TOO_LARGE", (options) => evidence.pack(person, options))
    await refusesConsent("PAYLOAD_TOO_LARGE", { metadata: { tooLong } })
    const link = { externalId: "user", identityToken: tooLong }
    await assertFails("identify", "PAYLOAD_TOO_LARGE", (options) => subjects.identify(newSubjectId(), link, options))
    await assertFails("publish", "PAYLOAD_TOO_LARGE", (options) =>
      legalDocuments.publish("dpa", { ...release, version: tooLong }, options),
    )
  })

  it("RATE_LIMITED: more requests than a visitor may send", async () => {
    const limited = await another({ rateLimit: { perSubject: { capacity: 1, refillPerSecond: 0.001 } } })
    const { subjects } = limited.clientWith({ apiKey: undefined })
    const consent = aConsent()
    const { subjectId } = unwrap(await subjects.create(consent))
    await refusesConsent("RATE_LIMITED", consent, limited.clientWith({ apiKey: undefined }))
    unwrap(await subjects.identify(subjectId, { externalId: "user" }))
    await assertFails("identify", "RATE_LIMITED", (options) =>
      subjects.identify(subjectId, { externalId: "user" }, options),
    )
    const slow = await another({ rateLimit: { reads: { capacity: 1, refillPerSecond: 0.001 } } })
    const reader = slow.clientWith({ apiKey: undefined })
    await reader.subjects.get(subjectId)
    await assertFails("get", "RATE_LIMITED", (options) => reader.subjects.get(subjectId, {}, options))
    await assertFails("receipt", "RATE_LIMITED", calls(reader).receipt)
  })

  it("LOG_UNSIGNED: a service without a log key", async () => {
    const unsigned = await serveOn("sqlite::memory:", { evidence: true })
    onTestFinished(unsigned.close)
    await unsigned.service.migrate()
    await assertFails("receipt", "LOG_UNSIGNED", calls(unsigned.client).receipt)
  })

  it("STATISTICS_OFF: a service without an evidence log", async () => {
    const uncounted = await serveOn("sqlite::memory:", { evidence: false })
    onTestFinished(uncounted.close)
    await uncounted.service.migrate()
    await assertFails("statistics", "STATISTICS_OFF", calls(uncounted.client).statistics)
  })

  it("SERVICE_UNAVAILABLE: a database that was not migrated", async () => {
    const unmigrated = await serveOn("sqlite::memory:")
    onTestFinished(unmigrated.close)
    const ask = calls(unmigrated.client)
    for (const method of methods) await assertFails(method, "SERVICE_UNAVAILABLE", ask[method])
  })

  it("DATABASE_ERROR: a database whose tables are gone", async () => {
    const { drop, url } = await createTestDatabase("sqlite")
    const whole = await serveOn(url)
    await whole.service.migrate()
    await whole.close()
    // Renaming tables to names of the same length keeps the file valid, and the service finds only the migrations' table.
    const file = url.slice("sqlite:".length)
    const bytes = await readFile(file, "latin1")
    await writeFile(
      file,
      bytes.replaceAll(/cs_(?=subject|consent|legal_document|legal_hold|erasure|statistic)/g, "xx_"),
      "latin1",
    )
    const damaged = await serveOn(url)
    onTestFinished(async () => {
      await damaged.close()
      await drop()
    })
    const ask = calls(damaged.client)
    for (const method of methods.filter((one) => one !== "status"))
      await assertFails(method, "DATABASE_ERROR", ask[method])
  })

  describe("INTERNAL_ERROR: a platform that fails unexpectedly", () => {
    const boom = () => {
      throw new Error("boom")
    }
    /** Requests whose header cannot be read. */
    const withoutHeader =
      (name: string) =>
      (listener: RequestListener): RequestListener =>
      (request, response) => {
        Object.defineProperty(request.headers, name, { get: boom })
        listener(request, response)
      }

    it.each([
      ["status", "accept-language"],
      ["create", "user-agent"],
      ["identify", "authorization"],
    ] as const)("%s", async (method, header) => {
      const { client } = await another({}, { wrap: withoutHeader(header) })
      await assertFails(method, "INTERNAL_ERROR", calls(client)[method])
    })

    it("init and manifest", async () => {
      const deaf = await another({}, { wrap: withoutHeader("accept-language") })
      await assertFails("init", "INTERNAL_ERROR", (options) => deaf.client.init({}, options))
      const forgetful = await another({}, { wrap: withoutHeader("if-none-match") })
      await assertFails("manifest", "INTERNAL_ERROR", (options) => forgetful.client.manifest({}, options))
    })

    it.each(["get", "receipt", "list", "check", "summary", "records", "person", "statistics"] as const)(
      "%s",
      async (method) => {
        const { client } = await another({})
        // The service reads parameters with it; the client never does.
        const lookup = vi.spyOn(URLSearchParams.prototype, "get").mockImplementation(boom)
        onTestFinished(() => lookup.mockRestore())
        const subjectId = newSubjectId()
        unwrap(await client.subjects.create(aConsent({ subjectId })))
        const get = (options: CallOptions) => client.subjects.get(subjectId, { types: ["dpa"] }, options)
        await assertFails(method, "INTERNAL_ERROR", { ...calls(client), get }[method])
      },
    )

    it.each(["erasure", "releaseHold", "holds"] as const)("%s", async (method) => {
      const { client } = await another({})
      const { subjectId } = unwrap(await client.subjects.create(aConsent()))
      const id = `${method}-${subjectId}`
      unwrap(await client.holds.place(id, { scope: { type: "none" }, reason: "a claim" }))
      await eventually(async () => {
        const answer = unwrap(await client.erasures.create({ subjectId, reason: "art. 17", requestId: id }))
        return answer.status === "pending" && !answer.isErased ? null : answer
      })
      const { stringify } = JSON
      // The service writes its answer with it; none of these requests has a body.
      const written = vi.spyOn(JSON, "stringify").mockImplementation((value, ...how) => {
        const members = value instanceof Error ? {} : Object(value)
        const isAnswer = ["requestId", "placedAt", "holds"].some((name) => Object.hasOwn(members, name))
        return isAnswer ? boom() : stringify(value, ...how)
      })
      onTestFinished(() => written.mockRestore())
      const { erasures, holds } = client
      await assertFails(method, "INTERNAL_ERROR", (options) =>
        ({
          erasure: () => erasures.get(id, options),
          releaseHold: () => holds.release(id, options),
          holds: () => holds.list(options),
        })[method](),
      )
    })

    it.each(["publish", "erase", "placeHold", "pack"] as const)("%s", async (method) => {
      const { client } = await another(
        {},
        {
          wrap: (listener) => (request, response) =>
            void request.resume().on("end", () => setImmediate(listener, request, response)),
        },
      )
      await assertFails(method, "INTERNAL_ERROR", calls(client)[method])
    })
  })

  it("every documented code of every method is covered", () => {
    assert.deepStrictEqual([...had].sort(), [...documented].sort())
  })
})
