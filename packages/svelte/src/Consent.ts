/**
 * The context of consent, and its reader.
 *
 * @module
 */
import { type Consent, type ConsentStore, makeConsentStore, type PageApi } from "@consent-service/browser"
import { getContext, onMount, setContext } from "svelte"
import { createSubscriber } from "svelte/reactivity"

const key = Symbol("consent")

let ofPage: ConsentStore | undefined

/**
 * Provides consent to the components below: call it while the root layout is initialized. Pages with the script tag need none.
 *
 * @param consent - what `createConsent` returned; without it, the API of the script tag, which may load later
 *
 * @example
 * ```ts
 * import { createConsent } from "@consent-service/browser"
 * import { provideConsent } from "@consent-service/svelte"
 *
 * export const setup = () => provideConsent(createConsent({ backendURL: "https://consent.shop.example" }))
 * ```
 */
export const provideConsent = (consent?: PageApi): void => void setContext(key, makeConsentStore(consent))

/** Consent as it is now; reading it in a template or an effect follows it. */
export interface CurrentConsent {
  readonly current: Consent
}

/**
 * Reads consent: call it while a component is initialized. `current` has the snapshot, `has`, `allows`, and the actions.
 *
 * @example
 * ```ts
 * import { useConsent } from "@consent-service/svelte"
 *
 * export const setup = () => {
 *   const consent = useConsent()
 *   return { track: () => consent.current.has("measurement") }
 * }
 * ```
 */
export const useConsent = (): CurrentConsent => {
  const store = getContext<ConsentStore | undefined>(key) ?? (ofPage ??= makeConsentStore())
  let isMounted = false
  let notify = () => {}
  const follow = createSubscriber((update) => {
    notify = update
    return store.subscribe(update)
  })
  // Not before hydration, which compares with what the server rendered.
  onMount(() => {
    isMounted = true
    notify()
  })
  return {
    get current() {
      follow()
      return isMounted ? store.getSnapshot() : store.getServerSnapshot()
    },
  }
}
