/**
 * The CMP API as tags call it: the function `window.__tcfapi`.
 *
 * @module
 */

/** A tag's callback; most commands pass success as the second argument. */
export type TcfCallback = (value: unknown, success?: boolean) => void

/** `window.__tcfapi`: command, version, callback, parameter, all of them untrusted. */
export type Tcfapi = (...call: ReadonlyArray<unknown>) => unknown

declare global {
  interface Window {
    __tcfapi?: Tcfapi
  }
}

/** The members of a window that the CMP API uses. */
export interface TcfPlace {
  __tcfapi?: Tcfapi
}

/** The event that TC data is reported for. */
export type EventStatus = "tcloaded" | "cmpuishown" | "useractioncomplete"

/** Whether a surface is visible; `disabled` where none ever will be. */
export type DisplayStatus = "visible" | "hidden" | "disabled"

/** The version of the API itself, as `ping` returns it. */
export const apiVersion = "2"

export const isCallback = (value: unknown): value is TcfCallback => typeof value === "function"
