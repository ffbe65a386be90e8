/**
 * Mounts surfaces, as native modal dialogs where they block: the focus stays inside, Escape requests closing, the page
 * behind neither scrolls nor moves. Others are popovers: above everything of the page, as dialogs are.
 *
 * @module
 */
import { listen } from "../env/Globals.js"
import type { Host } from "./Host.js"

/** Opens a popover, and again above those that the page opens later. @returns a function that stops that */
const keepAbove = (element: HTMLElement): (() => void) => {
  const raise = ({ target }: Event) => {
    if (target === element || !(target instanceof HTMLElement) || !target.matches(":popover-open")) return
    element.hidePopover()
    element.showPopover()
  }
  element.showPopover()
  return listen(document, "toggle", raise, true)
}

/**
 * Mounts a surface, opened when it is a dialog. The focus goes to the first control of a dialog; a click
 * outside of it does nothing.
 *
 * @param cancel - what Escape does; the dialog itself stays open until the returned function is called
 * @returns removes it, and restores the focus to the earlier element if that is still visible
 */
export const present = (host: Host, element: HTMLElement, cancel: () => void): (() => void) => {
  const { clientWidth, style } = document.documentElement
  const { overflow, scrollbarGutter } = style
  const name = element.getAttribute("data-testid")
  // A surface that is drawn again does not come in again.
  if (host.shown !== name) element.classList.add("cs-in")
  host.shown = name
  host.root.append(element)
  if (!(element instanceof HTMLDialogElement)) {
    const stop = element.popover ? keepAbove(element) : () => {}
    return () => {
      stop()
      element.remove()
    }
  }
  const refuse = (event: Event): void => {
    event.preventDefault()
    if (!element.isConnected) return
    // Browsers do not fire it a second time before closing.
    if (!element.open) element.showModal()
    cancel()
  }
  // For repeated key presses, browsers fire it only for the first.
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") refuse(event)
  })
  element.addEventListener("cancel", refuse)
  element.addEventListener("close", refuse)
  if (window.innerWidth > clientWidth) style.scrollbarGutter = "stable"
  style.overflow = "hidden"
  element.showModal()
  return () => {
    Object.assign(style, { overflow, scrollbarGutter })
    element.close()
    element.remove()
  }
}
