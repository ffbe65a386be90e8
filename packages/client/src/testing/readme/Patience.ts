import { consent } from "./Consent.js"

// A page is waiting: one attempt, at most one second.
const state = await consent.subjects.get("sub_7Qx", {}, { timeoutMs: 1_000, retry: false })
console.log(state.ok ? state.data.consents.length : state.error.code)
