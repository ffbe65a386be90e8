import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"

const textOf = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

/** The names in the first column of the page's table of events, each with its levels. */
const written = Array.from(
  textOf("../../../../docs/operate/monitoring.md").matchAll(/^\| `([a-z-]+)` +\| (by status|[a-z, ]+?) +\|/gm),
  ([, event]) => event,
)

/** Every event that the code names. */
const named = Array.from(textOf("./LogEvent.ts").matchAll(/(?:event: |named\()"([a-z-]+)"/g), ([, event]) => event)

/** Events that the service writes without an observation: about its own log and runtime. */
const ofTheService = ["log-drain-failed", "node-unsupported", "effect-duplicated"]

describe("docs/operate/monitoring.md", () => {
  it("lists every event of the log", () => {
    assert.isAbove(named.length, 10)
    assert.includeMembers(written, named)
  })

  it("lists only events of the log", () => {
    assert.sameMembers(written, [...new Set(named), ...ofTheService])
  })
})
