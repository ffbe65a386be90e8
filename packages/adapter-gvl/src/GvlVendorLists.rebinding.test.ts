import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { makePinnedClient, type PinnedClient, pinnedLookup } from "./PinnedClient.js"
import * as Server from "./testing/ListServer.js"
import { openLists, passingTime, version, versionOf } from "./testing/TestLists.js"
import { certificate, startTlsServer } from "./testing/TlsServer.js"

const publicAddress = "93.184.216.34"

const trusting = makePinnedClient(certificate) ?? assert.fail("Node has its own https")

/** Resolves to something else each time it is asked; the last answer stays. */
const changingName = (...answers: ReadonlyArray<ReadonlyArray<string>>) => {
  let asked = 0
  return {
    lookUp: () => Effect.sync(() => answers[Math.min(asked++, answers.length - 1)] ?? []),
    asked: () => asked,
  }
}

/** Notes the addresses that are to be connected to, and connects to this machine for them. */
const standIn = () => {
  const pinned: Array<ReadonlyArray<string>> = []
  const pin: PinnedClient = (addresses) => {
    pinned.push(addresses)
    return trusting(["127.0.0.1"])
  }
  return { pin, pinned }
}

describe("a name that resolves to another address once it is checked (threat: a hostile vendor-list host)", () => {
  it.scoped("is connected to by the address that was checked, and is not looked up again", () =>
    Effect.gen(function* () {
      const target = yield* startTlsServer(Server.list(version(5)))
      const endpoint = yield* Server.startListServer
      endpoint.behave(Server.redirect(`https://rebound.example:${target.port}/list`))
      const name = changingName([publicAddress], ["127.0.0.1"])
      const { pin, pinned } = standIn()
      const lists = yield* openLists(endpoint.url, {}, { lookUp: name.lookUp, pin })
      assert.strictEqual(versionOf(yield* passingTime(lists.find(""), 10)), 5)
      assert.deepStrictEqual([pinned, name.asked()], [[[publicAddress]], 1])
      const [{ headers, host, serverName } = assert.fail("no request")] = target.seen
      assert.deepStrictEqual([host, serverName], [`rebound.example:${target.port}`, "rebound.example"])
      assert.deepStrictEqual(headers, ["accept", "accept-encoding", "connection", "host"])
    }),
  )

  it.scoped("is refused at the redirect that finds the other address", () =>
    Effect.gen(function* () {
      const target = yield* startTlsServer(Server.redirect("https://other.example/list"))
      const endpoint = yield* Server.startListServer
      endpoint.behave(Server.redirect(`https://rebound.example:${target.port}/list`))
      const { lookUp } = changingName([publicAddress], ["127.0.0.1"])
      const { pin, pinned } = standIn()
      const lists = yield* openLists(endpoint.url, {}, { lookUp, pin })
      assert.isNull(yield* lists.find(""))
      assert.deepInclude(lists.events[0], { failure: "redirect leads to a name without public addresses" })
      assert.deepStrictEqual(pinned, [[publicAddress]])
    }),
  )

  it.scoped.each<[string, Server.Behaviour, string]>([
    ["64 MB that were packed", Server.gzipBomb(64), "too-large"],
    ["64 MB, without a length", Server.endless(64), "too-large"],
    ["a body that breaks off", Server.truncate(version(5)), "unreachable"],
    ["a status that does not exist", Server.status(999), "unreachable"],
    ["204", Server.status(204), "missing"],
  ])("has the limits of every other host: %s", ([_, behaviour, reason]) =>
    Effect.gen(function* () {
      const target = yield* startTlsServer(behaviour)
      const endpoint = yield* Server.startListServer
      endpoint.behave(Server.redirect(`https://rebound.example:${target.port}/list`))
      const { lookUp } = changingName([publicAddress])
      const lists = yield* openLists(endpoint.url, { waitMs: 60_000 }, { lookUp, pin: standIn().pin })
      assert.isNull(yield* passingTime(lists.find(""), 1))
      assert.deepInclude(lists.events[0], { reason })
    }),
  )
})

describe("a client of checked addresses", () => {
  const get = (addresses: ReadonlyArray<string>, url: string) =>
    Effect.scoped(Effect.flatMap(trusting(addresses).get(url), (response) => response.text))

  it.scopedLive("connects to none that the name has besides", () =>
    Effect.gen(function* () {
      const server = yield* startTlsServer(Server.text("here"))
      // The name is that of this machine, and the server answers on 127.0.0.1 only.
      const url = `https://localhost:${server.port}/`
      assert.strictEqual(yield* get(["127.0.0.1"], url), "here")
      const before = server.connections()
      assert.isTrue(Exit.isFailure(yield* Effect.exit(get(["127.0.0.2"], url))))
      assert.strictEqual(server.connections(), before)
    }),
  )

  it.scopedLive("refuses a certificate of another name", () =>
    Effect.gen(function* () {
      const server = yield* startTlsServer(Server.text("here"))
      const failure = yield* Effect.flip(get(["127.0.0.1"], `https://other.example:${server.port}/`))
      assert.include(String(failure.cause), "other.example")
      assert.lengthOf(server.seen, 0)
    }),
  )

  it.scopedLive("unpacks what is packed", () =>
    Effect.gen(function* () {
      const server = yield* startTlsServer(Server.gzipBomb(1))
      assert.lengthOf(yield* get(["127.0.0.1"], `https://localhost:${server.port}/`), 1024 * 1024)
    }),
  )

  it.each<[boolean, ReadonlyArray<unknown>]>([
    [false, [null, "8.8.8.8", 4]],
    [
      true,
      [
        null,
        [
          { address: "8.8.8.8", family: 4 },
          { address: "2606:4700::1111", family: 6 },
        ],
      ],
    ],
  ])("answers look-ups, of all addresses: %s", (all, expected) => {
    const answers: Array<unknown> = []
    pinnedLookup(["8.8.8.8", "2606:4700::1111"])("rebound.example", { all }, (...given) => answers.push(...given))
    assert.deepStrictEqual(answers.slice(0, expected.length), expected)
  })

  it("finds no address where none was checked", () => {
    const answers: Array<unknown> = []
    pinnedLookup([])("rebound.example", {}, (error) => answers.push(error))
    assert.instanceOf(answers[0], Error)
  })
})
