import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { bodyLimit, echoKernel } from "../testing/EchoKernel.js"
import { ask, type RunningServer, sendRaw, startServer, type WireAnswer } from "../testing/NodeServer.js"
import { toFetchHandler } from "./FetchShell.js"
import { toNodeListener } from "./NodeShell.js"

interface Wanted {
  readonly method: string
  readonly target: string
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: string | null
}

const segment = FastCheck.constantFrom(
  "init",
  "echo",
  "keep",
  "written",
  "nowhere",
  "broken",
  "a",
  "%C3%A9",
  "a%2Fb",
  "%zz",
  "a+b",
  ":id",
)

const path = FastCheck.tuple(
  FastCheck.constantFrom("", "/api", "/apix"),
  FastCheck.array(segment, { minLength: 1, maxLength: 2 }),
  FastCheck.constantFrom("", "/", "//"),
).map(([prefix, segments, end]) => `${prefix}/${segments.join("/")}${end}`)

const query = FastCheck.constantFrom("", "?", "?q=1", "?q=a%26b", "?q=a+b", "?q=%zz", "??q=1", "?q=1&q=2", "?q=/x?y")

const header = FastCheck.constantFrom<readonly [string, string]>(
  ["origin", "https://shop.example"],
  ["origin", "https://evil.example"],
  ["x-forwarded-for", "203.0.113.9"],
  ["x-forwarded-for", "198.51.100.1"],
  ["accept-language", "de;q=0.9"],
  ["x-cs-country", ""],
  ["X-CS-Country", " DE "],
  ["content-type", "text/plain"],
)

const body = FastCheck.oneof(
  FastCheck.json(),
  FastCheck.string({ maxLength: 20 }),
  FastCheck.integer({ min: 1000, max: 1050 }).map((length) => `"${"x".repeat(length)}"`),
)

const withoutBody = FastCheck.constantFrom("GET", "HEAD", "OPTIONS", "DELETE")

const wanted: FastCheck.Arbitrary<Wanted> = FastCheck.oneof(
  FastCheck.record({
    method: withoutBody,
    target: FastCheck.tuple(path, query).map((parts) => parts.join("")),
    headers: FastCheck.array(header, { maxLength: 4 }),
    body: FastCheck.constant(null),
  }),
  FastCheck.record({
    method: FastCheck.constantFrom("POST", "PUT"),
    target: FastCheck.oneof({ arbitrary: FastCheck.constant("/keep"), weight: 3 }, { arbitrary: path, weight: 1 }),
    headers: FastCheck.array(header, { maxLength: 4 }),
    body,
  }),
)

/** Headers that only a connection needs. */
const ofConnection = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"]

const meant = ({ body: text, headers, status }: WireAnswer) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name))),
  body: text,
})

const plain = (method: string, target: string, text: string | null = null): [Wanted] => [
  { method, target, headers: [], body: text },
]

/** One of each status, so that coverage does not depend on chance. */
const examples: Array<[Wanted]> = [
  plain("GET", "/echo"),
  plain("GET", "/written"),
  plain("HEAD", "/written"),
  plain("OPTIONS", "/init"),
  plain("POST", "/keep", "{"),
  plain("GET", "/nowhere"),
  plain("DELETE", "/echo"),
  plain("POST", "/keep", `"${"x".repeat(bodyLimit)}"`),
  plain("GET", "/broken"),
]

describe("both shells", () => {
  const node = echoKernel()
  const fetched = echoKernel()
  const handler = toFetchHandler(fetched.kernel)
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer(toNodeListener(node.kernel))
  })
  afterAll(() => server.stop())

  const id = ["x-request-id", "same"] as const

  const overNode = ({ body: text, headers, method, target }: Wanted): Promise<WireAnswer> => {
    const lines = [id, ...headers].map(([name, value]) => `${name}: ${value}`)
    if (text === null) return ask(server.port, method, target, lines)
    const head = [`${method} ${target} HTTP/1.1`, "Host: consent.test", "Connection: close", ...lines]
    return sendRaw(server.port, [...head, `Content-Length: ${Buffer.byteLength(text)}`, "", text].join("\r\n"))
  }

  const overFetch = async ({ body: text, headers, method, target }: Wanted): Promise<WireAnswer> => {
    // As pairs: copying a Headers object into a Request trims joined values again.
    const sent = [id, ...headers].map(([name, value]): [string, string] => [name, value])
    const response = await handler(new Request(`http://consent.test${target}`, { method, headers: sent, body: text }))
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  }

  it("give the same answer and the same log event for the same request", async () => {
    const statuses = new Set<number>()
    await FastCheck.assert(
      FastCheck.asyncProperty(wanted, async (request) => {
        const [one, other] = [await overNode(request), await overFetch(request)]
        statuses.add(one.status)
        assert.deepStrictEqual(meant(one), meant(other))
        const { durationMs: _, ...told } = node.observed.at(-1) ?? assert.fail("nothing was observed")
        const { durationMs: __, ...toldToo } = fetched.observed.at(-1) ?? assert.fail("nothing was observed")
        assert.deepStrictEqual(told, toldToo)
      }),
      { numRuns: 300, examples },
    )
    // A property over 404s only would prove little.
    assert.includeMembers([...statuses], [200, 204, 400, 404, 405, 413, 500])
    assert.deepStrictEqual(node.kept, fetched.kept)
  })
})
