/**
 * Banner, preference dialog and trigger, of which at most one is shown. Redraws only when the view has changed.
 *
 * @module
 */
import { drawBanner } from "./Banner.js"
import type { OpenDraft } from "./Draft.js"
import { type Host, makeHost } from "./Host.js"
import { present } from "./Modal.js"
import type { Rest } from "./Rest.js"
import { type Corner, drawTrigger, ownControls, triggerCorner } from "./Trigger.js"
import type { View } from "./View.js"
import type { MakeSurfaces } from "./MakeSurfaces.js"

/** Makes banner, dialog and trigger; see the module. */
export const makeSurfaces: MakeSurfaces = (commands, access, expectDialog) => {
  let host: Host | undefined
  let drawn = ""
  /** The draft of the open dialog; undefined while none is open. */
  let draft: OpenDraft | undefined
  /** The control from which the dialog was opened, by its test id. */
  let opener: string | null | undefined
  let rows = ""
  let remove = () => {}

  const elementOf = (view: View, corner: Corner | null, rest: Rest | undefined): HTMLElement | false | null => {
    if (draft && rest) return rest.drawDialog(view, draft, commands, access)
    if (view.surface === "banner")
      return view.ui.banner !== false && drawBanner(view, commands, rest?.drawLanguages(view, commands.setLanguage))
    const label = view.texts.rights.preferences
    return corner && drawTrigger(label, corner, view.ui.trigger, commands.openDialog)
  }

  const controlOf = ({ root }: Host, name: string | null | undefined) =>
    root.querySelector<HTMLElement>(`[data-testid="${name}"]`)

  const draw = (view: View, rest: Rest | undefined) => {
    const { preferences, surface, ui } = view
    const corner =
      preferences && surface === "none" ? triggerCorner(ui.trigger, document.querySelector(ownControls) !== null) : null
    const key = JSON.stringify([view, corner, ui.languages && !rest])
    if (key === drawn) return
    drawn = key
    const wasDialog = draft !== undefined
    // After a decision elsewhere, the switches start from that again.
    const state = JSON.stringify([view.categories, view.vendors])
    draft = surface === "dialog" ? rest?.openDraft(view, state === rows ? draft : undefined) : undefined
    rows = state
    const element = elementOf(view, corner, rest)
    if (!host && !element) return
    if (!host) {
      host = makeHost(ui, "cs-root")
      for (const event of ["pointerover", "focusin"]) host.root.addEventListener(event, expectDialog)
    }
    if (rest) host.style(rest.restCss)
    host.look(view)
    const had = host.focused()?.getAttribute("data-testid")
    if (!wasDialog) opener = had
    remove()
    remove = element ? present(host, element, draft ? commands.close : () => {}) : () => {}
    if (!had && !wasDialog) return
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
