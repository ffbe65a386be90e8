import { assert, describe, it } from "vitest"
import { hasVersion, nextVersion, parseChangeset, released } from "./changes.mjs"

const minor = { bump: "minor", text: "A new option." } as const
const patch = { bump: "patch", text: "- Fixed: a crash.\n- Fixed: another." } as const

describe("parseChangeset", () => {
  it("reads what the changesets program writes", () =>
    assert.deepStrictEqual(
      parseChangeset('---\n"consent-service": patch\n"@consent-service/core": minor\n---\n\nA new option.\n'),
      minor,
    ))

  it("refuses one without a bump", () => assert.throws(() => parseChangeset("---\n---\n\ntext"), /names no package/))
})

describe("nextVersion", () => {
  it.each([
    [[], "1.2.3"],
    [[patch], "1.2.4"],
    [[patch, minor], "1.3.0"],
    [[{ bump: "major", text: "x" } as const, minor], "2.0.0"],
  ])("after %j", (changes, version) => assert.strictEqual(nextVersion("1.2.3", changes), version))
})

describe("the changelog of a release", () => {
  const section =
    "## 0.2.0 (2026-01-31)\n\n### Added and changed\n\n- A new option.\n\n### Fixed\n\n- Fixed: a crash.\n- Fixed: another.\n"

  it("has the changes above the versions before", () =>
    assert.strictEqual(
      released("# Changelog\n\n## 0.1.0 (2026-01-01)\n\n- First.\n", "0.2.0", "2026-01-31", [patch, minor]),
      `# Changelog\n\n${section}\n## 0.1.0 (2026-01-01)\n\n- First.\n`,
    ))

  it("takes over what is written below Unreleased", () =>
    assert.strictEqual(
      released("# Changelog\n\n## Unreleased\n\n### Packages\n\n- New.\n", "0.2.0", "2026-01-31", [patch, minor]),
      `# Changelog\n\n${section}\n### Packages\n\n- New.\n`,
    ))

  it("is written once", () => {
    const once = released("# Changelog\n\n## Unreleased\n\n- New.\n", "0.1.0", "2026-01-31", [])
    assert.strictEqual(once, "# Changelog\n\n## 0.1.0 (2026-01-31)\n\n- New.\n")
    assert.isTrue(hasVersion(once, "0.1.0"))
    assert.strictEqual(released(once, "0.1.0", "2026-02-01", [patch]), once)
  })
})
