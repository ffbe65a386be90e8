/**
 * IAB banner and preference center: draws the visible surface, and redraws it only after a change of rule, language or
 * surface needs it.
 *
 * @module
 */
import { type Host, makeHost } from "../surface/Host.js"
import { present } from "../surface/Modal.js"
import type { SurfaceName } from "../surface/View.js"
import { drawIabBanner } from "./IabBanner.js"
import type { MakeIabSurfaces } from "./IabPart.js"
import type { IabTerms } from "./IabTerms.js"
import type { IabRest } from "./IabRest.js"
import { iabStyles } from "./IabStyles.js"
import type { TcChoice } from "./Asked.js"
import type { OpenChoice } from "./TcChoice.js"

/** Makes the surfaces; nothing is added to the page before one is shown. */
export const makeIabSurfaces: MakeIabSurfaces = (commands) => {
  let host: Host | undefined
  let drawn: IabTerms | null = null
  /** The code that drew a language switch. */
  let switched: IabRest | undefined
  let front: SurfaceName = "none"
  /** The draft of the open dialog; undefined while none is open. */
  let draft: OpenChoice | undefined
  let tab = 0
  /** The control from which the dialog was opened, by its test id. */
  let opener: string | null | undefined
  let remove = () => {}

  const openVendors = () => {
    tab = 1
    commands.openDialog()
  }

  const elementOf = (terms: IabTerms, rest: IabRest | undefined): HTMLElement | null | undefined => {
    const texts = terms.match.texts.iab
    if (!texts || front === "none") return null
    return draft
      ? rest?.drawCenter(terms, draft, tab, commands)
      : drawIabBanner(terms, texts, commands, openVendors, rest?.switchLanguages(terms, commands))
  }

  const controlOf = ({ root }: Host, name: string | null | undefined) =>
    root.querySelector<HTMLElement>(`[data-testid="${name}"]`)

  const draw = (surface: SurfaceName, terms: IabTerms | null, choice: TcChoice | null, rest: IabRest | undefined) => {
    const switches = terms?.match.ui.languages && rest
    if (surface === front && terms === drawn && switches === switched) return
    switched = switches
    const wasDialog = draft !== undefined
    front = surface
    drawn = terms
    draft = surface === "dialog" && terms ? rest?.openChoice(terms, draft ?? choice) : undefined
    const had = host?.focused()?.getAttribute("data-testid")
    if (!wasDialog) opener = had
    remove()
    remove = () => {}
    const element = terms && elementOf(terms, rest)
    if (!draft) tab = 0
    if (terms && element) {
      host ??= makeHost(terms.match.ui, "cs-iab-root")
      host.style(iabStyles)
      if (rest) host.style(rest.iabRestCss)
      host.look(terms.match)
      remove = present(host, element, draft ? commands.close : () => {})
    }
    if (!host || (!had && !wasDialog)) return
    const control = controlOf(host, had) ?? controlOf(host, opener)
    if (control) control.focus()
    else host.leave()
  }

  return {
    render: draw,
    dispose: () => {
      remove()
      host?.dispose()
    },
  }
}
