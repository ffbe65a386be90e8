/**
 * A switch: a button that is on or off.
 *
 * @module
 */
import { h } from "./Element.js"

/** The settings of a switch. */
export interface SwitchSettings {
  readonly on: boolean
  /** Its accessible name. */
  readonly label: string
  readonly testId: string
  /** It cannot be changed. */
  readonly disabled?: boolean
  /** What it says instead of showing a state that cannot be changed. */
  readonly always?: string | false
  /** The id of the element with its description. */
  readonly describedBy?: string
  readonly change: (on: boolean) => void
}

/** Shows a switch as on or off, and as enabled or disabled. */
export const setSwitch = (button: HTMLButtonElement, on: boolean, disabled = false): void => {
  button.setAttribute("aria-checked", String(on))
  button.disabled = disabled
}

/** Makes a switch. It toggles when pressed, then calls `change`. */
export const makeSwitch = (settings: SwitchSettings): HTMLButtonElement => {
  const { always } = settings
  const button = h(
    "button",
    {
      type: "button",
      role: "switch",
      class: always ? "cs-always" : "cs-switch",
      "data-testid": settings.testId,
      "aria-label": settings.label,
      "aria-describedby": settings.describedBy,
      click: () => {
        const on = button.getAttribute("aria-checked") !== "true"
        setSwitch(button, on)
        settings.change(on)
      },
    },
    always,
  )
  setSwitch(button, settings.on, settings.disabled)
  return button
}
