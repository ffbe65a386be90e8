/**
 * Gates `<script type="text/plain" data-cs-category="…" data-cs-vendor="…">`: each is replaced by a real script
 * once it is granted, in document order.
 *
 * @module
 */
import { guarded } from "../env/Events.js"
import type { Access, Gate } from "../consent/Access.js"
import { fillScript, findGated, needsOf, watch } from "./Markup.js"

/** Gated tags, as far as the start of a selector matches them. */
const gated = (start: string): string => `${start}[data-cs-category],${start}[data-cs-vendor]`

/**
 * Watches the document for gated script tags; each runs at most once. Marks them by `data-cs-activated`.
 *
 * @param pageNonce - the nonce of the page's scripts, empty where they have none: a tag without it does not run
 */
export const makeScriptTagGate = (access: Access, pageNonce: string): Gate => {
  let loading = false

  const run = (tag: HTMLScriptElement): void => {
    const { attributes, dataset, nonce, ownerDocument, src, text } = tag
    const real = ownerDocument.createElement("script")
    const done = () => {
      loading = false
      look()
    }
    for (const { name, value } of attributes) if (name !== "src") real.setAttribute(name, value)
    // Browsers hide the nonce attribute, and run inserted scripts in any order unless `async` is false.
    const async = tag.hasAttribute("async")
    Object.assign(real, { async, nonce, type: dataset["type"] ?? "", onload: done, onerror: done })
    fillScript(real, src, text)
    loading = src !== "" && !async && !real.noModule
    tag.replaceWith(real)
  }

  const look = (): void => {
    for (const { element: tag, need } of findGated<HTMLScriptElement>(
      gated('script[type="text/plain" i]:not([data-cs-activated])'),
    )) {
      const { dataset, nextSibling, nonce, ownerDocument, src } = tag
      if (!need) dataset["csActivated"] = "invalid"
      else if (pageNonce && nonce !== pageNonce) dataset["csActivated"] = "untrusted"
      // A script that just ran may have removed later ones from the document.
      else if (!loading && tag.isConnected && access.verdictFor(need) === "granted") {
        // Its text may be incomplete.
        if (!src && !nextSibling && ownerDocument.readyState === "loading") return
        dataset["csActivated"] = "true"
        guarded(run, tag)
      }
    }
  }

  return {
    dispose: watch(look),
    update: look,
    needs: () => needsOf(gated("script")),
  }
}
