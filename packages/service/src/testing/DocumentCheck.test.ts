/** The judge judged: an answer as documented passes, and every way to differ from the document is found. */
import { makeOpenApiDocument } from "@consent-service/adapter-http/openapi"
import { api } from "@consent-service/adapter-http/api"
import { assert, describe, it } from "@effect/vitest"
import { type JudgedAnswer, judgeOf, sendJudged } from "./DocumentCheck.js"
import { findRoute, routesOf } from "./DocumentedRoutes.js"

const document = makeOpenApiDocument(api, { title: "cs API", version: "1" })
const judge = judgeOf(document)

const headers = {
  "content-type": "application/json",
  "cache-control": "no-store",
  vary: "Origin",
  "x-cs-policy-contract": "1",
  "x-request-id": "r1",
}

const location = { countryCode: "DE", regionCode: null }
const client = { ip: null, acceptLanguage: "de", userAgent: null, region: location }
const body = { version: "1", timestamp: "2026-11-21T12:00:00.000Z", client }

const good = { method: "GET", path: "/status", status: 200, headers, body: JSON.stringify(body) }

type Change = Partial<Omit<JudgedAnswer, "headers">> & { readonly headers?: Record<string, string> }

const judged = (change: Change): ReadonlyArray<string> => {
  const answer = { ...good, ...change }
  return judge({ ...answer, headers: new Headers(answer.headers) })
}

const without = (name: string) => Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name))

const error = (code: string) => ({ body: JSON.stringify({ message: "No", cause: { code } }) })

describe("the document as the judge of answers", () => {
  it("accepts documented answers", () => {
    assert.deepStrictEqual(judged({}), [])
    assert.deepStrictEqual(judged({ path: "/status/" }), [])
    assert.deepStrictEqual(judged({ method: "HEAD", body: "" }), [])
    assert.deepStrictEqual(judged({ headers: { ...headers, "content-length": "5", date: "now" } }), [])
    assert.deepStrictEqual(judged({ status: 500, ...error("INTERNAL_ERROR") }), [])
  })

  it("finds a status, a header, a media type and a body that are not documented", () => {
    const wrong: ReadonlyArray<readonly [change: Change, fault: RegExp]> = [
      [{ status: 418 }, /status 418/],
      [{ headers: { ...headers, "x-more": "1" } }, /x-more is not documented/],
      [{ headers: without("x-request-id") }, /x-request-id is missing/],
      [{ headers: { ...headers, "x-request-id": "a b" } }, /x-request-id must match/],
      [{ headers: { ...headers, "content-type": "text/plain" } }, /text\/plain is not documented/],
      [{ headers: without("content-type") }, /null is not documented/],
      [{ body: JSON.stringify({ ...body, more: 1 }) }, /additional properties.*more/],
      [{ body: JSON.stringify({ ...body, client: { ...client, more: 1 } }) }, /client must NOT have additional/],
      [{ body: JSON.stringify({ ...body, version: undefined }) }, /required property 'version'/],
      [{ body: JSON.stringify({ ...body, timestamp: "today" }) }, /timestamp must match format/],
      [{ body: JSON.stringify({ ...body, version: null }) }, /version must be string/],
      [{ method: "HEAD" }, /has a body although/],
    ]
    for (const [change, fault] of wrong) assert.match(judged(change).join("\n"), fault)
  })

  it("finds a code that the route does not have with this status, and a body that is not an error", () => {
    assert.match(judged({ status: 500, ...error("NOT_FOUND") }).join(), /code must be equal to one of/)
    assert.match(judged({ status: 500, body: '{"message":"No"}' }).join(), /required property 'cause'/)
    assert.match(judged({ status: 503, ...error("SERVICE_UNAVAILABLE") }).join(), /retry-after is missing/)
  })

  it("knows the answers to an unknown path, a wrong method and a preflight", () => {
    const unknown = { path: "/nowhere", status: 404, ...error("NOT_FOUND") }
    assert.deepStrictEqual(judged(unknown), [])
    assert.match(judged({ ...unknown, status: 200 }).join(), /must be 404/)
    const refused = { method: "POST", status: 405, ...error("METHOD_NOT_ALLOWED") }
    assert.deepStrictEqual(judged({ ...refused, headers: { ...headers, allow: "GET, HEAD, OPTIONS" } }), [])
    assert.match(judged(refused).join(), /Allow is undefined/)
    assert.match(judged({ ...refused, headers: { ...headers, allow: "GET" } }).join(), /Allow is GET, must be/)
    const preflight = { method: "OPTIONS", status: 204, headers: { vary: "Origin", "x-request-id": "r1" }, body: "" }
    assert.deepStrictEqual(judged(preflight), [])
    assert.match(judged({ ...preflight, body: "x" }).join(), /none is documented/)
  })

  it("fails a test whose answer differs, with the reason", async () => {
    const handler = () => Promise.resolve(new Response("{}", { headers }))
    const sent = sendJudged({ handler, document: () => document, basePath: "/base" }, "/base/status?x=1", {})
    const said = await sent.then(String, String)
    assert.match(said, /200 to GET \/base\/status\?x=1 is not as documented/)
    assert.match(said, /required property 'version'/)
  })

  it("is made once for documents of the same routes", () => {
    const same = makeOpenApiDocument(api, { title: "Another", version: "2" })
    assert.strictEqual(judgeOf(same), judge)
  })
})

describe("documented routes", () => {
  const routes = routesOf(document)
  const templateOf = (path: string) => findRoute(routes, path)?.template ?? null

  it("are found by path, plain ones before those with parameters", () => {
    assert.strictEqual(templateOf("/subjects"), "/subjects")
    assert.strictEqual(templateOf("/subjects/a%20b"), "/subjects/{id}")
    assert.strictEqual(templateOf("/subjects/a/"), "/subjects/{id}")
    for (const path of ["/subjects//", "/subjects/%", "/subjects/a/b", "//subjects", "/Subjects", "/"]) {
      assert.isNull(templateOf(path), path)
    }
  })

  it("answer HEAD where they answer GET", () => {
    assert.strictEqual(findRoute(routes, "/subjects")?.allow, "GET, HEAD, OPTIONS, POST")
    assert.isFalse(findRoute(routes, "/sessions")?.operations.has("HEAD"))
  })
})
