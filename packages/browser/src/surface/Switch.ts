/**
 * A switch: a button that is on or off.
 *
 * @module
 */
import { h } from "./Element.js"

/** A switch to be made. */
export interface SwitchSetting {
  readonly on: boolean
  /** Its accessible name. */
  readonly label: string
  readonly testId: string
  /** It cannot be turned. */
  readonly disabled?: boolean
  /** The id of the element with its description. */
  readonly describedBy?: string
  readonly change: (on: boolean) => void
}

/** Shows a switch as on or off, and as one that can be turned or not. */
export const setSwitch = (button: HTMLButtonElement, on: boolean, disabled = false): void => {
  button.setAttribute("aria-checked", String(on))
  button.disabled = disabled
}

/** Makes a switch. It turns itself when pressed, then calls `change`. */
export const makeSwitch = (setting: SwitchSetting): HTMLButtonElement => {
  const button = h("button", {
    role: "switch",
    class: "cs-switch",
    "data-testid": setting.testId,
    "aria-label": setting.label,
    "aria-describedby": setting.describedBy,
    click: () => {
      const on = button.getAttribute("aria-checked") !== "true"
      setSwitch(button, on)
      setting.change(on)
    },
  })
  setSwitch(button, setting.on, setting.disabled)
  return button
}
