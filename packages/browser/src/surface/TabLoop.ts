/**
 * Keeps Tab inside modals.
 *
 * @module
 */

/** On the last control of a modal, makes Tab lead to the first: in a shadow root, Firefox finds no way there. */
export const loopTab = (event: KeyboardEvent): void => {
  const [control] = event.composedPath()
  if (event.key !== "Tab" || event.shiftKey || !(control instanceof Element)) return
  const stops = [...(control.closest(".cs dialog")?.querySelectorAll<HTMLElement>("a[href],button,select") ?? [])]
  if (stops.pop() !== control) return
  event.preventDefault()
  stops[0]?.focus()
}
