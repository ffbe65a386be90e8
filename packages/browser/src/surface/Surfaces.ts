/**
 * Banner, preference dialog and trigger, of which at most one is shown. Redraws only when the view has changed.
 *
 * @module
 */
import { drawBanner } from "./Banner.js"
import { drawDialog } from "./Dialog.js"
import { draftOf, type OpenDraft } from "./Draft.js"
import { type Host, makeHost, whenBody } from "./Host.js"
import { present } from "./Modal.js"
import { signButton } from "./Parts.js"
import { styles } from "./Styles.js"
import { type Corner, ownControls, triggerCorner } from "./Trigger.js"
import type { MakeSurfaces, View } from "./View.js"

/** Makes banner, dialog and trigger; see the module. */
export const makeSurfaces: MakeSurfaces = (commands, access) => {
  let host: Host | undefined
  let drawn = ""
  /** The draft of the open dialog; undefined while none is open. */
  let draft: OpenDraft | undefined
  /** The control from which the dialog was opened, by its test id. */
  let opener: string | null | undefined
  let rows = ""
  let remove = () => {}
  let stopWaiting = () => {}

  const elementOf = (view: View, corner: Corner | null): HTMLElement | false | null => {
    if (draft) return drawDialog(view, draft, commands, access)
    if (view.surface === "banner") return view.ui.banner !== false && drawBanner(view, commands)
    const label = view.texts.rights.preferences
    return corner && signButton(label, "⚙\uFE0E", `cs-trigger cs-${corner}`, "consent-trigger", commands.openDialog)
  }

  const controlOf = ({ root }: Host, name: string | null | undefined) =>
    root.querySelector<HTMLElement>(`[data-testid="${name}"]`)

  const draw = (view: View) => {
    const { preferences, surface, ui } = view
    const corner =
      preferences && surface === "none" ? triggerCorner(ui.trigger, document.querySelector(ownControls) !== null) : null
    const key = JSON.stringify([view, corner])
    if (key === drawn) return
    drawn = key
    const wasDialog = draft !== undefined
    // After a decision elsewhere, the switches start from that again.
    const state = JSON.stringify([view.categories, view.vendors])
    draft = surface === "dialog" ? draftOf(view, state === rows ? draft : undefined) : undefined
    rows = state
    const element = elementOf(view, corner)
    if (!host && !element) return
    host ??= makeHost(styles, ui)
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
    render: (view) => {
      stopWaiting()
      stopWaiting = whenBody(() => draw(view))
    },
    dispose: () => {
      stopWaiting()
      remove()
      host?.dispose()
    },
  }
}
