/**
 * Reports what a page configures wrongly about looks. The page works on, with the default in its place.
 *
 * @module
 */
import type { UiOptions } from "../config/PageOptions.js"
import { warn } from "../env/Globals.js"

const corners = "bottom-left bottom-right"

/** Each option with the values it may have. */
const known = ({
  banner,
  colorScheme,
  dialog,
  trigger,
}: UiOptions): ReadonlyArray<readonly [string, unknown, string]> => [
  ["colorScheme", colorScheme, "system light dark"],
  ["banner.position", banner && banner.position, `bottom top center ${corners} top-left top-right`],
  ["banner.layout", banner && banner.layout, "box bar"],
  ["dialog.layout", dialog?.layout, "box drawer"],
  typeof trigger === "object"
    ? ["trigger.position", trigger.position, corners]
    : ["trigger", trigger, `auto true false ${corners}`],
]

/** One line on the console for each option that has no effect, with the values that have one. */
export const checkUi = (ui: UiOptions): void => {
  for (const [name, value, values] of known(ui)) {
    if (value === undefined || value === false || values.split(" ").includes(String(value))) continue
    warn(`ui.${name} is ${JSON.stringify(value)}, so the default applies. Use one of: ${values.replaceAll(" ", ", ")}`)
  }
  for (const [name, value] of Object.entries(ui.theme ?? {})) {
    if (typeof value !== "string") warn(`ui.theme.${name} is no string, so it is ignored. Write it as in CSS: "12px"`)
  }
}
