import { describeAboveStores, type Engine } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { createConsentClient } from "./CreateConsentClient.js"
import { unwrap } from "./answer/Result.js"
import { verifyReceipt } from "./evidence.js"
import { type CuttingProxy, startCuttingProxy } from "./testing/CuttingProxy.js"
import {
  aConsent,
  apiKey,
  eventually,
  hashOf,
  logKey,
  newSubjectId,
  type Served,
  serveOn,
  signingKey,
  startServed,
} from "./testing/ServedInstance.js"
import { createIdentityToken } from "./token/IdentityToken.js"

/*
 * Every method against the real service over real HTTP, on each engine in the full form. Errors are in `ServiceErrors.test.ts`.
 */

type Instance = Awaited<ReturnType<typeof startServed>>

/** An instance for the tests of a `describe`. */
const instanceFor = (engine: Engine): (() => Instance) => {
  let instance: Instance | undefined
  beforeAll(async () => {
    instance = await startServed(engine)
  })
  afterAll(() => instance?.stop())
  return () => instance ?? assert.fail("no instance")
}

const minute = 60_000

const release = { version: "1", hash: hashOf("a"), effectiveDate: "2024-01-01" }

type Instances = () => Instance

/** A receipt, once there is one. */
const issued = ({ evidence }: Instance["client"], input: Parameters<typeof evidence.receipt>[0]) =>
  eventually(async () => {
    const answer = unwrap(await evidence.receipt(input))
    return answer.status === "issued" ? answer.receipt : null
  })

const methods = (instance: Instances) => {
  it("status", async () => {
    const { client } = instance()
    const result = await client.status({
      requestId: "a-status",
      headers: { "user-agent": "shop", "x-cs-country": "DE" },
    })
    const { data, headers, requestId, status } = result.ok ? result : assert.fail(result.error.message)
    assert.deepStrictEqual([status, requestId, headers.get("x-request-id")], [200, "a-status", "a-status"])
    assert.instanceOf(data.timestamp, Date)
    assert.isBelow(Math.abs(data.timestamp.getTime() - Date.now()), minute)
    assert.strictEqual(data.client.userAgent, "shop")
    assert.deepStrictEqual(data.client.region, { countryCode: "DE", regionCode: null })
  })

  it("init, for the given visitor", async () => {
    const { client } = instance()
    const german = unwrap(await client.init({ country: "DE", region: "BY", language: "de" }))
    assert.deepStrictEqual(german.location, { countryCode: "DE", regionCode: "BY" })
    assert.strictEqual(german.translations.language, "de")
    assert.strictEqual(german.policyResolution.policy?.model, "opt-in")
    const british = unwrap(await client.init({ country: "GB", gpc: true }))
    assert.strictEqual(british.policyResolution.policy?.model, "opt-out")
    assert.strictEqual(unwrap(await client.init()).location.countryCode, null)
  })

  it("manifest, and that the caller's copy is current", async () => {
    const { client } = instance()
    const first = unwrap(await client.manifest({ language: "en" }))
    const { manifest, ...rest } = first.status === "modified" ? first : assert.fail(first.status)
    assert.strictEqual(manifest.policyPacks?.length, 2)
    const etag = rest.etag ?? assert.fail("no etag")
    const again = await client.manifest({ ifNoneMatch: etag })
    assert.strictEqual(again.ok && again.status, 304)
    assert.deepStrictEqual(unwrap(again), { status: "not-modified", etag })
    assert.strictEqual(unwrap(await client.manifest({ ifNoneMatch: '"another"' })).status, "modified")
  })

  it("evidence.receipt, which verifies without the service", async () => {
    const { client } = instance()
    const { consentId, subjectId } = unwrap(await client.subjects.create(aConsent({ metadata: { note: "é 🍪" } })))
    const receipt = await issued(client, { subjectId, consentId })
    const check = await verifyReceipt(receipt, { keys: [logKey] })
    assert.isTrue(check.verified, JSON.stringify(check))
    const parts = check.verified ? check.parts : {}
    assert.deepStrictEqual(parts["subject"], { id: consentId, subjectId })
    assert.deepInclude(parts["trace"], { metadata: { note: "é 🍪" } })
    const withheld = await issued(client, { subjectId, consentId, withhold: ["subject", "trace"] })
    assert.notInclude(JSON.stringify(withheld), subjectId)
    assert.isTrue((await verifyReceipt(JSON.stringify(withheld), { keys: [logKey] })).verified)
    const forged = JSON.stringify(withheld).replace("necessary", "marketing")
    assert.deepInclude(await verifyReceipt(forged, { keys: [logKey] }), { verified: false, reason: "NotIncluded" })
  })

  it("consents.list, page by page", async () => {
    const { client } = instance()
    const domain = `${newSubjectId().slice(4).toLowerCase()}.example`
    const saved = await Promise.all(
      Array.from({ length: 3 }, async () => unwrap(await client.subjects.create(aConsent({ domain })))),
    )
    const found = []
    for (let after: string | null | undefined; after !== null; ) {
      const page = unwrap(await client.consents.list({ domain, from: "2020-01-01", limit: 2, after }))
      found.push(...page.consents)
      after = page.next
    }
    assert.sameMembers(
      found.map(({ id }) => id),
      saved.map(({ consentId }) => consentId),
    )
    assert.isTrue(found.every(({ createdAt, givenAt }) => createdAt instanceof Date && givenAt instanceof Date))
  })

  it("statistics.get by group, and statistics.csv as a file for spreadsheets", async () => {
    const { client } = instance()
    // A day that no other test counts on.
    const [day, next] = ["2021-03-04", "2021-03-05"]
    for (const [at, consentAction] of (["all", "necessary", "all"] as const).entries()) {
      const givenAt = new Date(`${at === 2 ? next : day}T10:00:00Z`)
      unwrap(await client.subjects.create(aConsent({ givenAt, consentAction, preferences: { marketing: at !== 1 } })))
    }
    const report = await eventually(async () => {
      const found = unwrap(await client.statistics.get({ from: day, to: next, groupBy: "action" }))
      return found.total.records === 3 ? found : null
    })
    assert.deepStrictEqual([report.from, report.to, report.groupBy], [day, next, "action"])
    assert.deepStrictEqual(
      report.groups.map(({ accepted, group, records, refused }) => [group, records, accepted, refused]),
      [
        ["accept_all", 2, 2, 0],
        ["reject_all", 1, 0, 1],
      ],
    )
    assert.deepStrictEqual(report.total.categories.marketing, { granted: 2, refused: 1, rate: 0.6667 })
    const days = unwrap(await client.statistics.get({ from: day, to: day }))
    assert.deepStrictEqual(
      days.groups.map(({ group, records }) => [group, records]),
      [[day, 2]],
    )
    const { csv } = unwrap(await client.statistics.csv({ from: day, to: next }))
    assert.match(csv, /^day,rest,records,accepted,refused,customized,/)
    assert.deepStrictEqual(
      csv
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.split(",").slice(0, 5).join()),
      [`${day},false,2,1,1`, `${next},false,1,1,0`],
    )
  })

  it("persons.get and persons.page: everything on record, as data and as a page", async () => {
    const { client } = instance()
    const { consentId, subjectId } = unwrap(await client.subjects.create(aConsent()))
    const report = unwrap(await client.persons.get({ subjectId }))
    assert.deepStrictEqual(
      report.subjects.flatMap(({ id, records }) => [id, ...records.map(({ record }) => record.id)]),
      [subjectId, consentId],
    )
    assert.instanceOf(report.subjects[0]?.records[0]?.record.givenAt, Date)
    const { html } = unwrap(await client.persons.page({ subjectId }))
    assert.include(html, "shop.example")
    assert.match(html, /^<!doctype html>/i)
  })

  it("holds.place forbids erasures.create until holds.release; the certificate is read again", async () => {
    const { client } = instance()
    const { subjectId } = unwrap(await client.subjects.create(aConsent()))
    const [id, requestId] = [`case-${subjectId}`, `ticket-${subjectId}`]
    const hold = unwrap(await client.holds.place(id, { scope: { subjectId }, reason: "a claim" }))
    assert.deepStrictEqual([hold.id, hold.releasedAt, hold.placedAt instanceof Date], [id, null, true])
    const input = { subjectId, reason: "art. 17", requestId }
    const held = await client.erasures.create(input)
    assert.strictEqual(!held.ok && held.error.code, "HELD")
    assert.instanceOf(unwrap(await client.holds.release(id)).releasedAt, Date)
    const preview = await eventually(async () => {
      const answer = unwrap(await client.erasures.create({ subjectId, reason: "art. 17", dryRun: true }))
      return answer.status === "dry-run" ? answer.preview : null
    })
    assert.strictEqual(preview.deleted["consent"], 1)
    const { holds } = unwrap(await client.holds.list())
    assert.isTrue(holds.some((one) => one.id === id && one.releasedAt !== null))
    const certificate = await eventually(async () => {
      const answer = unwrap(await client.erasures.create(input))
      return answer.status === "erased" ? answer.certificate : null
    })
    assert.deepStrictEqual([certificate.requestId, certificate.deleted["consent"]], [requestId, 1])
    assert.deepStrictEqual(unwrap(await client.erasures.get(requestId)), { status: "erased", certificate })
    const gone = await client.subjects.get(subjectId)
    assert.strictEqual(!gone.ok && gone.error.code, "NOT_FOUND")
  })

  it("evidence.pack is a zip file", async () => {
    const { client } = instance()
    const { consentId } = unwrap(await client.subjects.create(aConsent()))
    const zip = await eventually(async () => {
      const answer = unwrap(await client.evidence.pack({ consentIds: [consentId], withhold: ["trace"] }))
      return answer.status === "issued" ? answer.zip : null
    })
    assert.deepStrictEqual(Array.from(zip.slice(0, 4)), [0x50, 0x4b, 3, 4])
    assert.include(Buffer.from(zip).toString("latin1"), "verify.html")
  })

  it("subjects.create, then subjects.get of its record", async () => {
    const { client } = instance()
    const givenAt = new Date(Date.now() - minute)
    const consent = aConsent({ givenAt, uiSource: "banner", metadata: { page: "/" } })
    const saved = unwrap(await client.subjects.create(consent))
    assert.deepStrictEqual(Object.keys(saved).includes("ok"), false)
    assert.deepStrictEqual([saved.subjectId, saved.type], [consent.subjectId, "cookie_banner"])
    assert.deepStrictEqual([saved.givenAt, saved.uiSource], [givenAt, "banner"])
    assert.deepStrictEqual(saved.appliedPreferences, consent.preferences)
    assert.deepStrictEqual(saved.metadata, { page: "/" })
    const state = unwrap(await client.subjects.get(consent.subjectId))
    const [item] = state.consents
    assert.deepStrictEqual([state.subject.id, state.isValid, state.consents.length], [consent.subjectId, true, 1])
    assert.deepStrictEqual([item?.id, item?.givenAt, item?.createdAt], [saved.consentId, givenAt, saved.createdAt])
    assert.deepStrictEqual(item?.preferences, consent.preferences)
    const other = unwrap(await client.subjects.get(consent.subjectId, { types: ["dpa", "age_verification"] }))
    assert.deepStrictEqual([other.isValid, other.consents], [false, []])
  })

  it("subjects.identify, then subjects.list and consents.check of the account", async () => {
    const { client } = instance()
    const { subjectId } = unwrap(await client.subjects.create(aConsent()))
    const externalId = "user &/? é"
    const linked = unwrap(await client.subjects.identify(subjectId, { externalId, identityProvider: "idp" }))
    assert.deepStrictEqual(linked.subject, { id: subjectId, externalId, identityProvider: "idp" })
    const { subjects } = unwrap(await client.subjects.list({ externalId }))
    assert.deepStrictEqual(
      subjects.map(({ consents, id }) => [id, consents.length]),
      [[subjectId, 1]],
    )
    assert.instanceOf(subjects[0]?.createdAt, Date)
    assert.instanceOf(subjects[0]?.consents[0]?.givenAt, Date)
    assert.deepStrictEqual(unwrap(await client.subjects.list({ externalId: "unknown" })), { subjects: [] })
    const { results } = unwrap(await client.consents.check({ externalId, types: ["cookie_banner", "dpa"] }))
    assert.deepStrictEqual([results.cookie_banner.hasConsent, results.dpa.hasConsent], [true, false])
  })

  it("legalDocuments.publish, and a consent to the version", async () => {
    const { client } = instance()
    const { policy } = unwrap(await client.legalDocuments.publish("dpa", release))
    assert.deepStrictEqual(policy.effectiveDate, new Date("2024-01-01T00:00:00Z"))
    assert.deepStrictEqual([policy.type, policy.version, policy.hash], ["dpa", "1", release.hash])
    const consent = aConsent({ type: "dpa", policyHash: release.hash })
    await client.subjects.create(consent)
    const [item] = unwrap(await client.subjects.get(consent.subjectId, { types: ["dpa"] })).consents
    assert.deepStrictEqual([item?.policyId, item?.isLatestPolicy], [policy.id, true])
    assert.deepStrictEqual(item?.policyEffectiveDate, policy.effectiveDate)
    const next = { version: "2", hash: hashOf("b"), effectiveDate: new Date("2024-02-01T00:00:00Z") }
    assert.deepStrictEqual(
      unwrap(await client.legalDocuments.publish("dpa", next)).policy.effectiveDate,
      next.effectiveDate,
    )
    assert.isFalse(unwrap(await client.subjects.get(consent.subjectId, { types: ["dpa"] })).isValid)
  })

  it("experiments.summary, from a date to a date, on a domain", async () => {
    const { client } = instance()
    const id = "a/b ü?"
    const metadata = { experiment: { id, arm: "loud" }, timeToDecisionMs: 1500 }
    const givenAt = new Date("2024-05-05T12:00:00Z")
    await client.subjects.create(aConsent({ metadata, givenAt, uiSource: "banner" }))
    const [from, to] = [new Date("2024-05-05T00:00:00Z"), "2024-05-05"]
    const { arms, ...asked } = unwrap(await client.experiments.summary(id, { from, to, domain: "shop.example" }))
    assert.deepStrictEqual(asked, {
      experimentId: id,
      from: "2024-05-05T00:00:00.000Z",
      to: "2024-05-05T23:59:59.999Z",
    })
    assert.deepStrictEqual(
      arms.map(({ arm, bySurface, choices, medianTimeToDecisionMs }) => [
        arm,
        choices,
        bySurface,
        medianTimeToDecisionMs,
      ]),
      [["loud", 1, { banner: 1 }, 1500]],
    )
    assert.deepStrictEqual(unwrap(await client.experiments.summary(id, { from: "2024-05-06" })).arms, [])
  })

  it("givenAt may be a date, and is sent as epoch milliseconds", async () => {
    const sent: Array<unknown> = []
    const client = instance().clientWith({
      fetch: (input, init) => {
        sent.push(JSON.parse(String(init?.body)).givenAt)
        return fetch(input, init)
      },
    })
    const givenAt = new Date("2024-03-01T10:20:30.456Z")
    const consent = aConsent({ givenAt })
    const first = unwrap(await client.subjects.create(consent))
    const second = unwrap(await client.subjects.create({ ...consent, givenAt: givenAt.getTime() }))
    assert.deepStrictEqual(sent, [1_709_288_430_456, 1_709_288_430_456])
    assert.deepStrictEqual([first.givenAt, second.consentId], [givenAt, first.consentId])
  })

  it("every endpoint is idempotent: the same consent, link or release twice returns the existing one", async () => {
    const { client } = instance()
    const consent = aConsent()
    const { subjectId } = consent
    const link = { externalId: "twice" }
    const document = { version: "1", hash: hashOf("c"), effectiveDate: "2024-01-01" }
    const both = async <Data>(ask: () => Promise<Data>) => assert.deepEqual(await ask(), await ask())
    await both(async () => unwrap(await client.subjects.create(consent)))
    await both(async () => unwrap(await client.subjects.identify(subjectId, link)))
    await both(async () => unwrap(await client.legalDocuments.publish("privacy_policy", document)))
    assert.lengthOf(unwrap(await client.subjects.get(subjectId)).consents, 1)
    assert.lengthOf(unwrap(await client.subjects.list(link)).subjects, 1)
  })

  it("a token of createIdentityToken makes a verified link; one under another key is refused", async () => {
    const { client, clientWith } = instance()
    const browser = clientWith({ apiKey: undefined })
    const { subjectId } = unwrap(await browser.subjects.create(aConsent()))
    const account = { externalId: "token-user", identityProvider: "idp" }
    const forged = await createIdentityToken({ ...account, signingKey: `${signingKey}x` })
    const refused = await browser.subjects.identify(subjectId, { ...account, identityToken: forged })
    assert.strictEqual(refused.ok || refused.error.code, "IDENTITY_TOKEN_INVALID")
    assert.lengthOf(unwrap(await client.subjects.list(account)).subjects, 0)
    const identityToken = await createIdentityToken({ ...account, signingKey })
    assert.isTrue((await browser.subjects.identify(subjectId, { ...account, identityToken })).ok)
    assert.lengthOf(unwrap(await client.subjects.list(account)).subjects, 1)
  })
}

const allowed = (instance: Instances) => {
  const at = (ago: number) => Date.now() - ago

  it("a grant on one device and a later refusal on another is refused", async () => {
    const { client } = instance()
    const account = { externalSubjectId: "two-devices" }
    const marketing = (value: boolean) => ({ necessary: true, marketing: value })
    const phone = aConsent({ ...account, givenAt: at(2 * minute), preferences: marketing(true) })
    const laptop = aConsent({ ...account, givenAt: at(minute), preferences: marketing(false) })
    const saved = unwrap(await client.subjects.create(phone))
    const granted = await client.consents.allows("two-devices", "marketing")
    assert.deepStrictEqual([granted.allowed, "record" in granted && granted.record.id], [true, saved.consentId])
    // The later decision counts, in whichever order it arrives.
    await client.subjects.create(laptop)
    const refused = await client.consents.allows("two-devices", "marketing")
    const by = "record" in refused ? refused.record.subjectId : null
    assert.deepStrictEqual([refused.allowed, by], [false, laptop.subjectId])
    assert.include(refused, { reason: "refused" })
    assert.isTrue((await client.consents.allows("two-devices", "necessary")).allowed)
  })

  it("another type's records are requested by name", async () => {
    const { client } = instance()
    const preferences = { newsletter: true }
    const type = "marketing_communications"
    await client.subjects.create(aConsent({ type, externalSubjectId: "reader", preferences }))
    assert.isTrue((await client.consents.allows("reader", "newsletter", { type })).allowed)
    assert.include(await client.consents.allows("reader", "newsletter"), { allowed: false, reason: "never-asked" })
  })

  it("neither an unverified link nor an unknown account counts", async () => {
    const { client, clientWith } = instance()
    const consent = aConsent({ externalSubjectId: "claimed", preferences: { marketing: true } })
    unwrap(await clientWith({ apiKey: undefined }).subjects.create(consent))
    const never = { allowed: false, reason: "never-asked" } as const
    assert.deepEqual(await client.consents.allows("claimed", "marketing"), never)
    assert.deepEqual(await client.consents.allows("unknown", "marketing"), never)
    await client.subjects.identify(consent.subjectId, { externalId: "claimed" })
    assert.isTrue((await client.consents.allows("claimed", "marketing")).allowed)
  })
}

describe("consents.allows, where the service is unavailable [sqlite]", () => {
  it("a wrong key, no key and an unreachable service are unavailable, each with its error", async () => {
    const instance = await startServed("sqlite")
    const { client, clientWith, stop } = instance
    const said = async (one: Served["client"]) => {
      const decision = await one.consents.allows("user", "marketing")
      const code = "error" in decision ? decision.error.code : null
      return [decision.allowed, "reason" in decision && decision.reason, code]
    }
    assert.deepStrictEqual(await said(clientWith({ apiKey: "wrong" })), [false, "unavailable", "UNAUTHORIZED"])
    assert.deepStrictEqual(await said(clientWith({ apiKey: undefined })), [false, "unavailable", "MISSING_API_KEY"])
    await stop()
    assert.deepStrictEqual(await said(client), [false, "unavailable", "NETWORK_ERROR"])
  })

  it("a service below a path prefix is found there", async () => {
    const served = await serveOn("sqlite::memory:", { basePath: "/api/consent" })
    await served.service.migrate()
    const client = served.clientWith({ baseUrl: `${served.url}/api/consent/` })
    assert.isTrue((await client.subjects.create(aConsent())).ok)
    const astray = await served.clientWith({ baseUrl: `${served.url}/elsewhere` }).status()
    assert.include(astray.ok ? {} : astray.error, { code: "UNEXPECTED_RESPONSE", serverCode: "NOT_FOUND" })
    await served.close()
  })
})

const lost = (instance: Instances) => {
  let proxy: CuttingProxy
  beforeAll(async () => {
    proxy = await startCuttingProxy(instance().url)
  })
  afterAll(() => proxy.close())

  const clumsy = () => createConsentClient({ baseUrl: proxy.url, apiKey, retry: { initialDelayMs: 0 } })

  /** The service's log of a call, one entry for each attempt. */
  const logged = (requestId: string) => instance().events.filter((event) => event["requestId"] === requestId)

  it("subjects.create: one record", async () => {
    const { client } = instance()
    const consent = aConsent()
    proxy.lose(2)
    const requestId = crypto.randomUUID()
    const saved = unwrap(await clumsy().subjects.create(consent, { requestId }))
    assert.deepStrictEqual(proxy.lost.slice(-2), ["POST 200", "POST 200"])
    assert.deepStrictEqual(
      logged(requestId).map(({ consent: told }) => told),
      logged(requestId).map((event, index) =>
        Object.assign({}, event["consent"], { id: saved.consentId, created: index === 0 }),
      ),
    )
    assert.lengthOf(logged(requestId), 3)
    const { consents } = unwrap(await client.subjects.get(consent.subjectId))
    assert.deepStrictEqual(
      consents.map(({ id }) => id),
      [saved.consentId],
    )
  })

  it("subjects.identify: one link", async () => {
    const { client } = instance()
    const { subjectId } = unwrap(await client.subjects.create(aConsent()))
    const externalId = newSubjectId()
    proxy.lose(2)
    const requestId = crypto.randomUUID()
    const { subject } = unwrap(await clumsy().subjects.identify(subjectId, { externalId }, { requestId }))
    assert.deepStrictEqual(proxy.lost.slice(-2), ["PATCH 200", "PATCH 200"])
    assert.lengthOf(logged(requestId), 3)
    const { subjects } = unwrap(await client.subjects.list({ externalId }))
    assert.deepStrictEqual(
      subjects.map(({ id, identityProvider }) => [id, identityProvider]),
      [[subject.id, subject.identityProvider]],
    )
  })

  it("legalDocuments.publish: one version, which is the latest", async () => {
    const { client } = instance()
    proxy.lose(2)
    const requestId = crypto.randomUUID()
    const { policy } = unwrap(await clumsy().legalDocuments.publish("dpa_lost", release, { requestId }))
    assert.deepStrictEqual(proxy.lost.slice(-2), ["PUT 200", "PUT 200"])
    assert.lengthOf(logged(requestId), 3)
    const consent = aConsent({ type: "dpa_lost", policyHash: release.hash })
    await client.subjects.create(consent)
    const { consents, isValid } = unwrap(await client.subjects.get(consent.subjectId, { types: ["dpa_lost"] }))
    assert.deepStrictEqual([consents.map(({ policyId }) => policyId), isValid], [[policy.id], true])
  })

  it("a response lost more often than the client retries is a NETWORK_ERROR, and the request has taken effect", async () => {
    const consent = aConsent()
    proxy.lose(3)
    const result = await clumsy().subjects.create(consent)
    assert.strictEqual(result.ok || result.error.code, "NETWORK_ERROR")
    assert.lengthOf(unwrap(await instance().client.subjects.get(consent.subjectId)).consents, 1)
  })
}

describeAboveStores("a client of the real service", (engine) => {
  const instance = instanceFor(engine)

  describe("each method does what is documented", () => methods(instance))

  describe("consents.allows returns the latest decision", () => allowed(instance))

  describe("retries after lost responses have one effect", () => lost(instance))
})
