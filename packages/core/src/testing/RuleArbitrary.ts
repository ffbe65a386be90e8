/** Random usable rules with every field of a rule, each absent as often as not. */
import * as FastCheck from "effect/FastCheck"
import type { PolicyRule } from "../policy/PolicyRule.js"

const names = ["experience", "functionality", "marketing", "measurement"]

const flag = FastCheck.boolean()
const days = FastCheck.constantFrom(0.5, 30, 180, 365, 104_249_991)

const kinds = FastCheck.constantFrom(
  { model: "opt-in", prompt: "choice" } as const,
  { model: "iab", prompt: "choice" } as const,
  { model: "opt-out", prompt: "choice" } as const,
  { model: "opt-out", prompt: "notice" } as const,
  { model: "opt-out", prompt: "none" } as const,
  { model: "none", prompt: "none" } as const,
)

const common = FastCheck.record(
  {
    rights: FastCheck.subarray(["disclosure", "preferences", "opt-out"] as const).map((rights) => [...rights]),
    validity: FastCheck.record({ choiceDays: days, noticeDays: days }, { requiredKeys: [] }),
    copyRevision: FastCheck.constantFrom("", " ", "2026-09", " 2026-10 "),
    i18n: FastCheck.record(
      { language: FastCheck.constantFrom("de", ""), messageProfile: FastCheck.constantFrom("shop", "") },
      { requiredKeys: [] },
    ),
    proof: FastCheck.record({ storeIp: flag, storeUserAgent: flag, storeLanguage: flag }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)

/** Some of the categories in any order, now and then with `necessary` and spaces. */
const some = (categories: ReadonlyArray<string>) =>
  FastCheck.tuple(FastCheck.shuffledSubarray([...categories]), FastCheck.constantFrom("", " "), flag).map(
    ([chosen, space, necessary]) => [...chosen.map((name) => space + name), ...(necessary ? ["necessary"] : [])],
  )

const scoped = FastCheck.tuple(
  FastCheck.constantFrom<"strict" | "permissive">("strict", "permissive"),
  FastCheck.oneof(FastCheck.constant(names), FastCheck.shuffledSubarray(names, { minLength: 1 })),
).chain(([scopeMode, scope]) =>
  FastCheck.record({
    scopeMode: FastCheck.constant(scopeMode),
    scope: FastCheck.constant(scope),
    preselected: FastCheck.option(some(scope), { nil: undefined }),
    exempt: FastCheck.option(some(scope.filter((name) => name !== "marketing")), { nil: undefined }),
    denied: FastCheck.option(FastCheck.shuffledSubarray(scope), { nil: undefined }),
  }),
)

/** Any rule that passes every check with IAB support on; its id is `a` and it is the default. */
export const anyRule: FastCheck.Arbitrary<PolicyRule> = FastCheck.record({
  kind: kinds,
  common,
  scoped,
  actions: FastCheck.option(
    FastCheck.constantFrom<ReadonlyArray<"accept" | "reject" | "customize">>(
      ["reject", "accept"],
      ["accept", "customize", "reject"],
    ),
  ),
}).map(({ actions, common: fields, kind, scoped: { denied, exempt, preselected, scope, scopeMode } }) => ({
  id: "a",
  match: { isDefault: true },
  ...kind,
  ...fields,
  categories: scope,
  scopeMode,
  ...(preselected !== undefined && (kind.model === "opt-in" || kind.model === "opt-out")
    ? { preselectedCategories: preselected }
    : {}),
  ...(exempt !== undefined && kind.model === "opt-in" ? { exemptCategories: exempt } : {}),
  ...(denied === undefined ? {} : { privacySignals: { gpc: { denyCategories: denied } } }),
  ...(actions !== null && kind.prompt === "choice" ? { actions } : {}),
}))
