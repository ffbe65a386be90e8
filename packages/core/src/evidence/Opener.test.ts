import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { partKey } from "./Commitment.js"
import { commitmentBy, disclose, dropPart, hasDropped, readOpener } from "./Opener.js"
import { commitTo, type Statement } from "./Statement.js"

const salts = FastCheck.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) =>
  Buffer.from(bytes).toString("base64url"),
)

const names = ["act", "subject", "trace"] as const

const statements: FastCheck.Arbitrary<Statement> = FastCheck.tuple(
  FastCheck.json(),
  FastCheck.json(),
  FastCheck.json(),
).map((texts) => ({ kind: 1, parts: names.map((name, at) => ({ name, text: texts[at] ?? "" })) }))

describe("openers", () => {
  it("open the same commitment, whatever parts were dropped, in any order", () => {
    FastCheck.assert(
      FastCheck.property(statements, salts, FastCheck.shuffledSubarray([...names]), (statement, salt, dropped) => {
        const { commitment } = commitTo(statement, salt)
        const text = dropped.reduce((opener, name) => dropPart(opener, statement, name) ?? "", salt)
        const opener = readOpener(text)
        assert.isNotNull(opener)
        assert.strictEqual(opener && commitmentBy(statement, opener), commitment)
        assert.strictEqual(hasDropped(text), dropped.length > 0)
        // What was dropped may be anything now.
        const parts = statement.parts.map((part) =>
          dropped.includes(part.name as "act") ? { ...part, text: "gone" } : part,
        )
        assert.strictEqual(opener && commitmentBy({ ...statement, parts }, opener), commitment)
        for (const name of dropped) {
          assert.notInclude(text, salt)
          assert.notInclude(text, partKey(salt, name))
        }
        const disclosed = opener && disclose(statement, opener)
        for (const name of names) assert.strictEqual("text" in (disclosed?.[name] ?? {}), !dropped.includes(name))
      }),
    )
  })

  it("do not open another statement", () => {
    FastCheck.assert(
      FastCheck.property(statements, salts, FastCheck.constantFrom(...names), (statement, salt, altered) => {
        const text = dropPart(salt, statement, "trace") ?? ""
        const opener = readOpener(text)
        const parts = statement.parts.map((part) => (part.name === altered ? { ...part, text: `${part.text} ` } : part))
        const isSame =
          (opener && commitmentBy({ ...statement, parts }, opener)) === commitTo(statement, salt).commitment
        assert.strictEqual(isSame, altered === "trace")
      }),
    )
  })

  it.each(["", "-", "act=00", "act=zz,subject=00", "xh7DYDLe8SCGKnMPT9Tr8", `act-${"0".repeat(64)}`])(
    "refuse %o",
    (text) => {
      assert.isNull(readOpener(text))
    },
  )

  it("that cannot be read drop no part", () => {
    const statement: Statement = { kind: 1, parts: [{ name: "act", text: "1" }] }
    for (const text of ["", "-", "act=00"]) assert.isNull(dropPart(text, statement, "act"))
  })

  it("lack parts that they do not name", () => {
    const statement: Statement = { kind: 1, parts: [{ name: "act", text: "1" }] }
    const opener = readOpener(`subject=${"0".repeat(64)}`)
    assert.isNull(opener && commitmentBy(statement, opener))
    assert.isNull(opener && disclose(statement, opener))
    assert.isNull(dropPart(`subject=${"0".repeat(64)}`, statement, "act"))
  })
})
