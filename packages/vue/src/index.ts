/**
 * Consent in Vue: a plugin, a composable, and components for what needs consent. A server renders them as for a visitor of whom
 * nothing is known, and so does the first render in the browser.
 *
 * @module
 */
import {
  type Condition,
  type Consent,
  type ConsentStore,
  makeConsentStore,
  type PageApi,
} from "@consent-service/browser"
import {
  defineComponent,
  getCurrentInstance,
  h,
  inject,
  type InjectionKey,
  onMounted,
  onScopeDispose,
  type Plugin,
  type PropType,
  ref,
  type ShallowRef,
  shallowRef,
} from "vue"

const key: InjectionKey<ConsentStore> = Symbol("consent")

let ofPage: ConsentStore | undefined

/**
 * Provides consent to an application. Pages with the script tag need none.
 *
 * @param consent - what `createConsent` returned; without it, the API of the script tag, which may load later
 *
 * @example
 * ```ts
 * import { createConsent } from "@consent-service/browser"
 * import { consentPlugin } from "@consent-service/vue"
 * import { createApp } from "vue"
 *
 * const consent = createConsent({ backendURL: "https://consent.shop.example" })
 * createApp({ template: "<p>Shop</p>" }).use(consentPlugin(consent))
 * ```
 */
export const consentPlugin = (consent?: PageApi): Plugin => ({
  install: (app) => void app.provide(key, makeConsentStore(consent)),
})

/**
 * Reads the current consent: the snapshot, `has`, `allows`, and the actions, in a ref that is replaced when something changes.
 *
 * @example
 * ```ts
 * import { useConsent } from "@consent-service/vue"
 * import { computed } from "vue"
 *
 * const consent = useConsent()
 * export const mayMeasure = computed(() => consent.value.has("measurement"))
 * ```
 */
export const useConsent = (): Readonly<ShallowRef<Consent>> => {
  const store = inject(key, undefined) ?? (ofPage ??= makeConsentStore())
  const consent = shallowRef(store.getServerSnapshot())
  let stop = () => {}
  const start = () => {
    const read = () => (consent.value = store.getSnapshot())
    stop = store.subscribe(read)
    read()
  }
  // Not before hydration, which compares with what the server rendered.
  if (getCurrentInstance()) onMounted(start)
  else start()
  onScopeDispose(() => stop())
  return consent
}

/** The properties of what needs consent, as `Need` describes them. */
const need = { category: [String, Object] as PropType<Condition>, vendor: String }

/**
 * Renders its default slot only while it is allowed, else its slot `fallback`.
 *
 * @example
 * ```ts
 * import { ConsentGate } from "@consent-service/vue"
 * import { h } from "vue"
 *
 * export const render = () => h(ConsentGate, { category: "experience" }, { default: () => "For you", fallback: () => "Allow it" })
 * ```
 */
export const ConsentGate = defineComponent({
  name: "ConsentGate",
  props: need,
  setup: (props, { slots }) => {
    const consent = useConsent()
    return () => (consent.value.allows(props) ? slots["default"]?.() : slots["fallback"]?.())
  },
})

/**
 * Renders an `iframe` that loads only while it is allowed. Until then the script shows its placeholder in the same place, with a
 * button that allows it. Other attributes belong to the `iframe`.
 *
 * @example
 * ```ts
 * import { ConsentFrame } from "@consent-service/vue"
 * import { h } from "vue"
 *
 * export const render = () =>
 *   h(ConsentFrame, { category: "functionality", src: "https://video.example/embed/7", title: "Product video" })
 * ```
 */
export const ConsentFrame = defineComponent({
  name: "ConsentFrame",
  inheritAttrs: false,
  props: {
    ...need,
    src: { type: String, required: true },
    /** What screen readers call the frame. */
    title: { type: String, required: true },
    /** The place that is kept for it, in pixels. */
    width: { type: Number, default: 560 },
    height: { type: Number, default: 315 },
  },
  setup: (props, { attrs }) => {
    // The script changes the frame and puts its placeholder next to it, which hydration must not meet.
    const isMounted = ref(false)
    onMounted(() => (isMounted.value = true))
    return () => {
      const { category, height, src, title, vendor, width } = props
      const named = typeof category === "object" ? JSON.stringify(category) : category
      const needs = { "data-src": src, "data-cs-category": named, "data-cs-vendor": vendor }
      const style = `position: relative; width: ${width}px; max-width: 100%; min-height: ${height}px`
      const frame = () =>
        h("iframe", { style: "display: block; border: 0", ...attrs, ...needs, title, width: "100%", height })
      return h("div", { key: JSON.stringify(needs), "data-cs-embed": "", style }, isMounted.value ? [frame()] : [])
    }
  },
})
