/**
 * Creates elements with attributes, listeners and text, never from markup. Everything here works under the strictest
 * content security policy.
 *
 * @module
 */

/** A listener, or an attribute; falsy values are ignored. */
export type Prop = string | boolean | undefined | ((event: Event) => void)

/** Attributes and listeners by name: `{ class: "cs-item", "data-testid": "x", "aria-checked": "true", click: run }`. */
export type Props = Readonly<Record<string, Prop>>

/** A child of an element; falsy values are ignored. */
export type Child = Node | string | false | null | undefined

/** Makes an element; strings among the children become text, and its classes are its parts for a page's `::part()`. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: ReadonlyArray<Child>
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name, value)
    else if (value) {
      element.setAttribute(name, String(value))
      if (name === "class") element.setAttribute("part", String(value))
    }
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)))
  return element
}

/** Replaces `{name}` in a text with a value. */
export const fill = (text: string, name: string, value: string | number): string =>
  text.split(`{${name}}`).join(String(value))
