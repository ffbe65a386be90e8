import { consent } from "./Consent.js"

const linked = await consent.subjects.identify("sub_7Qx", { externalId: "user-42" })
if (linked.ok) console.log("linked", linked.data.subject.externalId)
else if (linked.error.code === "NOT_FOUND") console.log("nothing is on record of this browser yet")
else console.warn(linked.error.code, linked.error.requestId)
