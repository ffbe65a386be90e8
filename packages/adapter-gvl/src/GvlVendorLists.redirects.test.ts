import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Server from "./testing/ListServer.js"
import { openLists, version, versionOf } from "./testing/TestLists.js"

const lookUp = (addresses: ReadonlyArray<string> | null) => () => Effect.succeed(addresses)

describe("redirects (threat: a hostile vendor-list host)", () => {
  it.scoped.each([301, 302, 303, 307, 308])("%d is followed on the endpoint's own machine", (code) =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.inTurn(Server.redirect("/moved", code), Server.list(version(5))))
      const lists = yield* openLists(`${server.url}/list`)
      assert.strictEqual(versionOf(yield* lists.find("")), 5)
      assert.deepStrictEqual(server.paths, ["/list", "/moved"])
    }),
  )

  it.scoped.each([
    "http://10.0.0.1/list",
    "https://192.168.0.1/list",
    "http://169.254.169.254/latest/meta-data",
    "https://[fd00::1]/list",
    "file:///etc/passwd",
    "ftp://lists.example/list",
    "http://lists.example/list",
    "https://user:secret@lists.example/list",
    "https://printer.local/list",
  ])("to %s is refused, and not retried immediately", (location) =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.redirect(location))
      const lists = yield* openLists(server.url)
      assert.isNull(yield* lists.find(""))
      assert.lengthOf(server.paths, 1)
      assert.deepInclude(lists.events[0], { _tag: "VendorListFailed", reason: "redirect" })
      assert.notInclude(JSON.stringify(lists.events), "secret")
    }),
  )

  it.scoped.each<[string, ReadonlyArray<string>]>([
    ["only private addresses", ["10.1.2.3"]],
    ["one private address among others", ["93.184.216.34", "::1"]],
    ["no address", []],
  ])("to a name with %s is refused before any connection", ([_, addresses]) =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.redirect("https://rebound.example/list"))
      const lists = yield* openLists(server.url, {}, { lookUp: lookUp(addresses) })
      assert.isNull(yield* lists.find(""))
      assert.deepInclude(lists.events[0], {
        reason: "redirect",
        failure: "redirect leads to a name without public addresses",
      })
    }),
  )

  it.scoped("an endless chain fails", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave((request, response) => Server.redirect(`${request.url}x`)(request, response))
      const lists = yield* openLists(server.url)
      assert.isNull(yield* lists.find(""))
      assert.lengthOf(server.paths, 6)
      assert.deepInclude(lists.events[0], { reason: "redirect", failure: "more than 5 redirects" })
    }),
  )

  it.scoped("a redirect without a target is refused", () =>
    Effect.gen(function* () {
      const server = yield* Server.startListServer
      server.behave(Server.status(302))
      const lists = yield* openLists(server.url)
      assert.isNull(yield* lists.find(""))
      assert.deepInclude(lists.events[0], { reason: "redirect", failure: "redirect (302) without a target" })
    }),
  )
})
