// What applies to the visitor: the response of `GET /init`, and the script's state on this page.
import { showFacts } from "./facts.js"

const element = (id) => document.getElementById(id)

export const purposes = ["functionality", "experience", "measurement", "marketing"]

const reasons = {
  region: "the state or province",
  country: "the country",
  default: "no other rule matches",
  fallback: "the location is not known well enough",
}

const named = (type, code) => `${new Intl.DisplayNames("en", { type }).of(code)} (${code})`

// The service accepts any text as a country.
const placeOf = ({ countryCode: country, regionCode: region }) => {
  if (country === null) return "unknown"
  const place = /^[A-Z]{2}$/.test(country) ? named("region", country) : country
  return region === null ? place : `${place}, ${region}`
}

/** Shows exactly what the service answered: the same request gets the same response. */
export const showAnswer = async (url, language) => {
  url.searchParams.delete("journey")
  url.searchParams.delete("journeyScope")
  const headers = language === "" ? {} : { "accept-language": language }
  const response = await fetch(url, { headers, cache: "no-store" })
  if (!response.ok) return
  const { translations, ...answer } = await response.json()
  const { matchedBy, policy, policyId, status } = answer.policyResolution
  const text = policy ? `Rule “${policyId}”: ${policy.model}, prompt ${policy.prompt}.` : `No rule applies (${status}).`
  element("policy").textContent = text
  showFacts(element("facts"), {
    Place: placeOf(answer.location),
    "Matched by": reasons[matchedBy] ?? matchedBy,
    Jurisdiction: answer.jurisdiction,
    Language: named("language", translations.language),
  })
  element("answer").textContent = JSON.stringify(answer, null, 2)
}

/** Whether the script of a purpose ran. */
export const hasRun = (purpose) => document.querySelector(`script[data-cs-category="${purpose}"][data-ran]`) !== null

const cell = (content, state = "") => {
  const made = document.createElement("td")
  const mark = Object.assign(document.createElement("span"), { textContent: content, className: state })
  made.append(mark)
  return made
}

const row = ({ choice, permissions }, purpose) => {
  const made = document.createElement("tr")
  const heading = Object.assign(document.createElement("th"), { scope: "row", textContent: purpose })
  const decision = choice[purpose] === undefined ? "not decided" : choice[purpose] ? "granted" : "refused"
  const script = hasRun(purpose) ? "ran" : permissions[purpose] ? "may run" : "blocked"
  made.append(heading, cell(decision), cell(script, permissions[purpose] ? "mark yes" : "mark no"))
  return made
}

/** Shows decisions and permissions as the page's script knows them. */
export const showPurposes = (snapshot) => {
  if (snapshot.status === "idle" || snapshot.status === "resolving") return
  element("purposes").replaceChildren(...purposes.map((purpose) => row(snapshot, purpose)))
  if (snapshot.policy === null)
    element("policy").textContent = `No rule is known (${snapshot.reason ?? snapshot.status}).`
}
