import { describeAboveStores } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { SignJWT, UnsecuredJWT } from "jose"
import type { ConsentServiceOptions } from "../options/Options.js"
import { type Answered, aSave, instanceOn, newSubjectId, startInstance } from "../testing/TestInstance.js"

/*
 * The table "Identity" of docs/reference/consents.md, row by row, and the claims of a token. A link is verified if the
 * service lists it. `Identity.races.test.ts` tests races, `Limits.test.ts` the edges of a token's life.
 */

const signingKey = "a signing key of more than 32 bytes, for tests"
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const key = "an-api-key-for-tests-0123456789"
const withKey = { authorization: `Bearer ${key}` }

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

const claims = (change: Readonly<Record<string, unknown>> = {}) => ({
  sub: "user-1",
  iss: "cs",
  aud: "cs-identity",
  exp: inAnHour(),
  ...change,
})

const sign = (change: Readonly<Record<string, unknown>> = {}, signing = signingKey, header = {}): Promise<string> =>
  new SignJWT(claims(change)).setProtectedHeader({ alg: "HS256", ...header }).sign(bytes(signing))

type Tokens = ReadonlyArray<readonly [name: string, token: () => string | Promise<string>]>

/** Every one verifies a link to `user-1` of the provider `external`. */
const goodTokens: Tokens = [
  ["plain", () => sign()],
  ["with a type", () => sign({}, signingKey, { typ: "JWT" })],
  ["that names the provider", () => sign({ idp: "external" })],
  ["with more claims", () => sign({ iat: 1, jti: "x", name: "A User" })],
  ["that has begun", () => sign({ nbf: 1 })],
]

/** None verifies anything. */
const badTokens: Tokens = [
  ["expired", () => sign({ exp: Math.floor(Date.now() / 1000) - 1 })],
  ["without exp", () => sign({ exp: undefined })],
  ["without sub", () => sign({ sub: undefined })],
  ["of another externalId", () => sign({ sub: "user-2" })],
  ["of an externalId in another case", () => sign({ sub: "User-1" })],
  ["of another provider", () => sign({ idp: "other" })],
  ["whose provider is null", () => sign({ idp: null })],
  ["of another issuer", () => sign({ iss: "other" })],
  ["without an issuer", () => sign({ iss: undefined })],
  ["for another audience", () => sign({ aud: "cs-policy-snapshot" })],
  ["without an audience", () => sign({ aud: undefined })],
  ["for a list of audiences", () => sign({ aud: ["cs-identity", "other"] })],
  ["that has not begun", () => sign({ nbf: inAnHour() })],
  ["under another key", () => sign({}, `${signingKey}x`)],
  ["unsigned, alg none", () => new UnsecuredJWT(claims()).encode()],
  ["under HS512", () => new SignJWT(claims()).setProtectedHeader({ alg: "HS512" }).sign(bytes(signingKey.repeat(2)))],
  ["with crit", () => sign({}, signingKey, { crit: ["b64"], b64: true })],
  ["of another type", () => sign({}, signingKey, { typ: "at+jwt" })],
  ["cut off", async () => (await sign()).slice(0, -1)],
  ["with its signature left out", async () => (await sign()).replace(/[^.]+$/, "")],
  ["that is invalid", () => "nonsense"],
  ["that is empty", () => ""],
]

type Instance = Awaited<ReturnType<typeof startInstance>>
type Send = Instance["send"]
type Headers = Readonly<Record<string, string>>

const patch = (send: Send, subjectId: string, body: unknown, headers: Headers = {}): Promise<Answered> =>
  send(`/subjects/${subjectId}`, {
    method: "PATCH",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  })

/** A subject's link: the account, and whether it is verified; null without one. */
const linkOf = async (send: Send, subjectId: string) => {
  const { externalId, identityProvider } = (await send(`/subjects/${subjectId}`)).body.subject
  if (externalId === undefined) return null
  const listed = await send(`/subjects?${new URLSearchParams({ externalId })}`, { headers: withKey })
  const verified = listed.body.subjects.some(({ id }: { readonly id: string }) => id === subjectId)
  return [externalId, identityProvider, verified]
}

/** SQLite answers without a turn of the event loop, and a thread that is never idle counts as overloaded. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

const options: Partial<ConsentServiceOptions> = { identityToken: { signingKey }, apiKeys: [key] }

describeAboveStores("Identity link of a subject", (engine) => {
  let instance: Instance
  let send: Send
  beforeAll(async () => {
    instance = await startInstance(engine, options)
    send = instance.send
    // Migrating keeps SQLite's thread busy, on a loaded machine for so long that saves are refused just afterwards.
    for (let status = 503; status === 503; { status } = await instance.post(aSave())) await turn()
  })
  afterAll(() => instance.stop())

  /** A save that creates a subject and claims `user-1`. */
  const create = async (change: Readonly<Record<string, unknown>> = {}, headers: Headers = {}, by = instance) => {
    await turn()
    const save = aSave({ externalSubjectId: "user-1", ...change })
    const { body, status } = await by.post(save, { headers })
    assert.strictEqual(status, 200, JSON.stringify(body))
    return save.subjectId
  }

  const unlinked = () => create({ externalSubjectId: undefined })
  const verifiedLink = () => create({}, withKey)

  describe("none → POST /subjects with externalSubjectId, API key or valid token → linked, verified", () => {
    it("with an API key; then no token is looked at", async () => {
      for (const change of [{}, { identityToken: "nonsense" }, { identityToken: "" }, { identityProvider: "" }]) {
        assert.deepStrictEqual(await linkOf(send, await create(change, withKey)), ["user-1", "external", true])
      }
    })

    it.each(goodTokens)("with a token: %s", async (_, token) => {
      const subjectId = await create({ identityToken: await token() })
      assert.deepStrictEqual(await linkOf(send, subjectId), ["user-1", "external", true])
    })

    it("with a token that names the provider of the save", async () => {
      const identityToken = await sign({ idp: "idp" })
      const change = { identityToken, identityProvider: "idp" }
      assert.deepStrictEqual(await linkOf(send, await create(change)), ["user-1", "idp", true])
    })
  })

  describe("none → POST /subjects with externalSubjectId, no key, no valid token → linked, unverified", () => {
    it("without a token, or under a key that is invalid", async () => {
      assert.deepStrictEqual(await linkOf(send, await create()), ["user-1", "external", false])
      const headers = { authorization: `Bearer ${key}x` }
      assert.deepStrictEqual(await linkOf(send, await create({}, headers)), ["user-1", "external", false])
    })

    it.each(badTokens)("consent is never refused because of the token: %s", async (_, token) => {
      const subjectId = await create({ identityToken: await token() })
      assert.deepStrictEqual(await linkOf(send, subjectId), ["user-1", "external", false])
    })

    it("a token applies only when the save creates the subject", async () => {
      const subjectId = await unlinked()
      await create({ subjectId, identityToken: await sign(), type: "other" })
      await create({ subjectId, type: "dpa" }, withKey)
      assert.isNull(await linkOf(send, subjectId))
      const linked = await create()
      await create({ subjectId: linked, externalSubjectId: "user-2", type: "other" }, withKey)
      assert.deepStrictEqual(await linkOf(send, linked), ["user-1", "external", false])
    })

    it("an empty externalSubjectId creates no link", async () => {
      assert.isNull(await linkOf(send, await create({ externalSubjectId: "" }, withKey)))
    })
  })

  describe("none or unverified → PATCH /subjects/:id, API key or valid token → linked, verified", () => {
    const starts = [
      ["none", unlinked],
      ["unverified", () => create({ externalSubjectId: "user-0" })],
    ] as const

    it.each(starts)("%s, by API key, before which no token is looked at", async (_, start) => {
      for (const identityToken of [undefined, "nonsense", ""]) {
        const subjectId = await start()
        const answer = await patch(send, subjectId, { externalId: "user-1", identityToken }, withKey)
        assert.deepStrictEqual(answer.body.subject, {
          id: subjectId,
          externalId: "user-1",
          identityProvider: "external",
        })
        assert.deepStrictEqual(await linkOf(send, subjectId), ["user-1", "external", true])
      }
    })

    it.each(starts)("%s, by token", async (_, start) => {
      for (const [name, token] of goodTokens) {
        const subjectId = await start()
        const answer = await patch(send, subjectId, { externalId: "user-1", identityToken: await token() })
        assert.strictEqual(answer.status, 200, name)
        assert.deepStrictEqual(await linkOf(send, subjectId), ["user-1", "external", true])
      }
    })

    it("the same identity sent again succeeds", async () => {
      const subjectId = await unlinked()
      const request = { externalId: "user-1", identityProvider: "idp", identityToken: await sign({ idp: "idp" }) }
      const first = await patch(send, subjectId, request)
      for (const again of [await patch(send, subjectId, request), await patch(send, subjectId, request, withKey)]) {
        assert.deepStrictEqual([again.status, again.body], [200, first.body])
      }
      assert.deepStrictEqual(await linkOf(send, subjectId), ["user-1", "idp", true])
    })

    it("under the issuer and audience that are configured", async () => {
      const identityToken = { signingKey, issuer: " shop ", audience: " accounts " }
      const own = instanceOn(instance.url, { ...options, identityToken })
      const subjectId = await unlinked()
      const request = async (change: Readonly<Record<string, unknown>>) =>
        (await patch(own.send, subjectId, { externalId: "user-1", identityToken: await sign(change) })).status
      for (const change of [{}, { iss: "shop" }, { aud: "accounts" }]) assert.strictEqual(await request(change), 401)
      assert.strictEqual(await request({ iss: "shop", aud: "accounts" }), 200)
      await own.service.dispose()
    })
  })

  describe("none or unverified → PATCH /subjects/:id, no key and no token → linked, unverified", () => {
    it("links, links again, and is skipped by reads of the account", async () => {
      const subjectId = await unlinked()
      for (const externalId of ["user-1", "user-2", "user-1"]) {
        assert.strictEqual((await patch(send, subjectId, { externalId })).status, 200)
        assert.deepStrictEqual(await linkOf(send, subjectId), [externalId, "external", false])
      }
      const wrongKey = { authorization: `Bearer ${key}x` }
      assert.strictEqual((await patch(send, subjectId, { externalId: "user-3" }, wrongKey)).status, 200)
      assert.deepStrictEqual(await linkOf(send, subjectId), ["user-3", "external", false])
      const check = await send("/consents/check?externalId=user-3&type=cookie_banner", { headers: withKey })
      assert.deepStrictEqual(check.body.results.cookie_banner, { hasConsent: false, isLatestPolicy: false })
    })
  })

  describe("linked, verified → PATCH /subjects/:id, not verified → unchanged", () => {
    it("409 IDENTITY_CONFLICT for another identity, by id or by provider", async () => {
      const subjectId = await verifiedLink()
      const others = [
        { externalId: "user-2" },
        { externalId: "User-1" },
        { externalId: "user-1 " },
        { externalId: "user-1", identityProvider: "idp" },
      ]
      for (const other of others) {
        const { body, status } = await patch(send, subjectId, other)
        assert.deepStrictEqual([status, body.cause], [409, { code: "IDENTITY_CONFLICT" }])
        assert.deepStrictEqual(await linkOf(send, subjectId), ["user-1", "external", true])
      }
    })

    it("200 for the same identity, which stays verified", async () => {
      const subjectId = await verifiedLink()
      for (const same of [{}, { identityProvider: "external" }, { identityProvider: "" }]) {
        assert.strictEqual((await patch(send, subjectId, { externalId: "user-1", ...same })).status, 200)
        assert.deepStrictEqual(await linkOf(send, subjectId), ["user-1", "external", true])
      }
    })

    it("another verified request links again", async () => {
      const subjectId = await verifiedLink()
      await patch(send, subjectId, { externalId: "user-2" }, withKey)
      assert.deepStrictEqual(await linkOf(send, subjectId), ["user-2", "external", true])
      await patch(send, subjectId, { externalId: "user-1", identityToken: await sign() })
      assert.deepStrictEqual(await linkOf(send, subjectId), ["user-1", "external", true])
    })
  })

  describe("any → PATCH /subjects/:id, token invalid, expired, or of another identity → unchanged", () => {
    it.each(badTokens)("401 IDENTITY_TOKEN_INVALID: %s", async (_, token) => {
      const identityToken = await token()
      const starts = [await unlinked(), await create({ externalSubjectId: "user-0" }), await verifiedLink()]
      for (const subjectId of starts) {
        const before = await linkOf(send, subjectId)
        const { body, status } = await patch(send, subjectId, { externalId: "user-1", identityToken })
        assert.deepStrictEqual([status, body.cause], [401, { code: "IDENTITY_TOKEN_INVALID" }])
        assert.deepStrictEqual(await linkOf(send, subjectId), before)
      }
    })

    it("every token, where no signing key is configured; a save is unverified there", async () => {
      const keyless = instanceOn(instance.url, { apiKeys: [key] })
      const subjectId = await unlinked()
      const request = { externalId: "user-1", identityToken: await sign() }
      assert.strictEqual((await patch(keyless.send, subjectId, request)).body.cause.code, "IDENTITY_TOKEN_INVALID")
      assert.strictEqual((await patch(keyless.send, subjectId, request, withKey)).status, 200)
      const saved = await create({ identityToken: request.identityToken }, {}, { ...instance, ...keyless })
      assert.deepStrictEqual(await linkOf(send, saved), ["user-1", "external", false])
      await keyless.service.dispose()
    })
  })

  describe("the checks of PATCH are made in order", () => {
    const codeOf = async (subjectId: string, body: unknown, headers: Headers = {}) => {
      const answer = await patch(send, subjectId, body, headers)
      return [answer.status, answer.body.cause?.code]
    }

    it("1. without externalId, or without JSON: 400 EXTERNAL_ID_REQUIRED", async () => {
      const wrong = [null, "", 0, false, undefined].map((externalId) => ({ externalId, identityToken: 5 }))
      for (const body of [...wrong, "", "{", "[]", "null", "5", '"user-1"']) {
        assert.deepStrictEqual(await codeOf(newSubjectId(), body), [400, "EXTERNAL_ID_REQUIRED"], JSON.stringify(body))
      }
    })

    it("2. then a value that is not a string: 400 INPUT_VALIDATION_FAILED", async () => {
      for (const identityToken of [5, {}, ["x"], true]) {
        const body = { externalId: "user-1", identityToken }
        assert.deepStrictEqual(await codeOf(newSubjectId(), body), [400, "INPUT_VALIDATION_FAILED"])
        assert.deepStrictEqual(await codeOf(newSubjectId(), body, withKey), [400, "INPUT_VALIDATION_FAILED"])
      }
      for (const body of [{ externalId: 5 }, { externalId: {} }, { externalId: "x", identityProvider: 5 }]) {
        assert.deepStrictEqual(await codeOf(newSubjectId(), body), [400, "INPUT_VALIDATION_FAILED"])
      }
    })

    it("3. then the token: 401, before the subject is looked up", async () => {
      const body = { externalId: "user-1", identityToken: "nonsense" }
      for (const id of [newSubjectId(), "unknown", await verifiedLink()]) {
        assert.deepStrictEqual(await codeOf(id, body), [401, "IDENTITY_TOKEN_INVALID"])
      }
    })

    it("4. then the subject: 404 NOT_FOUND, also for another tenant's", async () => {
      const other = instanceOn(instance.url, { ...options, tenantId: "other" })
      const foreign = await create({}, {}, { ...instance, ...other })
      const body = { externalId: "user-9", identityToken: await sign({ sub: "user-9" }) }
      for (const id of [newSubjectId(), "unknown", "sub_0", "%00", foreign]) {
        for (const headers of [{}, withKey]) assert.deepStrictEqual(await codeOf(id, body, headers), [404, "NOT_FOUND"])
      }
      assert.deepStrictEqual(await linkOf(other.send, foreign), ["user-1", "external", false])
      await other.service.dispose()
    })
  })
})
