/** What the tests of a `describe` share, such as an instance on a database. */
import { afterAll, beforeAll, beforeEach } from "@effect/vitest"

/**
 * Starts it before the tests and stops it after them. A test that is attempted again gets a new one: it must not find
 * what its first attempt has left.
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
