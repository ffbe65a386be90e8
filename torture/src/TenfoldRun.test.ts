import { assert, describe, it } from "@effect/vitest"
import { judgeTenfold, type TenfoldReport } from "./TenfoldRun.js"

const sound: TenfoldReport = {
  capacity: 40,
  sent: 24_000,
  accepted: 2_400,
  refused: 21_600,
  unavailable: 0,
  unexpected: [],
  initFailures: [],
  servesAgainMs: 300,
  stoodStillMs: 20,
  calmMb: 130,
  peakMb: 150,
  findings: [],
  log: [],
}

const judge = (report: TenfoldReport): string => judgeTenfold(report, 10, 400).join("\n")

describe("judging ten times what a server takes", () => {
  it("finds nothing in a server that refuses what does not fit", () => assert.strictEqual(judge(sound), ""))

  it.each([
    ["a server that takes nothing", { accepted: 0 }, "nothing was accepted"],
    ["a server that admits everything", { accepted: 24_000, refused: 0 }, "0 of 24000 saves were refused"],
    ["a refusal without Retry-After", { unexpected: ["503 {}"] }, "503 {}"],
    ["reads that fail", { initFailures: ["timed out"] }, "GET /init: timed out"],
    ["memory that grows", { peakMb: 401 }, "took 401 MB"],
    ["a server that stays overloaded", { servesAgainMs: 10_000 }, "only 10000 ms after the load"],
    ["a lost save", { findings: [{ kind: "lost", what: "sub_1" }] }, "lost"],
    ["a record without an entry", { log: ["record cns_1 has no entry"] }, "cns_1 has no entry"],
  ] as const)("finds %s", (_, planted, problem) => assert.include(judge({ ...sound, ...planted }), problem))
})
