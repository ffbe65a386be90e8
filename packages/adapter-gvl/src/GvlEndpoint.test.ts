import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { gvlUrl } from "./GvlEndpoint.js"

const official = "https://vendor-list.consensu.org/v3/vendor-list.json"

const address = (endpoint: string, language = "de"): string | null =>
  Either.match(gvlUrl(endpoint, language), { onLeft: () => null, onRight: String })

describe("gvlUrl", () => {
  it.each([
    ["the official endpoint is fetched as it is", official, official],
    ["`{language}` is replaced", "https://lists.example/{language}.json", "https://lists.example/de.json"],
    ["http is allowed on localhost", "http://localhost:9000/list", "http://localhost:9000/list"],
    ["http is allowed on ::1", "http://[::1]:9000/list", "http://[::1]:9000/list"],
    ["http is refused elsewhere", "http://lists.example/list", null],
    ["a name that only starts like localhost is refused", "http://localhost.evil.example/list", null],
    ["another scheme is refused", "file:///etc/passwd", null],
    ["credentials are refused", "https://user:pass@lists.example/list", null],
    ["a relative address is refused", "/list", null],
  ])("%s", (_, endpoint, expected) => {
    assert.strictEqual(address(endpoint), expected)
  })

  it.each(["../../admin", "DE", "de-DE", ""])("the language %j never reaches the address", (language) => {
    assert.isNull(address("https://lists.example/{language}", language))
  })
})
