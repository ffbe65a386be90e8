import { consent } from "./Consent.js"

// Somebody waits for the page: one try, a second at most.
const state = await consent.subjects.get("sub_7Qx", {}, { timeoutMs: 1_000, retry: false })
console.log(state.ok ? state.data.consents.length : state.error.code)
