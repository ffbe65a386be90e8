import { consent } from "./Consent.js"

const { allowed } = await consent.consents.allows("user-42", "marketing")
if (allowed) console.log("user-42 gets the letter")
