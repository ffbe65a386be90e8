/**
 * Controls of the IAB preference center: rows with a switch and an object button, expandable texts.
 *
 * @module
 */
import { type Child, h } from "../surface/Element.js"
import { button } from "../surface/Parts.js"
import { makeSwitch } from "../surface/Switch.js"
import type { Vendor } from "./Asked.js"
import type { IabTerms } from "./IabTerms.js"
import type { OpenChoice } from "./TcChoice.js"

/** The texts of the IAB surfaces. */
export type IabTexts = NonNullable<IabTerms["match"]["texts"]["iab"]>

/** The inputs of the preference center. */
export interface IabPage {
  readonly terms: IabTerms
  /** By name. */
  readonly vendors: ReadonlyArray<Vendor>
  readonly texts: IabTexts
  readonly draft: OpenChoice
}

/** The subject of a row; the test id of its controls is `iab-<kind>-<switch or object>-<id>`. */
export interface Subject<Id> {
  readonly id: Id
  readonly name: string
  readonly kind: string
}

const turn = <Id>(ids: Set<Id>, id: Id, on: boolean): void => {
  ids[on ? "add" : "delete"](id)
}

/** A button that objects, and withdraws the objection. */
const objectButton = <Id>(unopposed: Set<Id>, { id, kind, name }: Subject<Id>, { preferenceCenter }: IabTexts) => {
  const { objectButton: object, objected } = preferenceCenter.purposeItem
  const show = () => {
    const isOpposed = !unopposed.has(id)
    const text = isOpposed ? objected : object
    element.ariaPressed = String(isOpposed)
    element.ariaLabel = `${text}: ${name}`
    element.textContent = text
  }
  const element = button("", "line", `iab-${kind}-object-${id}`, () => {
    turn(unopposed, id, !unopposed.has(id))
    show()
  })
  show()
  return element
}

/**
 * A row with something to decide, or with information only.
 *
 * @param text - made when it is expanded, because there are a thousand of them
 * @param granted - where consent is requested for it
 * @param unopposed - where a legitimate interest is claimed for it
 */
export const row = <Id>(
  texts: IabTexts,
  subject: Subject<Id>,
  text: () => ReadonlyArray<Child>,
  granted?: Set<Id> | false,
  unopposed?: Set<Id> | false,
): HTMLElement => {
  const { id, kind, name } = subject
  const toggle = () => {
    if (!details.children[1]) details.append(h("div", {}, ...text()))
  }
  const details = h("details", { toggle }, h("summary", {}, name))
  return h(
    "div",
    { class: "cs-row cs-item" },
    details,
    unopposed && objectButton(unopposed, subject, texts),
    granted &&
      makeSwitch({
        on: granted.has(id),
        label: name,
        testId: `iab-${kind}-switch-${id}`,
        change: (on) => turn(granted, id, on),
      }),
  )
}

/** A title with content; nothing without content. */
export const titled = (title: string, items: ReadonlyArray<string>): Child =>
  items.length > 0 && h("p", {}, h("b", {}, title), `: ${items.join(" · ")}`)

/** A section of a tab with its heading; nothing without rows. */
export const section = (title: string, notice: string, rows: ReadonlyArray<Child>): Child =>
  rows.length > 0 && h("section", {}, title && h("h3", {}, title), notice && h("p", {}, notice), ...rows)
