// @ts-check
// Runs before each test file of the project `light`, whose files share threads: restores what an earlier file changed.
import { effect, flakyTest, it, layer, live, prop, scoped, scopedLive } from "@effect/vitest"
import { afterAll, vi } from "vitest"

// `layer` of @effect/vitest 0.30 replaces `effect` and `scoped` of the one `it` that all files use, and leaves them replaced.
Object.assign(it, { effect, flakyTest, layer, live, prop, scoped, scopedLive })

afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})
