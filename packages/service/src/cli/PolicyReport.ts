/**
 * What the policy commands print for people; with `--json` they print the data instead.
 *
 * @module
 */

type Lines = ReadonlyArray<string>

const most = 12

const list = (visitors: Lines): string =>
  visitors.length <= most
    ? visitors.join(", ")
    : `${visitors.slice(0, most).join(", ")} and ${visitors.length - most} more`

const marked = (mark: string, lines: Lines): Lines => lines.map((line) => `${mark} ${line}`)

/** The lines of `policy check`. */
import type { ResolvedVisitor } from "@consent-service/core/visitor"
import type {
  CounterExample,
  PolicyChange,
  PolicyDiff,
  PolicyProof,
  StatementResult,
} from "@consent-service/core/policy/prove"
import type { RuleInspection } from "@consent-service/core/policy"
export const inspectionLines = ({ errors, warnings }: RuleInspection): Lines => [
  ...marked("error:", errors),
  ...marked("warning:", warnings),
  `errors: ${errors.length}, warnings: ${warnings.length}`,
]

const signal = (name: string, on: boolean | null): string => (on === null ? "" : ` ${on ? "with" : "without"} ${name}`)

const counterExampleLine = (found: CounterExample): string => {
  const rule = found.rule === null ? found.status : `rule '${found.rule}' by ${found.matchedBy}`
  const signals = [signal("GPC", found.gpc), signal("IAB", found.iab)].join("")
  return `    ${list(found.visitors)}${signals}: ${rule}, model ${found.model}, prompt ${found.prompt}`
}

const statementLines = ({ counterExamples, problem, statement, verdict, visitors }: StatementResult): Lines => {
  switch (verdict) {
    case "holds":
      return [`holds: ${statement} (visitors: ${visitors})`]
    case "vacuous":
      return [`vacuous: ${statement} matches no visitor`]
    case "unreadable":
      return [`unreadable: ${statement}: ${problem}`]
    case "refuted":
      return [`refuted: ${statement}`, ...counterExamples.map(counterExampleLine)]
  }
}

/** The lines of `policy prove`. */
export const proofLines = (proof: PolicyProof): Lines => [
  ...marked("error:", proof.errors),
  ...proof.findings.map(({ kind, message, visitors }) =>
    kind === "uncovered" ? `${kind}: ${message}: ${list(visitors)}` : `${kind}: ${message}`,
  ),
  ...proof.statements.flatMap(statementLines),
  `${proof.proven ? "proven" : "not proven"} (visitors tried: ${proof.visitors})`,
]

const sideOf = ({ matchedBy, model, prompt, rule, status }: PolicyChange["before"]): string =>
  rule === null ? `${status} (${model}/${prompt})` : `${rule} by ${matchedBy} (${model}/${prompt})`

const changeLines = (change: PolicyChange): Lines => [
  `${list(change.visitors)}: ${sideOf(change.before)} -> ${sideOf(change.after)}`,
  `    changed: ${change.changed.join(", ")}${change.asksAgain ? "; these visitors are asked again" : ""}`,
  ...marked("    weaker:", change.weaker),
  ...marked("    stricter:", change.stricter),
]

/** The lines of `policy diff`. */
export const diffLines = ({ changes, errors, rules, weakened }: PolicyDiff): Lines => [
  ...marked("error before:", errors.before),
  ...marked("error after:", errors.after),
  ...marked("added:", rules.added),
  ...marked("removed:", rules.removed),
  ...changes.flatMap(changeLines),
  changes.length === 0
    ? "no visitor is treated differently"
    : `${weakened ? "some visitors are protected less" : "no visitor is protected less"} (changes: ${changes.length})`,
]

/** The lines of `policy resolve`. */
export const resolutionLines = ({ body, report, resolution }: ResolvedVisitor): Lines => {
  const place = `jurisdiction ${body.jurisdiction}, texts in ${body.translations.language}`
  if (resolution.status !== "matched") {
    const reason = resolution.status === "failed" ? `: ${resolution.reason}` : ""
    return [`${resolution.status}${reason}; clients use their safe fallback: opt-in, choice`, place]
  }
  const { fingerprints, matchedBy, policy, policyId } = resolution
  const denied = report.gpc ? policy.privacySignals.gpc.denyCategories : []
  return [
    `rule '${policyId}' by ${matchedBy}: model ${policy.model}, prompt ${policy.prompt}`,
    `scope ${policy.scope.join(", ")} (${policy.scopeMode}); rights ${policy.rights.join(", ") || "none"}`,
    ...(denied.length > 0 ? [`GPC denies ${denied.join(", ")}`] : []),
    place,
    `policy fingerprint ${fingerprints.policy}`,
  ]
}
