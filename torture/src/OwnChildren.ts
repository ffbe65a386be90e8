import { onTestFinished } from "vitest"
import { type Children, makeChildren } from "./Children.js"

/** The processes of the running test, which are killed when it ends. */
export const ownChildren = (): Children => {
  const children = makeChildren()
  onTestFinished(() => children.end())
  return children
}
