/**
 * What the overlay for developers says about the state of a page.
 *
 * @module
 */
import { optionalCategories, type OptionalCategory } from "@consent-service/core/browser"
import type { Entry } from "../backend/Outbox.js"
import type { PageSnapshot } from "../runtime/PageSnapshot.js"
import type { Facts, GatedFact, VendorFact } from "./Facts.js"
import { problemsOf } from "./Problems.js"

/** A line: what it is about, and what is the case. */
export interface Line {
  readonly label: string
  readonly value: string
  /** Repeats what the value says, for its color. */
  readonly tone?: "good" | "bad" | "warning" | undefined
}

/** Lines under a heading. */
export interface Section {
  readonly title: string
  readonly lines: ReadonlyArray<Line>
}

const failures: Readonly<Record<string, string>> = {
  transport: "the service cannot be reached",
  "vendor-list": "the vendor list of the IAB TCF cannot be loaded",
  "invalid-configuration": "the policy rules are invalid; the log of the service has the reason",
  "insufficient-inputs": "the rules depend on a location that is unknown",
  "unsupported-contract": "the service is of another version than this script",
  "invalid-payload": "the response of the service is incomplete",
}

const statuses: Readonly<Record<PageSnapshot["status"], string>> = {
  idle: "Off: enabled is false",
  resolving: "Waiting for the policy",
  matched: "A rule matches",
  "no-match": "No rule matches: nothing optional is allowed",
  unconfigured: "The service has no policy rules: nothing optional is allowed",
  failed: "Failed",
}

const matches: Readonly<Record<string, string>> = {
  region: "the visitor's region",
  country: "the visitor's country",
  fallback: "the fallback, because the location is unknown",
  default: "the default, because no rule names the location",
}

/** Why a category is allowed or blocked. */
export const reasonFor = (
  { choice, gpc, permissions, policy, status }: PageSnapshot,
  category: OptionalCategory,
): string => {
  if (policy === null) return status === "resolving" ? "no policy is known yet" : "no policy is in force"
  const { exemptCategories = [], model, privacySignals, scope, scopeMode } = policy
  if (choice[category] === false) return "the visitor refused it"
  if (gpc && privacySignals.gpc.denyCategories.includes(category)) return "denied by Global Privacy Control"
  if (scopeMode === "strict" && !scope.includes(category)) return "outside the scope of the rule"
  if (permissions[category]) {
    if (choice[category]) return "the visitor allowed it"
    return exemptCategories.includes(category) ? "the rule exempts it from consent" : `the model ${model} allows it`
  }
  return choice[category] ? "the visitor's grant has expired, or was given under other terms" : "not decided yet"
}

const allowedOr = (allowed: boolean, reason: string): Pick<Line, "value" | "tone"> => ({
  value: `${allowed ? "Allowed" : "Blocked"}: ${reason}`,
  tone: allowed ? "good" : "bad",
})

const timeOf = (ms: number): string => new Date(ms).toISOString().replace("T", " ").slice(0, 19)

const conditionText = (category: unknown): string =>
  typeof category === "string" ? category : JSON.stringify(category)

const scriptSection = ({ backendURL, config, script, snapshot, stores }: Facts): Section => ({
  title: "Script",
  lines: [
    { label: "Version", value: script },
    { label: "Service", value: backendURL || "this origin" },
    {
      label: "Policy from",
      value: config.embedded ? "the script itself" : snapshot.mode === "hosted" ? "the service" : "the manifest",
    },
    { label: "Language", value: snapshot.language ?? "none yet" },
    stores && config.persistence !== false
      ? { label: "Storage", value: "Cookie and localStorage" }
      : { label: "Storage", value: "In memory: decisions end with this page", tone: "warning" },
  ],
})

const ruleSection = ({ config, matchedBy, place, remembered, snapshot }: Facts): Section => {
  const { gpc, policy, prompt, reason, status, surface } = snapshot
  const known = (name: string, value: string | null | undefined, own: string | undefined): Line => ({
    label: name,
    value: `${value ?? "unknown"}${own ? ", set by the page" : ""}`,
  })
  return {
    title: "Policy rule",
    lines: [
      {
        label: "Status",
        value: status === "failed" ? `Failed: ${failures[String(reason)] ?? reason}` : statuses[status],
        tone: status === "matched" ? "good" : status === "failed" ? "bad" : "warning",
      },
      ...(policy
        ? [
            { label: "Rule", value: policy.id },
            { label: "Matched by", value: matches[String(matchedBy)] ?? "unknown" },
            { label: "Model", value: policy.model },
          ]
        : []),
      ...(remembered ? [{ label: "Last rule", value: `${remembered}: its dialog only offers to withdraw` }] : []),
      ...(place
        ? [
            known("Country", place.country, config.country),
            known("Region", place.region, config.region),
            known("Accepts", place.language, config.language),
          ]
        : []),
      { label: "GPC", value: gpc ? "The browser sends it" : "Not sent" },
      {
        label: "Prompt",
        value: policy ? `${policy.prompt}; now due: ${prompt}` : `now due: ${prompt}`,
      },
      { label: "Shown", value: surface },
    ],
  }
}

const choiceSection = ({ decidedAt, snapshot }: Facts): Section => ({
  title: "Categories",
  lines: [
    { label: "Decided", value: decidedAt > 0 ? `${timeOf(decidedAt)} UTC` : "Nothing yet" },
    { label: "Subject", value: snapshot.subjectId ?? "No id before the first decision" },
    ...optionalCategories.map((category) => ({
      label: category,
      ...allowedOr(snapshot.permissions[category], reasonFor(snapshot, category)),
    })),
  ],
})

const vendorLine =
  ({ deniedVendors }: PageSnapshot) =>
  ({ allowed, category, id, name }: VendorFact): Line => ({
    label: id,
    ...allowedOr(
      allowed,
      deniedVendors.includes(id) ? `${name}, switched off` : `${name}, needs ${conditionText(category)}`,
    ),
  })

const states: Readonly<Record<GatedFact["state"], Pick<Line, "tone"> & { readonly word: string }>> = {
  waits: { word: "Blocked", tone: "bad" },
  runs: { word: "Runs", tone: "good" },
  invalid: { word: "Never runs: no such category", tone: "warning" },
  untrusted: { word: "Never runs: without the nonce of the page", tone: "warning" },
  ungated: { word: "Runs without consent", tone: "warning" },
}

const gatedLine = ({ category, kind, name, state, vendor }: GatedFact): Line => ({
  label: kind,
  value: `${states[state].word}: ${name} (${[category, vendor && `vendor ${vendor}`].filter(Boolean).join(", ")})`,
  tone: states[state].tone,
})

const saveLine =
  (now: number) =>
  ({ attempts, notBefore = 0, payload, queuedAt, unproven }: Entry): Line => {
    const wait = Math.ceil((notBefore - now) / 1_000)
    const next = unproven
      ? "waits for a policy"
      : wait > 0
        ? `not before ${wait} s from now`
        : "sent by the next page view, or when the browser is online"
    return {
      label: timeOf(queuedAt),
      value: `${payload.consentAction ?? "custom"}, ${attempts} failed ${attempts === 1 ? "attempt" : "attempts"}: ${next}`,
      tone: "warning",
    }
  }

const orNone = (lines: ReadonlyArray<Line>, label: string, value: string): ReadonlyArray<Line> =>
  lines.length > 0 ? lines : [{ label, value }]

/** What the overlay shows, in order. Sections without content are left out. */
export const reportOf = (facts: Facts): ReadonlyArray<Section> => {
  const { errors, gated, now, outbox, signals, snapshot, vendors } = facts
  const problems = problemsOf(facts)
  const sections: ReadonlyArray<Section> = [
    {
      title: "Problems",
      lines: orNone(
        problems.map((value, i) => ({ label: String(i + 1), value, tone: "warning" as const })),
        "0",
        "None found",
      ),
    },
    ruleSection(facts),
    choiceSection(facts),
    { title: "Vendors", lines: vendors.map(vendorLine(snapshot)) },
    {
      title: "Scripts, elements, requests",
      lines: orNone(gated.map(gatedLine), "0", "Nothing on this page is marked"),
    },
    { title: "Saves that wait", lines: orNone(outbox.map(saveLine(now)), "0", "All decisions have arrived") },
    {
      title: "Google Consent Mode",
      lines: Object.entries(signals ?? {}).map(([label, value]) => ({
        label,
        value: String(value),
        tone: value === "granted" ? "good" : value === "denied" ? "bad" : undefined,
      })),
    },
    { title: "Errors", lines: errors.map((value, i) => ({ label: String(i + 1), value, tone: "bad" as const })) },
    scriptSection(facts),
  ]
  return sections.filter(({ lines }) => lines.length > 0)
}

/** The same as text, for a message to a colleague. */
export const reportText = (sections: ReadonlyArray<Section>): string =>
  sections
    .map(({ lines, title }) => [title, ...lines.map(({ label, value }) => `  ${label}: ${value}`)].join("\n"))
    .join("\n")
