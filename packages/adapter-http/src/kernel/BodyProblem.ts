/** What is answered to a request whose body could not be read. */
import type { Problem } from "../answer/Problem.js"
import type { BodyRead } from "../request/JsonBody.js"

/** @param limit - of the body, in bytes */
export const bodyProblem = (read: Extract<BodyRead, string>, limit: number): Problem => {
  switch (read) {
    case "incomplete":
      return { _tag: "BodyIncomplete" }
    case "late":
      return { _tag: "RequestTimedOut" }
    case "too-large":
      return { _tag: "BodyTooLarge", limit }
  }
}
