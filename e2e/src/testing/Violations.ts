/**
 * Violations of a page's own security policy, as the browser reports them to the page.
 *
 * @module
 */
import type { Page } from "playwright-core"

/**
 * A script that keeps every violation in `window.violations`. It comes before everything else.
 *
 * @param nonce - of the page's policy
 */
export const countingViolations = (nonce: string): string => `<script nonce="${nonce}">
window.violations = []
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
  window.violations.push([effectiveDirective, blockedURI, sample].join(" ")))
</script>`

/** The violations so far, those included that the browser is about to tell. */
export const violationsOn = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(async () => {
    await new Promise<void>((told) => requestAnimationFrame(() => setTimeout(told, 0)))
    const kept: unknown = Reflect.get(window, "violations")
    return Array.isArray(kept) ? kept.map(String) : ["not recorded"]
  })
