// The record as the service stores it, read by the route that any page can use for its own visitor.
import { showFacts } from "./facts.js"
import { isLogged, log } from "./log.js"
import { purposes } from "./policy.js"
import { showReceipt } from "./receipt.js"

const element = (id) => document.getElementById(id)

const granted = ({ preferences }) => purposes.filter((purpose) => preferences?.[purpose])

const inWords = (consent) =>
  granted(consent).length === 0 ? "everything optional refused" : `granted ${granted(consent).join(", ")}`

/** Shows what is stored for the visitor of this browser, if there is anything. */
export const showRecord = async () => {
  const { subjectId } = window.cs.getSnapshot()
  if (subjectId === null) return
  const response = await fetch(`/subjects/${subjectId}`, { cache: "no-store" })
  if (!response.ok) return
  const record = await response.json()
  const [latest] = record.consents
  if (latest === undefined) return
  const line = `Record ${latest.id}: ${inWords(latest)}`
  if (!isLogged(line)) log("stored", line)
  element("summary").textContent = `Latest of ${record.consents.length}: ${inWords(latest)}.`
  showFacts(element("record"), {
    Subject: subjectId,
    Record: latest.id,
    Given: new Date(latest.givenAt).toLocaleString("en-GB", { timeZoneName: "short" }),
    Jurisdiction: latest.jurisdiction ?? "none",
  })
  element("json").textContent = JSON.stringify(record, null, 2)
  element("stored").hidden = false
  await showReceipt(subjectId, latest.id)
}
