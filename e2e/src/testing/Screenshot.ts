/**
 * Documentation images, made by the tests that show a surface anyway.
 *
 * @module
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"

const folder = fileURLToPath(new URL("../../../docs/images/", import.meta.url))

/**
 * Takes the image `docs/images/<name>.png` anew, if there is one: with `CS_SCREENSHOTS=1`, as `npm run pictures` sets it.
 * `CS_SCREENSHOTS=all` adds those that are not kept, to choose from.
 */
export const screenshot = async (page: Page, name: string): Promise<void> => {
  const wanted = process.env["CS_SCREENSHOTS"]
  const path = join(folder, `${name}.png`)
  if (wanted !== "all" && !(wanted === "1" && existsSync(path))) return
  await page.screenshot({ path, animations: "disabled" })
}
