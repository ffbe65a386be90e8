import { onTestFinished } from "vitest"
import { type Children, makeChildren } from "./Children.js"

/** The processes of the test that runs: when it is over, however it went, they are. */
export const ownChildren = (): Children => {
  const children = makeChildren()
  onTestFinished(() => children.end())
  return children
}
