import { describe, expect, it } from "@effect/vitest"
import { compileManifest } from "../manifest/CompiledManifest.js"
import type { UncheckedManifest } from "../manifest/ManifestOptions.js"
import { fullManifest, settings } from "../testing/ManifestFixture.js"
import { resolveVisitor } from "./ResolveVisitor.js"
import { unknownVisitor, type VisitorSignals } from "./VisitorSignals.js"

/**
 * Complete responses, kept as files: the diff of a change shows what every client in the field will receive.
 * `npx vitest run -u packages/core/src/visitor/Golden.test.ts` regenerates them.
 */
const golden = (name: string, answer: unknown): Promise<void> =>
  expect(`${JSON.stringify(answer, null, 2)}\n`).toMatchFileSnapshot(`../../golden/${name}.json`)

const visitors: ReadonlyArray<readonly [string, UncheckedManifest, Partial<VisitorSignals>]> = [
  ["init-de-iab", fullManifest, { country: "DE", acceptLanguage: "de-AT,de;q=0.9" }],
  ["init-us-ca-gpc", fullManifest, { country: "US", region: "CA", gpc: true }],
  ["init-us-without-state", fullManifest, { country: "US" }],
  ["init-ca-without-province", fullManifest, { country: "CA", acceptLanguage: "fr-CA" }],
  ["init-jp-profile", fullManifest, { country: "JP", acceptLanguage: "ja" }],
  ["init-unknown-location", fullManifest, {}],
  ["init-default", fullManifest, { country: "XX" }],
  ["init-unsupported-contract", fullManifest, { country: "GB", contractSupported: false }],
  ["init-unconfigured", {}, { country: "IL", acceptLanguage: "he" }],
  ["init-no-match", { policyRules: [] }, { country: "BR", acceptLanguage: "pt-BR" }],
  ["init-invalid-rules", { policyRules: [{ id: "broken" }] }, { country: "KR" }],
]

describe("whole /init answers", () => {
  it.each(visitors)("%s", async (name, config, signals) => {
    await golden(name, resolveVisitor(compileManifest(config, settings), { ...unknownVisitor, ...signals }).body)
  })
})

describe("whole /manifest answers", () => {
  it.each<[string, UncheckedManifest]>([
    ["manifest-full", fullManifest],
    ["manifest-unconfigured", {}],
    ["manifest-invalid-rules", { policyRules: [{ id: "broken" }] }],
  ])("%s", async (name, config) => {
    await golden(name, compileManifest(config, settings).document)
  })
})
