// Shows what the service's script does on this page, with the calls and routes that every page can use.
import { startForm } from "./form.js"
import { log } from "./log.js"
import { hasRun, purposes, showAnswer, showPurposes } from "./policy.js"
import { showRecord } from "./record.js"
import { onRequest } from "./requests.js"

const { cs } = window
const settings = new URLSearchParams(location.search)

/** The query of `/init` that sets the visitor's location. */
const placeIn = ({ searchParams }) => {
  const place = new URLSearchParams([...searchParams].filter(([name]) => name === "country" || name === "region"))
  return place.size === 0 ? "" : `?${place}`
}

const whenAsked = (url, status, at) => {
  // Only the script's own requests have a journey.
  if (!url.searchParams.has("journey")) return
  log("requested", `GET /init${placeIn(url)} (${status})`, at)
  return showAnswer(url, settings.get("language") ?? "")
}

const whenSaved = (status, at) => {
  log(status === 200 ? "sent" : "failed", `POST /subjects (${status})`, at)
  return showRecord()
}

const inWords = ({ choice }) => {
  const granted = purposes.filter((purpose) => choice[purpose])
  return granted.length === 0 ? "Everything optional is refused" : `Granted: ${granted.join(", ")}`
}

startForm()
log("page", `Loaded with ${location.search || "no settings"}`, performance.timeOrigin)
onRequest((url, status, at) => {
  if (url.pathname === "/init") return whenAsked(url, status, at)
  if (url.pathname === "/subjects") return whenSaved(status, at)
})
// Where no consent is needed they run before this module.
for (const purpose of purposes.filter(hasRun)) log("ran", `The ${purpose} script`)
document.addEventListener("vendor-ran", ({ detail }) => {
  log("ran", `The ${detail} script`)
  showPurposes(cs.getSnapshot())
})
cs.on("ui", (surface) => {
  document.documentElement.dataset.surface = surface
  if (surface !== "none") log("shown", `The ${surface}`)
})
cs.on("consent", (snapshot) => log("decided", inWords(snapshot)))
cs.on("error", ({ code, message }) => log("failed", `${code}: ${message}`))
cs.subscribe(showPurposes)

const snapshot = await cs.ready()
showPurposes(snapshot)
const held = purposes.filter((purpose) => !snapshot.permissions[purpose])
if (held.length > 0) log("blocked", `Scripts for ${held.join(", ")}`)
await showRecord()
