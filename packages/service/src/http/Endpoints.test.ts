import { describeEngines } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Answered, aSave, startInstance } from "../testing/TestInstance.js"

/*
 * All endpoints: that each exists, which methods its path has, and which ones need an API key.
 * `Endpoints.<topic>.test.ts` test their answers in full.
 */

const key = "an-api-key-for-tests-0123456789"

const saved = aSave({ subjectId: "sub_knownToEveryRow" })

interface Row {
  /** As the table has it. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly status: 200 | 204
  readonly caching: "no-store" | "page" | "public"
  readonly allow: string
  readonly needsKey: boolean
  readonly type: string | null
  readonly body?: () => unknown
  readonly headers?: Readonly<Record<string, string>>
}

const json = "application/json"

const plain: Row = {
  name: "",
  method: "GET",
  path: "",
  status: 200,
  caching: "no-store",
  allow: "GET, HEAD, OPTIONS",
  needsKey: false,
  type: json,
}

const report = {
  source: "render",
  revision: "r",
  resolution: "no-match",
  policy: null,
  country: null,
  region: null,
  language: "en",
  gpc: false,
}

const release = { version: "1", hash: `sha256:${"a".repeat(64)}`, effectiveDate: "2024-01-01" }

const subjectsAllow = "GET, HEAD, OPTIONS, POST"
const subjectAllow = "GET, HEAD, OPTIONS, PATCH"
const script: Row = { ...plain, caching: "page", type: "text/javascript; charset=utf-8" }

const rows: ReadonlyArray<Row> = [
  { ...plain, name: "GET /status", path: "/status" },
  { ...plain, name: "GET /manifest", path: "/manifest", caching: "public" },
  { ...plain, name: "GET /init", path: "/init" },
  {
    ...plain,
    name: "POST /sessions",
    method: "POST",
    path: "/sessions",
    status: 204,
    type: null,
    allow: "OPTIONS, POST",
    body: () => report,
    headers: { "x-cs-version": "3.0.0" },
  },
  {
    ...plain,
    name: "POST /subjects",
    method: "POST",
    path: "/subjects",
    allow: subjectsAllow,
    body: () => aSave(),
  },
  { ...plain, name: "GET /subjects/:id", path: `/subjects/${saved.subjectId}`, allow: subjectAllow },
  {
    ...plain,
    name: "PATCH /subjects/:id",
    method: "PATCH",
    path: `/subjects/${saved.subjectId}`,
    allow: subjectAllow,
    body: () => ({ externalId: "user-1" }),
  },
  {
    ...plain,
    name: "GET /subjects?externalId=",
    path: "/subjects?externalId=user-1",
    allow: subjectsAllow,
    needsKey: true,
  },
  {
    ...plain,
    name: "GET /consents/check?externalId=&type=",
    path: "/consents/check?externalId=user-1&type=dpa",
    needsKey: true,
  },
  {
    ...plain,
    name: "GET /experiments/:id/summary?from=&to=&domain=",
    path: "/experiments/hero/summary",
    needsKey: true,
  },
  {
    ...plain,
    name: "PUT /legal-documents/:type/current",
    method: "PUT",
    path: "/legal-documents/dpa/current",
    allow: "OPTIONS, PUT",
    needsKey: true,
    body: () => release,
  },
  { ...plain, name: "GET /spec.json", path: "/spec.json" },
  { ...plain, name: "GET /docs", path: "/docs", type: "text/html; charset=utf-8" },
  { ...script, name: "GET /cs.js", path: "/cs.js" },
  { ...script, name: "GET /cs.headless.js", path: "/cs.headless.js" },
  { ...script, name: "GET /cs.iab.js", path: "/cs.iab.js" },
]

const caching = {
  "no-store": "no-store",
  page: "public, s-maxage=300, max-age=300, stale-while-revalidate=86400",
  public: "public, s-maxage=300, stale-while-revalidate=86400",
}

/** Credentials that are refused. */
const wrongKeys: ReadonlyArray<readonly [string, string | null]> = [
  ["no header", null],
  ["an empty one", ""],
  ["the scheme alone", "Bearer"],
  ["the key alone", key],
  ["another scheme", `Basic ${key}`],
  ["a wrong key", `Bearer ${key}x`],
  ["the beginning of the key", `Bearer ${key.slice(0, -1)}`],
  ["the key in another case", `Bearer ${key.toUpperCase()}`],
  ["more behind the key", `Bearer ${key} ${key}`],
]

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

const allowOf = ({ headers }: Answered): string | undefined => headers.get("allow")?.split(", ").sort().join(", ")

describeEngines("Endpoints", (engine) => {
  let instance: Awaited<ReturnType<typeof startInstance>>
  const folder = mkdtempSync(join(tmpdir(), "endpoints-"))

  beforeAll(async () => {
    const bundle = join(folder, "bundle.js")
    writeFileSync(bundle, "void 0")
    instance = await startInstance(engine, {
      apiKeys: [key],
      // With a separate address: a script that takes the request's is for one client alone.
      script: { bundles: { full: bundle, headless: bundle, iab: bundle }, backendURL: "http://consent.test" },
    })
    await instance.post(saved)
  })
  afterAll(async () => {
    await instance.stop()
    rmSync(folder, { recursive: true })
  })

  const ask = (row: Row, authorization: string | null = null, method = row.method): Promise<Answered> => {
    const headers = { ...row.headers, "x-request-id": "r", ...(authorization === null ? {} : { authorization }) }
    const body = row.body === undefined || method !== row.method ? {} : { body: JSON.stringify(row.body()) }
    return instance.send(row.path, { method, headers, ...body })
  }

  const rightKey = (row: Row) => (row.needsKey ? `Bearer ${key}` : null)

  describe.each(rows.map((row) => [row.name, row] as const))("%s", (_name, row) => {
    it("exists, and has the declared caching", async () => {
      const { headers, status } = await ask(row, rightKey(row))
      assert.strictEqual(status, row.status)
      assert.strictEqual(headers.get("cache-control"), caching[row.caching])
      assert.strictEqual(headers.get("content-type"), row.type)
      assert.strictEqual(headers.get("x-cs-policy-contract"), "1")
      assert.strictEqual(headers.get("x-request-id"), "r")
      assert.include((headers.get("vary") ?? "").split(", "), "Origin")
    })

    it("HEAD is GET without the body, else 405", async () => {
      const head = await ask(row, rightKey(row), "HEAD")
      assert.isNull(head.body)
      if (!row.allow.includes("HEAD")) return assert.strictEqual(head.status, 405)
      const { body, headers, status } = await ask(row, rightKey(row), "GET")
      assert.strictEqual(head.status, status)
      for (const name of ["content-type", "cache-control", "etag", "vary"]) {
        assert.strictEqual(head.headers.get(name), headers.get(name), name)
      }
      const text = typeof body === "string" ? body : JSON.stringify(body)
      assert.strictEqual(head.headers.get("content-length"), String(bytesOf(text)))
    })

    it("every other method is 405 METHOD_NOT_ALLOWED with Allow, and OPTIONS is 204", async () => {
      const known = new Set(row.allow.split(", "))
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !known.has(one))) {
        const answer = await ask(row, null, method)
        assert.deepStrictEqual([answer.status, answer.body.cause], [405, { code: "METHOD_NOT_ALLOWED" }])
        assert.strictEqual(allowOf(answer), row.allow)
      }
      assert.strictEqual((await ask(row, null, "OPTIONS")).status, 204)
    })

    if (!row.needsKey) {
      it("needs no key, and ignores an invalid one", async () => {
        for (const [, authorization] of wrongKeys) {
          assert.strictEqual((await ask(row, authorization)).status, row.status)
        }
      })
      return
    }

    it.each(wrongKeys)("answers 401 UNAUTHORIZED without its key: %s", async (_, authorization) => {
      const { body, headers, status } = await ask(row, authorization)
      assert.deepStrictEqual([status, body.cause], [401, { code: "UNAUTHORIZED" }])
      const first = await ask(row, null)
      assert.deepStrictEqual([body, Array.from(headers)], [first.body, Array.from(first.headers)])
      const head = row.method === "GET" ? (await ask(row, authorization, "HEAD")).status : 401
      assert.strictEqual(head, 401)
    })

    it("checks the key before anything else", async () => {
      const [path = ""] = row.path.split("?")
      let reads = 0
      const pull = () => {
        reads += 1
        throw new Error("must not be read")
      }
      const body = new ReadableStream({ pull }, { highWaterMark: 0 })
      const unread = { method: row.method, ...(row.method === "PUT" ? { body, duplex: "half" } : {}) }
      for (const bad of [path, path.replace("dpa", "nonsense"), `${path}?from=x&externalId=&type=`]) {
        assert.strictEqual((await instance.send(bad, unread)).status, 401)
      }
      assert.strictEqual(reads, 0)
    })
  })
})
