// The receipt of a record: fetched by the route that any visitor can use, and verified on this page.
import { verifyReceipt } from "./evidence.js"
import { showFacts } from "./facts.js"
import { log } from "./log.js"

const element = (id) => document.getElementById(id)

/** A record is in the log about a second after it was saved. */
const attempts = 20

const fetchReceipt = async (path) => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const response = await fetch(path, { cache: "no-store" })
    if (response.status !== 202) return response.ok ? response.text() : null
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return null
}

/** The keys as this page has them. Others take them from the site's owner, not from the answer that they check. */
const fetchKeys = async () => {
  const response = await fetch("/log/keys")
  return response.ok ? (await response.json()).keys.map(({ key }) => key) : []
}

let shown = ""

/** Shows the receipt of a record, once it has one, and the result of verifying it. */
export const showReceipt = async (subjectId, consentId) => {
  if (shown === consentId) return
  shown = consentId
  const text = await fetchReceipt(`/subjects/${subjectId}/receipts/${consentId}`)
  if (text === null || shown !== consentId) return
  const check = await verifyReceipt(text, { keys: await fetchKeys() })
  log(check.verified ? "stored" : "failed", `Receipt of ${consentId}: ${check.verified ? "verified" : check.message}`)
  showFacts(element("receipt"), {
    Receipt: check.verified ? "verified on this page" : check.message,
    ...(check.verified && {
      Log: check.origin,
      Entry: `${check.index + 1} of ${check.size}`,
      Logged: check.loggedAt.toLocaleString("en-GB", { timeZoneName: "short" }),
    }),
  })
  element("receipt-json").textContent = JSON.stringify(JSON.parse(text), null, 2)
  element("receipt-shown").hidden = false
}
