import { createConsent } from "@consent-service/browser"
import { consentPlugin } from "@consent-service/vue"
import { createSSRApp } from "vue"
import App from "./App.vue"

// On the server, and in the first render of the browser, nothing optional is allowed.
const consent = createConsent({ backendURL: "/consent" })

export const makeApp = () => createSSRApp(App).use(consentPlugin(consent))
