/**
 * Controls in the page's own markup: `data-cs-action`, and links to `#cs-preferences`.
 *
 * @module
 */
import { listen, page } from "./Globals.js"

/** The actions of a control. */
export interface MarkupActions {
  readonly accept: () => void
  readonly reject: () => void
  readonly customize: () => void
  readonly dismiss: () => void
  readonly banner: () => void
  readonly close: () => void
}

const isAction = (name: string | null, actions: MarkupActions): name is keyof MarkupActions =>
  name !== null && Object.hasOwn(actions, name)

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
    if (isAction(name, actions)) actions[name]()
    else if (isLink) actions.customize()
  })
