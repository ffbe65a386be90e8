// @ts-check
// With CONSENT_TEST_SECOND_ATTEMPT=1: every test fails at the end of its first attempt, so that only the second one counts.
import { afterEach } from "vitest"

afterEach(({ task }) => {
  if (task.retry !== undefined && task.retry > 0 && task.result?.retryCount === 0 && task.result.state !== "fail") {
    throw new Error("the first attempt fails: CONSENT_TEST_SECOND_ATTEMPT=1")
  }
})
