/**
 * Documentation images, made by the tests that show a surface anyway.
 *
 * @module
 */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"

const folder = fileURLToPath(new URL("../../../docs/images/", import.meta.url))

/** Keeps what the page looks like as `docs/images/<name>.png`; only with `CS_SCREENSHOTS=1`. */
export const screenshot = async (page: Page, name: string): Promise<void> => {
  if (process.env["CS_SCREENSHOTS"] !== "1") return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" })
}
