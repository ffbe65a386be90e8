// Shows what the tag of this page knows, and what the service keeps. The banner is the tag's own: nothing here asks anybody anything.
const element = (id) => document.getElementById(id)

const optional = ["functionality", "experience", "measurement", "marketing"]

const policyText = ({ language, policy, reason, status }) =>
  policy === null
    ? `No rule applies (${status}${reason === null ? "" : `, ${reason}`}).`
    : `Rule “${policy.id}”: ${policy.model}, prompt ${policy.prompt}; texts in ${language}.`

const permissionItem = ({ choice, permissions }, category) => {
  const decided = choice[category] === undefined ? "not decided" : choice[category] ? "granted" : "refused"
  const text = `${category}: ${permissions[category] ? "may run" : "held back"} (${decided})`
  return Object.assign(document.createElement("li"), { textContent: text })
}

const showState = (snapshot) => {
  if (snapshot.status === "idle" || snapshot.status === "resolving") return
  element("policy").textContent = policyText(snapshot)
  element("permissions").replaceChildren(...optional.map((category) => permissionItem(snapshot, category)))
}

const recordText = ({ consents }) => {
  const [latest] = consents
  const granted = optional.filter((category) => latest.preferences[category])
  return (
    `${consents.length} on record. Latest under ${latest.jurisdiction}: ` +
    (granted.length > 0 ? `granted ${granted.join(", ")}.` : "everything optional refused.")
  )
}

/** Shows what is on record of this browser, if that is from no earlier than a time (epoch milliseconds). */
const showRecord = async (since) => {
  const { subjectId } = window.cs.getSnapshot()
  const response = subjectId === null ? null : await fetch(`/subjects/${subjectId}`, { cache: "no-store" })
  if (response === null || !response.ok) return false
  const record = await response.json()
  if (record.consents.length === 0 || Date.parse(record.consents[0].givenAt) < since) return false
  element("summary").textContent = recordText(record)
  element("record").textContent = JSON.stringify(record, null, 2)
  element("record").hidden = false
  return true
}

// A choice holds at once; its record is there a moment later.
const followRecord = async () => {
  const since = Date.now() - 1000
  for (let attempt = 0; attempt < 20; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 400))
    if (await showRecord(since)) return
  }
}

const place = element("place")
place.value = new URLSearchParams(location.search).get("place") ?? ""
place.onchange = () => location.assign(place.value === "" ? "/" : `/?place=${place.value}`)

element("forget").onclick = async () => {
  await window.cs.clearRecords()
  location.reload()
}

window.cs.subscribe(showState)
window.cs.on("consent", followRecord)
const snapshot = await window.cs.ready()
showState(snapshot)
await showRecord(0)
