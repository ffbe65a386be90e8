import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { doomedCookies } from "./Cookies.js"

const name = fc.string({ unit: fc.constantFrom("a", "b", "_"), minLength: 1, maxLength: 3 })
const pattern = fc.oneof(
  name,
  name.map((start) => `${start}*`),
)
const declared = fc.array(fc.record({ name: pattern, path: fc.constantFrom(undefined, "/", "/shop") }), {
  maxLength: 4,
})

describe("doomedCookies", () => {
  it("takes exact names and prefixes of what is present, and what has a path by its name alone", () => {
    const cookies = [{ name: "_id" }, { name: "_s_*", path: "/shop" }, { name: "_shelf", path: "/shop" }]
    assert.deepStrictEqual(doomedCookies(cookies, ["_id", "_ids", "_s_1", "_s_2", "cs"], ["cs"]), [
      { name: "_id", path: undefined },
      { name: "_s_1", path: "/shop" },
      { name: "_s_2", path: "/shop" },
      { name: "_shelf", path: "/shop" },
    ])
  })

  it.prop(
    "takes every present cookie that is declared, none that is not, and none that is kept",
    [
      declared.map((cookies) =>
        cookies.map(({ name: each, path }) => (path === undefined ? { name: each } : { name: each, path })),
      ),
      fc.array(name),
      fc.array(name, { maxLength: 2 }),
    ],
    ([cookies, present, kept]) => {
      const isDeclared = (one: string) =>
        cookies.some((cookie) =>
          cookie.name.endsWith("*") ? one.startsWith(cookie.name.slice(0, -1)) : one === cookie.name,
        )
      const doomed = doomedCookies(cookies, present, kept).map((one) => one.name)
      for (const one of doomed) assert.isTrue(isDeclared(one) && !kept.includes(one), one)
      for (const one of present) if (isDeclared(one) && !kept.includes(one)) assert.include(doomed, one)
    },
  )
})
