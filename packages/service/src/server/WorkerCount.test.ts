import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import type { DatabaseKind } from "./DatabaseKind.js"
import { workerCount } from "./WorkerCount.js"

describe("how many processes serve", () => {
  it.each<[number | "auto", DatabaseKind, number | null]>([
    [1, "file", 1],
    [2, "file", null],
    [2, "memory", null],
    ["auto", "file", 1],
    ["auto", "memory", 1],
    ["auto", "custom", 1],
    ["auto", "server", 8],
    [3, "server", 3],
    [3, "custom", 3],
  ])("%s on %s is %s", (workers, kind, count) => {
    assert.strictEqual(Either.getOrNull(workerCount(workers, kind, 8)), count)
  })
})
