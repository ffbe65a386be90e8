/** Erasures and legal holds through the real handler, on each engine: what is gone, what stays, and what proves it. */
import {
  readCertificate,
  readReceipt,
  readVerifierKey,
  verifyCertificate,
  verifyReceipt,
} from "@consent-service/core/evidence"
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import { sha256Hex } from "@consent-service/core/primitives"
import { createTestDatabase, describeEngines, type Engine } from "@consent-service/test-engines"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { assert, it } from "@effect/vitest"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { onTestFinished } from "vitest"
import { runCli } from "../cli/Cli.js"
import { makeSigningKey, verifierOf } from "../evidence/NodeSigner.js"
import { verifyEd25519 } from "../evidence/NodeVerifier.js"
import { aSave, instanceOn, newSubjectId } from "../testing/TestInstance.js"

const origin = "consent.shop.example/evidence"
const signingKey = makeSigningKey(origin)
const key = readVerifierKey(verifierOf(signingKey) ?? "") ?? assert.fail("no key")
const apiKey = "a-key-of-the-shop-with-enough-characters"
const authorized = { headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" } }

const start = async (engine: Engine, signed = true, checkpointEveryMs = 100) => {
  const { drop, url } = await createTestDatabase(engine)
  const instance = instanceOn(url, {
    apiKeys: [apiKey],
    evidence: { origin, checkpointEveryMs, ...(signed ? { signingKeys: [signingKey] } : {}) },
  })
  await instance.service.migrate()
  onTestFinished(async () => {
    await instance.service.dispose()
    await drop()
  })
  const request = (method: string, path: string, body?: unknown) =>
    instance.send(path, { method, ...authorized, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  /**
   * Sends the request again, under the name it was given, until it is answered with something else than 202. On a busy
   * machine a statement may take longer than the service waits: such a 503 also says when to come again.
   */
  const settled = async (method: string, path: string, body?: object) => {
    let named = body
    for (let tries = 0; tries < 100; tries++) {
      const answer = await request(method, path, named)
      if (answer.status !== 202 && answer.status !== 503) return answer
      assert.isNotNull(answer.headers.get("retry-after"))
      if (body !== undefined && answer.status === 202) named = { ...body, requestId: answer.body.requestId }
      await sleep(50)
    }
    return assert.fail("202 for too long")
  }
  return { ...instance, url, request, settled }
}

type Started = Awaited<ReturnType<typeof start>>

const savedBy = async ({ post }: Started, change: Readonly<Record<string, unknown>> = {}) => {
  const subjectId = newSubjectId()
  const { body, status } = await post(aSave({ subjectId, ...change }))
  assert.strictEqual(status, 200, JSON.stringify(body))
  return { subjectId, consentId: String(body.consentId) }
}

type Saved = Awaited<ReturnType<typeof savedBy>>

const receiptOf = ({ settled }: Started, { consentId, subjectId }: Saved) =>
  settled("GET", `/subjects/${subjectId}/receipts/${consentId}`)

const vacuum = (url: string) =>
  Effect.runPromise(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`vacuum`.unprepared).pipe(Effect.provide(clientFromUrl(url))),
  )

const verified = async (body: unknown) => {
  const certificate = readCertificate(JSON.stringify(body)) ?? assert.fail("not a certificate")
  return (await verifyCertificate(certificate, { keys: [key] }, verifyEd25519))._tag
}

const verify = async (url: string) => {
  const lines: Array<string> = []
  const code = await runCli(["verify", "--database", url, "--key", verifierOf(signingKey) ?? "", "--json"], {
    out: (line) => lines.push(line),
    error: () => {},
  })
  return { code, findings: lines.slice(0, -1) }
}

describeEngines("an erasure", (engine) => {
  it("of one person after another goes on next to verifications, which find nothing wrong in it", async () => {
    const instance = await start(engine)
    const people = await Promise.all(Array.from({ length: inForm({ short: 10, full: 30 }) }, () => savedBy(instance)))
    await Promise.all(people.map((saved) => receiptOf(instance, saved)))
    const ended = new AbortController()
    const eraseAll = async () => {
      for (const { subjectId } of people) {
        const request = { subjectId, reason: "art. 17", requestId: subjectId }
        assert.strictEqual((await instance.settled("POST", "/erasures", request)).status, 200)
      }
    }
    const erased = eraseAll().finally(() => ended.abort())
    const verdicts: Array<Awaited<ReturnType<typeof verify>>> = []
    while (!ended.signal.aborted) {
      verdicts.push(await verify(instance.url))
      // On SQLite a verification leaves the thread to nothing else.
      await sleep(5)
    }
    await erased
    assert.isAbove(verdicts.length, 1)
    for (const verdict of verdicts) assert.deepStrictEqual(verdict, { code: 0, findings: [] })
  })

  it("removes all of a person, proves it, and changes no other receipt", async () => {
    const instance = await start(engine)
    const others = await Promise.all(Array.from({ length: 6 }, () => savedBy(instance)))
    const person = await savedBy(instance, { metadata: { canary: "zebra-stripes" } })
    const second = await instance.post(aSave({ subjectId: person.subjectId, givenAt: Date.now() - 500 }))
    assert.strictEqual(second.status, 200)
    const before = await Promise.all([person, ...others].map((saved) => receiptOf(instance, saved)))

    const request = { subjectId: person.subjectId, reason: "art. 17", requestId: "ticket 1" }
    const preview = await instance.settled("POST", "/erasures", { ...request, requestId: "dry", dryRun: true })
    assert.deepStrictEqual(preview.body, {
      dryRun: true,
      parts: null,
      deleted: { consent: 2, subject: 1, log_statement: 0 },
      entries: 2,
    })
    const erased = await instance.settled("POST", "/erasures", request)
    assert.strictEqual(erased.status, 200)
    assert.strictEqual(await verified(erased.body), "Verified")
    assert.deepStrictEqual(erased.body.deleted, preview.body.deleted)
    assert.include(
      erased.body.leaves.map(({ index }: { readonly index: number }) => index),
      before[0]?.body.index,
    )
    assert.notInclude(JSON.stringify(erased.body), person.subjectId)
    assert.notInclude(JSON.stringify(erased.body), person.consentId)

    assert.strictEqual((await instance.send(`/subjects/${person.subjectId}`)).status, 404)
    assert.strictEqual((await receiptOf(instance, person)).status, 404)
    for (const [at, other] of others.entries()) {
      const again = await receiptOf(instance, other)
      assert.deepStrictEqual(again.body.entry, before[at + 1]?.body.entry)
      assert.strictEqual(again.body.index, before[at + 1]?.body.index)
    }
    // The same request answers the same certificate, though the person is gone; another one finds nothing.
    const again = await instance.settled("POST", "/erasures", request)
    assert.deepStrictEqual(
      [again.status, again.body.leaves, again.body.erasedAt],
      [
        200,
        erased.body.leaves.map((leaf: object, at: number) => ({ ...leaf, proof: again.body.leaves[at].proof })),
        erased.body.erasedAt,
      ],
    )
    assert.deepStrictEqual((await instance.settled("GET", "/erasures/ticket%201")).body.requestId, "ticket 1")
    assert.strictEqual((await instance.request("POST", "/erasures", { ...request, requestId: "other" })).status, 404)
    assert.strictEqual((await instance.request("GET", "/erasures/unknown")).status, 404)

    // The browser may decide again: a new subject with nothing of before.
    assert.strictEqual((await instance.post(aSave({ subjectId: person.subjectId }))).status, 200)
    const history = await instance.send(`/subjects/${person.subjectId}`)
    assert.strictEqual(history.body.consents.length, 1)

    await instance.service.dispose()
    assert.deepStrictEqual(await verify(instance.url), { code: 0, findings: [] })
    if (engine !== "sqlite") return
    const file = instance.url.slice("sqlite:".length)
    await vacuum(instance.url)
    const bytes = readFileSync(file)
    for (const trace of ["zebra-stripes", person.consentId]) assert.isFalse(bytes.includes(trace), trace)
  })

  it("of many subjects in random order, amid parts and saves, changes no other receipt", {
    timeout: 1_200_000,
  }, async () => {
    const instance = await start(engine)
    const count = inForm({ short: 24, full: 1_000 })
    const people: Array<Saved> = []
    while (people.length < 2 * count) {
      const group = Array.from({ length: 24 }, () => savedBy(instance, { metadata: { a: people.length } }))
      people.push(...(await Promise.all(group)))
    }
    const entryOf = async (saved: Saved) => {
      const { body, status } = await receiptOf(instance, saved)
      assert.strictEqual(status, 200, JSON.stringify(body))
      const receipt = readReceipt(JSON.stringify(body)) ?? assert.fail("not a receipt")
      assert.strictEqual((await verifyReceipt(receipt, { keys: [key] }, verifyEd25519))._tag, "Verified")
      return { index: body.index, entry: body.entry }
    }
    const before = new Map<Saved, object>()
    for (const saved of people) before.set(saved, await entryOf(saved))
    const order = people
      .map((saved, at) => ({ saved, at: sha256Hex(`${testSeed} ${at}`) }))
      .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    const [erased, kept] = [order.slice(0, count), order.slice(count)]
    for (const [at, { saved }] of erased.entries()) {
      const parts = at % 5 === 0 ? { parts: ["trace"] } : {}
      const request = { subjectId: saved.subjectId, reason: "art. 17", requestId: `ticket ${at}`, ...parts }
      const { body, status } = await instance.settled("POST", "/erasures", request)
      assert.strictEqual(status, 200, JSON.stringify([body, instance.events.slice(-3)]))
      if (at % 7 === 0) await savedBy(instance)
    }
    for (const { saved } of kept) assert.deepStrictEqual(await entryOf(saved), before.get(saved))
    for (const [at, { saved }] of erased.entries()) {
      if (at % 5 === 0) await entryOf(saved)
      else assert.strictEqual((await receiptOf(instance, saved)).status, 404)
    }
    await instance.service.dispose()
    assert.deepStrictEqual(await verify(instance.url), { code: 0, findings: [] })
  })

  it("of an account removes every subject with a verified link, and the links", async () => {
    const instance = await start(engine)
    const linked = await Promise.all([savedBy(instance), savedBy(instance)])
    const other = await savedBy(instance)
    for (const { subjectId } of linked) {
      const path = `/subjects/${subjectId}`
      const answer = await instance.request("PATCH", path, { externalId: "user-1", identityProvider: "shop" })
      assert.strictEqual(answer.status, 200)
    }
    await instance.request("PATCH", `/subjects/${other.subjectId}`, { externalId: "user-2" })
    const erased = await instance.settled("POST", "/erasures", { externalId: "user-1", reason: "art. 17" })
    assert.deepStrictEqual(erased.body.deleted, { consent: 2, subject: 2, log_statement: 2 })
    assert.strictEqual(await verified(erased.body), "Verified")
    assert.deepStrictEqual((await instance.request("GET", "/subjects?externalId=user-1")).body.subjects, [])
    assert.lengthOf((await instance.request("GET", "/subjects?externalId=user-2")).body.subjects, 1)
    await instance.service.dispose()
    assert.deepStrictEqual(await verify(instance.url), { code: 0, findings: [] })
  })

  it("of a part leaves records whose receipts still verify without it", async () => {
    const instance = await start(engine)
    const saved = await savedBy(instance, { metadata: { campaign: "autumn" } })
    const before = await receiptOf(instance, saved)
    const request = { subjectId: saved.subjectId, reason: "retention", parts: ["trace"] }
    const erased = await instance.settled("POST", "/erasures", request)
    assert.deepStrictEqual(erased.body.parts, ["trace"])
    assert.strictEqual(erased.body.deleted["consent.metadata"], 1)
    const { entry, index } = (await receiptOf(instance, saved)).body
    assert.deepStrictEqual(Object.keys(entry.parts.trace), ["commitment"])
    assert.deepStrictEqual([entry.parts.act, index], [before.body.entry.parts.act, before.body.index])
    assert.strictEqual((await instance.request("POST", "/erasures", request)).status, 404)
    await instance.service.dispose()
    assert.deepStrictEqual(await verify(instance.url), { code: 0, findings: [] })
  })

  it("of an entry that still waits for the log changes nothing, and says to ask again", async () => {
    const instance = await start(engine, true, 60_000)
    const saved = await savedBy(instance)
    const request = { subjectId: saved.subjectId, reason: "art. 17", requestId: "ticket 1" }
    for (let tries = 0; tries < 2; tries += 1) {
      const { body, headers, status } = await instance.request("POST", "/erasures", request)
      assert.deepStrictEqual(
        [status, headers.get("retry-after"), body],
        [202, "1", { requestId: "ticket 1", state: "waiting" }],
      )
    }
    assert.strictEqual((await instance.request("GET", "/erasures/ticket%201")).status, 404)
    const { body, status } = await instance.send(`/subjects/${saved.subjectId}`)
    assert.deepStrictEqual([status, body.consents.length], [200, 1])
  })

  it("is refused under a legal hold, which is named, until that is released", async () => {
    const instance = await start(engine)
    const saved = await savedBy(instance)
    const hold = { scope: { subjectId: saved.subjectId, from: "2020-01-01" }, reason: "claim" }
    const placed = await instance.request("PUT", "/holds/case%2017", hold)
    assert.deepStrictEqual(
      [placed.status, placed.body.id, placed.body.scope, placed.body.releasedAt],
      [200, "case 17", { subjectId: saved.subjectId, from: "2020-01-01T00:00:00.000Z" }, null],
    )
    assert.deepStrictEqual((await instance.request("PUT", "/holds/case%2017", hold)).body, placed.body)
    assert.strictEqual((await instance.request("PUT", "/holds/case%2017", { ...hold, reason: "other" })).status, 409)
    const request = { subjectId: saved.subjectId, reason: "art. 17" }
    const refused = await instance.request("POST", "/erasures", request)
    assert.deepStrictEqual([refused.status, refused.body.cause.code], [409, "HELD"])
    assert.include(refused.body.message, '"case 17"')
    assert.strictEqual((await instance.send(`/subjects/${saved.subjectId}`)).status, 200)
    assert.strictEqual((await instance.request("DELETE", "/holds/other")).status, 404)
    const released = await instance.request("DELETE", "/holds/case%2017")
    assert.isString(released.body.releasedAt)
    assert.deepStrictEqual((await instance.request("GET", "/holds")).body, { holds: [released.body] })
    assert.strictEqual((await instance.settled("POST", "/erasures", request)).status, 200)
    await instance.service.dispose()
    assert.deepStrictEqual(await verify(instance.url), { code: 0, findings: [] })
  })
})

describeEngines(
  "requests for erasures",
  (engine) => {
    it("need a key, and name what is wrong", async () => {
      const { request, send } = await start(engine)
      for (const [method, path] of [
        ["POST", "/erasures"],
        ["GET", "/erasures/a"],
        ["GET", "/holds"],
        ["PUT", "/holds/a"],
        ["DELETE", "/holds/a"],
      ] as const) {
        assert.strictEqual((await send(path, { method })).status, 401, `${method} ${path}`)
      }
      const issues = async (method: string, path: string, body: unknown) => {
        const answer = await request(method, path, body)
        return [
          answer.status,
          ...(answer.body.cause.issues ?? []).map((issue: { readonly path: string }) => issue.path),
        ]
      }
      assert.deepStrictEqual(await issues("POST", "/erasures", {}), [400, "reason"])
      assert.deepStrictEqual(await issues("POST", "/erasures", { reason: "r" }), [400, "subjectId"])
      assert.deepStrictEqual(await issues("POST", "/erasures", { subjectId: "a", externalId: "b", reason: "r" }), [
        400,
        "subjectId",
      ])
      assert.deepStrictEqual(await issues("POST", "/erasures", { subjectId: "a", reason: "r", parts: ["act"] }), [
        400,
        "parts.0",
      ])
      assert.deepStrictEqual(await issues("POST", "/erasures", { subjectId: "a", reason: "r", parts: [] }), [
        400,
        "parts",
      ])
      assert.deepStrictEqual(await issues("PUT", "/holds/a", { scope: { from: "yesterday" }, reason: "r" }), [
        400,
        "scope.from",
      ])
      assert.deepStrictEqual(await issues("PUT", `/holds/${"a".repeat(256)}`, { scope: { type: "t" }, reason: "r" }), [
        400,
        "id",
      ])
      assert.strictEqual((await request("POST", "/erasures", { subjectId: "sub_unknown", reason: "r" })).status, 404)
    })

    it("without a signing key answer a certificate without proofs", async () => {
      const instance = await start(engine, false)
      const saved = await savedBy(instance)
      const erased = await instance.settled("POST", "/erasures", { subjectId: saved.subjectId, reason: "art. 17" })
      assert.deepStrictEqual([erased.status, erased.body.entry, erased.body.checkpoint], [200, null, null])
      assert.lengthOf(erased.body.leaves, 1)
      assert.strictEqual(await verified(erased.body), "Refused")
    })
  },
  ["sqlite"],
)
