import { consent } from "./Consent.js"

const decision = await consent.consents.allows("user-42", "marketing")
if (decision.allowed) console.log("since", decision.record.givenAt)
else if (decision.reason === "unavailable") console.warn("not known:", decision.error.code)
else console.log("no:", decision.reason)
