/** Shared resources of a `describe`, such as an instance on a database. */
import { afterAll, beforeAll, beforeEach } from "@effect/vitest"

/**
 * Starts it before the tests and stops it after them. A test that is attempted again gets a new one: it must not find
 * left by its first attempt.
 */
export const sharedByTests = (start: () => Promise<void>, stop: () => Promise<void>): void => {
  beforeAll(start)
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) === 0) return
    await stop()
    await start()
  })
  afterAll(stop)
}
