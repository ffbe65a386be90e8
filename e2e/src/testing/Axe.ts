/**
 * Accessibility by axe-core, shadow roots included.
 *
 * @module
 */
import axe from "axe-core"
import type { Page } from "playwright-core"

/** The violations of a page in its current state: each rule with the elements that break it. */
export const accessibilityProblems = async (page: Page): Promise<ReadonlyArray<string>> => {
  // Evaluated by the debugger, which no security policy of the page stops.
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const checker: typeof axe = Reflect.get(window, "axe")
    const found = await checker.run(document, { iframes: false, resultTypes: ["violations"] })
    return found.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ failureSummary, target }) => `${String(target)} ${failureSummary}`).join("; ")}`,
    )
  })
}
