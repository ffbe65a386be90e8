/**
 * Controls in the page's own markup: `data-cs-action`, and links to `#cs-preferences`.
 *
 * @module
 */
import { listen, page } from "./Globals.js"

/** The action of each control. */
const methods = {
  accept: "acceptAll",
  reject: "rejectAll",
  customize: "openDialog",
  dismiss: "dismissNotice",
  banner: "showBanner",
  close: "closeDialog",
} as const

/** The actions of controls. None of them rejects. */
export type MarkupActions = Readonly<Record<(typeof methods)[keyof typeof methods], () => unknown>>

const isControl = (name: string | null): name is keyof typeof methods => name !== null && Object.hasOwn(methods, name)

const preferences = 'a[href$="#cs-preferences"]'

/** Handles the page's controls, including later ones, until the returned function is called. */
export const serveMarkup = (actions: MarkupActions): (() => void) =>
  listen(page, "click", (event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const control = target.closest(`[data-cs-action],${preferences}`)
    if (control === null) return
    const name = control.getAttribute("data-cs-action")
    const isLink = control.matches(preferences)
    if (isLink) event.preventDefault()
    if (isControl(name)) actions[methods[name]]()
    else if (isLink) actions.openDialog()
  })
