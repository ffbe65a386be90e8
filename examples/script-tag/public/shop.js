// Displays what the tag does; a real shop needs none of this.
const element = (id) => document.getElementById(id)

const json = async (path) => {
  const response = await fetch(path, { cache: "no-store" })
  return response.ok ? response.json() : null
}

const item = (text) => Object.assign(document.createElement("li"), { textContent: text })

const showLog = async () => {
  if (element("log") !== null) element("log").replaceChildren(...(await json("/vendor-log")).map(item))
}

/** The stored record of this browser, if it is no older than a time (epoch milliseconds). */
const showRecord = async (since) => {
  const { subjectId } = window.cs.getSnapshot()
  const record = subjectId === null ? null : await json(`/subjects/${subjectId}`)
  const latest = record?.consents[0]
  if (latest === undefined || Date.parse(latest.givenAt) < since) return false
  const granted = Object.keys(latest.preferences).filter((name) => name !== "necessary" && latest.preferences[name])
  const off = Object.entries(latest.vendorChoice?.grants ?? {}).flatMap(([id, on]) => (on ? [] : [id]))
  element("record").textContent =
    `${record.consents.length} on record. Latest: ` +
    (granted.length > 0 ? `granted ${granted.join(", ")}` : "everything optional refused") +
    (off.length > 0 ? `; ${off.join(", ")} switched off.` : ".")
  return true
}

const seconds = (count) => new Promise((resolve) => setTimeout(resolve, count * 1000))

// A choice applies immediately; its record, and the vendors' requests, follow a moment later.
const follow = async () => {
  const since = Date.now() - 1000
  for (let attempt = 0; attempt < 20; attempt++) {
    await seconds(0.4)
    const [recorded] = await Promise.all([showRecord(since), showLog()])
    if (recorded) break
  }
  await seconds(1)
  await showLog()
}

window.cs.on("consent", follow)
window.cs.ready().then(() => showRecord(0))
showLog()
