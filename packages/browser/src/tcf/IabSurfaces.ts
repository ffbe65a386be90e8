/**
 * IAB banner and preference center: draws the visible surface, and redraws it only after a change of rule, language or
 * surface needs it.
 *
 * @module
 */
import { type Host, makeHost, whenBody } from "../surface/Host.js"
import { present } from "../surface/Modal.js"
import type { SurfaceName } from "../surface/View.js"
import type { IabTerms } from "./Decision.js"
import { drawIabBanner } from "./IabBanner.js"
import { drawIabDialog } from "./IabDialog.js"
import type { IabCommands } from "./IabPart.js"
import { iabStyles } from "./IabStyles.js"
import type { TcChoice } from "./Asked.js"
import { choiceOf, initialChoice, type OpenChoice } from "./TcChoice.js"

/** Draws. */
export interface IabSurfaces {
  /** @param choice - the current choice, or null before the first decision */
  readonly render: (surface: SurfaceName, terms: IabTerms | null, choice: TcChoice | null) => void
  readonly dispose: () => void
}

/** Makes the surfaces; nothing is added to the page before one is shown. */
export const makeIabSurfaces = (commands: IabCommands): IabSurfaces => {
  let host: Host | undefined
  let drawn: IabTerms | null = null
  let front: SurfaceName = "none"
  /** The draft of the open dialog; undefined while none is open. */
  let draft: OpenChoice | undefined
  let tab = 0
  /** The control from which the dialog was opened, by its test id. */
  let opener: string | null | undefined
  let remove = () => {}
  let stopWaiting = () => {}

  const openVendors = () => {
    tab = 1
    commands.openDialog()
  }

  const elementOf = (terms: IabTerms): HTMLElement | null => {
    const { asked, match } = terms
    const texts = match.texts.iab
    if (!texts || front === "none") return null
    if (!draft) return drawIabBanner(terms, texts, commands, openVendors)
    const { compare } = new Intl.Collator(match.language)
    const vendors = [...asked.vendors].sort((a, b) => compare(a.name, b.name))
    return drawIabDialog({ terms, texts, draft, vendors }, tab, commands)
  }

  const controlOf = ({ root }: Host, name: string | null | undefined) =>
    root.querySelector<HTMLElement>(`[data-testid="${name}"]`)

  const draw = (surface: SurfaceName, terms: IabTerms | null, choice: TcChoice | null) => {
    if (surface === front && terms === drawn) return
    const wasDialog = draft !== undefined
    front = surface
    drawn = terms
    draft =
      surface === "dialog" && terms ? choiceOf(draft ?? choice ?? initialChoice(terms.asked), terms.asked) : undefined
    const had = host?.focused()?.getAttribute("data-testid")
    if (!wasDialog) opener = had
    remove()
    remove = () => {}
    const element = terms && elementOf(terms)
    if (!draft) tab = 0
    if (terms && element) {
      host ??= makeHost(iabStyles, terms.match.ui, "cs-iab-root")
      host.look(terms.match)
      remove = present(host, element, draft ? commands.close : () => {})
    }
    if (!host || (!had && !wasDialog)) return
    const control = controlOf(host, had) ?? controlOf(host, opener)
    if (control) control.focus()
    else host.leave()
  }

  return {
    render: (surface, terms, choice) => {
      stopWaiting()
      stopWaiting = whenBody(() => draw(surface, terms, choice))
    },
    dispose: () => {
      stopWaiting()
      remove()
      host?.dispose()
    },
  }
}
