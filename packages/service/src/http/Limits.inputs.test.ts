import { describeEngines } from "@consent-service/test-engines"
import { assert, describe, it } from "@effect/vitest"
import { sharedByTests } from "../testing/SharedByTests.js"
import { type Answered, aSave, instanceOn, newSubjectId, startInstance } from "../testing/TestInstance.js"

/* The limits of requests and their fields, at the edges. */

const key = "an-api-key-for-tests-0123456789"
const headers = { authorization: `Bearer ${key}` }

const utf8 = new TextEncoder()

/** A save of an exact size: unknown members are ignored. */
const saveOf = (bytes: number, filler = "x"): string => {
  const empty = JSON.stringify(aSave({ filler: "" }))
  const rest = bytes - utf8.encode(empty).length
  const unit = utf8.encode(filler).length
  const text = filler.repeat(Math.floor(rest / unit)) + "x".repeat(rest % unit)
  return `${empty.slice(0, -2)}${text}"}`
}

/** An object of that many levels, itself counted. */
const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`)

/** An object of a given JSON size. */
const objectOf = (bytes: number, filler = "x") => {
  const rest = bytes - utf8.encode('{"a":""}').length
  const unit = utf8.encode(filler).length
  return { a: filler.repeat(Math.floor(rest / unit)) + "x".repeat(rest % unit) }
}

const woman = "\u{1f469}"

type Instance = Awaited<ReturnType<typeof startInstance>>

describeEngines("Limits of inputs (contract)", (engine) => {
  let instance: Instance
  sharedByTests(
    async () => {
      instance = await startInstance(engine, { apiKeys: [key] })
    },
    () => instance.stop(),
  )

  const assertTold = ({ body, status }: Answered, path: string) => {
    assert.deepStrictEqual([status, body.cause?.code], [400, "INPUT_VALIDATION_FAILED"], JSON.stringify(body))
    assert.strictEqual(body.cause.issues[0].path, path)
  }

  describe("request body: limits.maxBodyBytes, 64 KiB by default, 413 above it", () => {
    const streamed = (text: string) => ({ method: "POST", body: new Blob([text]).stream(), duplex: "half" })

    it.each(["x", "é", woman])("65536 bytes are read and one more is not, of %j", async (filler) => {
      for (const [bytes, status] of [
        [65_536, 200],
        [65_537, 413],
      ] as const) {
        const text = saveOf(bytes, filler)
        assert.strictEqual(utf8.encode(text).length, bytes)
        assert.strictEqual((await instance.post(text)).status, status)
        assert.strictEqual((await instance.send("/subjects", streamed(saveOf(bytes, filler)))).status, status)
      }
    })

    it("as many as configured", async () => {
      const { post, service } = instanceOn(instance.url, { limits: { maxBodyBytes: 300 } })
      assert.deepStrictEqual([(await post(saveOf(300))).status, (await post(saveOf(301))).status], [200, 413])
      await service.dispose()
    })

    it("on every route with a body; the response has the limit, and nothing is read further", async () => {
      let pulls = 0
      const endless = () => {
        const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
          pulls += 1
          controller.enqueue(new Uint8Array(16_384))
        }
        return new ReadableStream({ pull }, { highWaterMark: 0 })
      }
      const routes = [
        ["POST", "/subjects"],
        ["PATCH", `/subjects/${newSubjectId()}`],
        ["PUT", "/legal-documents/dpa/current"],
        ["POST", "/sessions"],
      ] as const
      for (const [method, path] of routes) {
        pulls = 0
        const init = { method, headers: { ...headers, "x-cs-version": "3" }, body: endless(), duplex: "half" }
        const { body, status } = await instance.send(path, init)
        assert.deepStrictEqual([status, body.cause], [413, { code: "PAYLOAD_TOO_LARGE" }])
        assert.include(body.message, "65536")
        assert.isAtMost(pulls, 6)
      }
    })
  })

  it("JSON nesting: 32 levels, the root of the body counted", async () => {
    assert.strictEqual((await instance.post(aSave({ metadata: nested(31) }))).status, 200)
    assertTold(await instance.post(aSave({ metadata: nested(32) })), `metadata${".a".repeat(31)}`)
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`
    assert.strictEqual((await instance.post(`{"x":${deep}}`)).status, 400)
    const text = JSON.stringify(aSave({ type: "other", ignored: nested(31) }))
    assert.strictEqual((await instance.post(text)).status, 200)
    assert.strictEqual((await instance.post(text.replace('"a":{}', '"a":[{}]'))).status, 400)
  })

  it("preferences: 64 keys, each of 255 characters", async () => {
    const preferences = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`c${n}`, true]))
    const save = aSave({ preferences: preferences(64) })
    assert.strictEqual((await instance.post(save)).status, 200)
    const [record] = (await instance.send(`/subjects/${save.subjectId}`)).body.consents
    assert.deepStrictEqual(record.preferences, preferences(64))
    assertTold(await instance.post(aSave({ preferences: preferences(65) })), "preferences")
    assert.strictEqual((await instance.post(aSave({ preferences: { [woman.repeat(255)]: false } }))).status, 200)
    assert.strictEqual((await instance.post(aSave({ preferences: { [woman.repeat(256)]: false } }))).status, 400)
  })

  it.each(["x", woman])("metadata: 16 KiB as JSON, of %j", async (filler) => {
    const metadata = objectOf(16_384, filler)
    const saved = await instance.post(aSave({ metadata }))
    assert.deepStrictEqual([saved.status, saved.body.metadata], [200, metadata])
    assertTold(await instance.post(aSave({ metadata: objectOf(16_385, filler) })), "metadata")
  })

  it.each(["x", woman])("tcString: 16 KiB, of %j", async (filler) => {
    const text = filler.repeat(16_384 / utf8.encode(filler).length)
    assert.strictEqual((await instance.post(aSave({ tcString: text }))).status, 200)
    assertTold(await instance.post(aSave({ tcString: `${text}x` })), "tcString")
  })

  describe("ids and names: 255 characters, which are Unicode code points", () => {
    const ofSaves = [
      "externalSubjectId",
      "identityProvider",
      "uiSource",
      "consentAction",
      "model",
      "jurisdictionModel",
      "country",
      "region",
      "policyId",
      "fingerprint",
      "policyHash",
    ]

    it.each(ofSaves)("%s of a save", async (name) => {
      // Of a type without such requirements, so that only its length is invalid.
      const type = ["policyId", "policyHash"].includes(name) ? "cookie_banner" : "other"
      for (const unit of ["x", woman]) {
        const refused = await instance.post(aSave({ type, [name]: unit.repeat(256) }))
        assertTold(refused, name)
        const taken = await instance.post(aSave({ type, [name]: unit.repeat(255) }))
        assert.notStrictEqual(taken.status, 400, JSON.stringify(taken.body))
        assert.isBelow(taken.status, 500)
      }
    })

    it("type, with its suffix", async () => {
      for (const unit of ["x", woman]) {
        const save = aSave({ type: `dpa_${unit.repeat(251)}` })
        assert.strictEqual((await instance.post(save)).status, 200)
        const [record] = (await instance.send(`/subjects/${save.subjectId}`)).body.consents
        assert.strictEqual(record.type, save.type)
        assertTold(await instance.post(aSave({ type: `dpa_${unit.repeat(252)}` })), "type")
      }
    })

    it("subjectId", async () => {
      const subjectId = `sub_${newSubjectId().slice(4).padEnd(251, "x")}`
      assert.strictEqual((await instance.post(aSave({ subjectId }))).status, 200)
      assert.strictEqual((await instance.send(`/subjects/${subjectId}`)).body.subject.id, subjectId)
      assertTold(await instance.post(aSave({ subjectId: `${subjectId}x` })), "subjectId")
    })

    it("externalId and identityProvider of a link, found again in full", async () => {
      const { subjectId } = (await instance.post(aSave())).body
      const link = (body: unknown) =>
        instance.send(`/subjects/${subjectId}`, { method: "PATCH", headers, body: JSON.stringify(body) })
      for (const unit of ["x", woman]) {
        const long = unit.repeat(255)
        assert.strictEqual((await link({ externalId: long, identityProvider: long })).status, 200)
        const listed = await instance.send(`/subjects?${new URLSearchParams({ externalId: long })}`, { headers })
        assert.deepInclude(listed.body.subjects[0], { id: subjectId, externalId: long, identityProvider: long })
        assertTold(await link({ externalId: `${long}x` }), "externalId")
        assertTold(await link({ externalId: "x", identityProvider: `${long}x` }), "identityProvider")
      }
    })

    it("type and version of a document", async () => {
      const publish = (type: string, version: string) =>
        instance.send(`/legal-documents/${encodeURIComponent(type)}/current`, {
          method: "PUT",
          headers,
          body: JSON.stringify({ version, hash: `sha256:${"a".repeat(64)}`, effectiveDate: "2024-01-01" }),
        })
      for (const unit of ["x", woman]) {
        const [type, version] = [`dpa_${unit.repeat(251)}`, unit.repeat(255)]
        const published = await publish(type, version)
        assert.deepInclude(published.body.policy, { type, version })
        assertTold(await publish(`${type}x`, version), "type")
        assertTold(await publish(type, `${version}x`), "version")
      }
    })

    it("a vendor's id has 64", async () => {
      const grants = (id: string) => ({ vendorChoice: { version: 1, confirmedAt: 1, grants: { [id]: true } } })
      assert.strictEqual((await instance.post(aSave(grants("v".repeat(64))))).status, 200)
      assert.strictEqual((await instance.post(aSave(grants("v".repeat(65))))).status, 400)
    })
  })

  it("domain: 1 to 253 characters, its labels 63", async () => {
    const label = "d".repeat(63)
    const longest = `${label}.${label}.${label}.${"d".repeat(61)}`
    assert.strictEqual(longest.length, 253)
    const saved = await instance.post(aSave({ domain: longest.toUpperCase() }))
    assert.deepStrictEqual([saved.status, saved.body.domain], [200, longest])
    const withPort = `${longest.slice(0, 247)}:65535`
    assert.strictEqual((await instance.post(aSave({ domain: withPort }))).body.domain, withPort)
    const wrong = [
      "",
      `${longest}d`,
      `d${longest}`,
      `${label}d.example`,
      `${longest}:80`,
      "shop.example:0",
      "shop.example:65536",
    ]
    for (const domain of wrong) assertTold(await instance.post(aSave({ domain })), "domain")
  })

  it("givenAt: whole milliseconds from 1970 on", async () => {
    assert.strictEqual((await instance.post(aSave({ givenAt: 0 }))).status, 200)
    for (const givenAt of [-1, 0.5, 2 ** 53, 8.64e15 + 1, "0", null])
      assertTold(await instance.post(aSave({ givenAt })), "givenAt")
  })

  it("x-request-id: 1 to 128 of its characters, else one is made", async () => {
    const named = async (id: string) => {
      const answer = await instance.send("/init", { headers: { "x-request-id": id } })
      return answer.headers.get("x-request-id")
    }
    const longest = "aZ09._:-".repeat(16)
    assert.strictEqual(await named(longest), longest)
    for (const wrong of [`${longest}x`, "", "a b", "é", "a/b"])
      assert.match((await named(wrong)) ?? "", /^[0-9a-f-]{36}$/)
  })

  it("experiment attribution: 128 characters, and what is longer never fails a save", async () => {
    const decide = (id: string, arm: string) => instance.post(aSave({ metadata: { experiment: { id, arm } } }))
    const arms = async (id: string) => (await instance.send(`/experiments/${id}/summary`, { headers })).body.arms.length
    const id = woman.repeat(128)
    assert.strictEqual((await decide(id, id)).status, 200)
    assert.strictEqual(await arms(encodeURIComponent(id)), 1)
    assert.strictEqual((await decide("short", `${id}x`)).status, 200)
    assert.strictEqual(await arms("short"), 0)
  })
})
