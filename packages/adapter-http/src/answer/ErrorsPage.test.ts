import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { problemTable } from "./Problem.js"

interface Row {
  readonly status: number
  readonly code: string
  readonly reason?: string
}

/** One line of the page's table, and one row of the table in code, in the same form. */
const line = (status: string, code: string, reason: string): string => [status, code, reason].join(" ").trim()

const written = readFileSync(new URL("../../../../docs/reference/errors.md", import.meta.url), "utf8")
  .split("\n")
  .filter((text) => /^\| *\d{3} /.test(text))
  .map((text) => text.split("|").map((cell) => cell.replaceAll("`", "").trim()))
  .map(([, status = "", code = "", reason = ""]) => line(status, code, reason))

const rows: ReadonlyArray<Row> = Object.values(problemTable)

describe("docs/reference/errors.md", () => {
  it("lists exactly the statuses, codes and reasons that the service answers with", () => {
    const answered = new Set(rows.map(({ code, reason = "", status }) => line(String(status), code, reason)))
    assert.sameMembers(written, Array.from(answered))
  })
})
