import { isSubjectId } from "@consent-service/core/subject"
import { assert, describe, it } from "@effect/vitest"
import { newSubjectId } from "./NewSubjectId.js"

describe("a new subject's id", () => {
  const ids = Array.from({ length: 2_000 }, newSubjectId)

  it("is accepted by the service", () => {
    for (const id of ids) assert.isTrue(isSubjectId(id), id)
  })

  it("is unique, and uses all allowed characters", () => {
    assert.strictEqual(new Set(ids).size, ids.length)
    assert.strictEqual(new Set(ids.join("").replaceAll("sub_", "")).size, 58)
  })
})
