/**
 * Blocks requests by the page's own scripts: `fetch`, `XMLHttpRequest` and beacons to the addresses that rules name.
 *
 * @module
 */
import { later, page } from "../env/Globals.js"
import type { NetworkRule } from "../config/PageOptions.js"
import type { Access, Gate } from "../consent/Access.js"

/** Whether a rule matches a request, whose method is upper-case. */
export const matchesRule = ({ domain, methods, pathIncludes = "" }: NetworkRule, method: string, url: URL): boolean =>
  `.${url.hostname}`.endsWith(`.${domain.replace(/^[*.]+/, "").toLowerCase()}`) &&
  url.pathname.includes(pathIncludes) &&
  // A substring check is safe: no method name contains another.
  String(methods ?? method)
    .toUpperCase()
    .includes(method)

/**
 * Patches the page's `fetch`, `XMLHttpRequest` and `sendBeacon`. Requests wait until the policy is known; denied ones get 451 or fail.
 * A beacon counts as sent in any case: a caller that believes otherwise sends the same by an image, or once it is granted.
 *
 * @param own - the service's own address without a trailing slash, which is never gated; empty for none
 */
export const makeNetworkGate = (access: Access, rules: ReadonlyArray<NetworkRule>, own: string): Gate => {
  const waiting: Array<(disposed?: boolean) => void> = []
  let active = rules

  const pass = (method: string, url: URL, settle: (granted: boolean) => void): void => {
    const verdicts = active
      .filter((rule) => matchesRule(rule, method, url) && !url.href.startsWith(`${own}/`))
      .map(access.verdictFor)
    if (verdicts.includes("pending")) waiting.push((disposed) => (disposed ? settle(false) : pass(method, url, settle)))
    // Handlers are often attached after the request was made, and may send it again immediately.
    else if (verdicts.includes("denied")) later(() => settle(false))
    else settle(true)
  }

  if (rules.length > 0) {
    const { fetch, navigator, XMLHttpRequest } = window
    window.fetch = (input, init) =>
      new Promise((resolve, reject) => {
        const request = new Request(input, init)
        const { signal } = request
        signal.addEventListener("abort", () => reject(signal.reason))
        pass(request.method, new URL(request.url), (granted) =>
          resolve(granted ? fetch(request) : new Response(null, { status: 451 })),
        )
      })

    window.XMLHttpRequest = class extends XMLHttpRequest {
      /** The currently open request. */
      declare asked?: readonly [method: string, url: URL] | undefined

      override open(method: string, address: string | URL, async = true, ...login: ReadonlyArray<string | null>) {
        super.open(method, address, async, ...login)
        this.asked = [method.toUpperCase(), new URL(address, page?.baseURI)]
      }

      override send(body?: Document | XMLHttpRequestBodyInit | null) {
        const { asked } = this
        if (!asked) return
        pass(...asked, (granted) => {
          if (asked !== this.asked) return
          if (granted) super.send(body)
          else for (const type of ["error", "loadend"]) this.dispatchEvent(new ProgressEvent(type))
        })
      }

      override abort() {
        this.asked = undefined
        super.abort()
      }
    }

    const { sendBeacon } = navigator
    // A browser may have none, and pages look.
    if (sendBeacon)
      navigator.sendBeacon = (address, data) => {
        let sent = true
        pass("POST", new URL(address, page?.baseURI), (granted) => {
          if (granted) sent = sendBeacon.call(navigator, address, data)
        })
        return sent
      }
  }

  const update = (): void => {
    for (const retry of waiting.splice(0)) later(() => retry())
  }
  return {
    update,
    needs: () => rules,
    dispose: () => {
      active = []
      for (const retry of waiting.splice(0)) retry(true)
    },
  }
}
