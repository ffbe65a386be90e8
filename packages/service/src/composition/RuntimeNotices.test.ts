import { assert, describe, it } from "@effect/vitest"
import { noticeEffectCopies, noticeOldNode, runtimeNotices } from "./RuntimeNotices.js"

describe("noticeOldNode", () => {
  it.each(["20.19.0", "22.0.0", "24.9.1", undefined])("accepts %s", (version) =>
    assert.deepStrictEqual(noticeOldNode(version), []),
  )

  it.each(["18.20.8", "20.18.3"])("reports %s with the version to install", (version) =>
    assert.deepStrictEqual(noticeOldNode(version), [
      {
        level: "warn",
        event: "node-unsupported",
        failure: `consent-service requires Node 20.19 or newer, and this is ${version}`,
        remedy: "nvm install 22",
      },
    ]),
  )
})

describe("noticeEffectCopies", () => {
  it("reports two copies with their paths and the command", () => {
    const [notice] = noticeEffectCopies("/a/effect/package.json", "/b/effect/package.json")
    assert.include(notice, { event: "effect-duplicated", remedy: "npm dedupe effect" })
    assert.match(String(notice?.["failure"]), /\/a\/effect.*\/b\/effect/)
  })

  it("reports nothing for one copy, or where none is seen", () => {
    assert.deepStrictEqual(noticeEffectCopies("/a", "/a"), [])
    assert.deepStrictEqual(noticeEffectCopies(null, "/a"), [])
    assert.deepStrictEqual(noticeEffectCopies("/a", null), [])
  })
})

describe("runtimeNotices", () => {
  it("has nothing to report in this workspace", () => assert.deepStrictEqual(runtimeNotices(true), []))
})
