import type { VendorChoice } from "@consent-service/core/vendor"
import type { AuthoredTranslations, SelectedTranslation, TranslationBundle } from "@consent-service/core/translation"
import type { Fingerprints, OptionalCategory, CompiledRule, ResolvedPolicy } from "@consent-service/core/policy"
import type { ManifestDocument } from "@consent-service/core/manifest"
import type { Jurisdiction } from "@consent-service/core/primitives"
import type { ReleaseBody, SubmissionBody } from "@consent-service/core/consent"
import type { ErasureBody, HoldBody } from "@consent-service/core/erasure"
import type { EvidencePackBody } from "@consent-service/core/evidence-pack"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type * as Api from "@consent-service/adapter-http/api"
import type * as Receipt from "@consent-service/core/consent"
import type * as Resolution from "@consent-service/core/policy"
import type * as Rule from "@consent-service/core/policy"
import type * as Vendor from "@consent-service/core/vendor"
import type * as Visitor from "@consent-service/core/visitor"
import { assert, describe, it } from "@effect/vitest"
import type * as Wire from "./Wire.js"

/** Whether two types are one, `any` only equals itself. To the compiler `?: A | undefined` is the same as `?: A` here. */
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/**
 * The compiler, the first of the gates, refuses a line here when the declared API and the generated types differ;
 * `wire-types.mjs` regenerates them.
 */
const equal = {
  Status: true satisfies Equal<Wire.Status, typeof Api.Status.Encoded>,
  InitBody: true satisfies Equal<Wire.InitBody, typeof Visitor.InitBody.Encoded>,
  Manifest: true satisfies Equal<Wire.Manifest, typeof ManifestDocument.Encoded>,
  Submission: true satisfies Equal<Wire.Submission, typeof SubmissionBody.Encoded>,
  ConsentReceipt: true satisfies Equal<Wire.ConsentReceipt, typeof Api.ConsentReceipt.Encoded>,
  SubjectState: true satisfies Equal<Wire.SubjectState, typeof Api.SubjectState.Encoded>,
  ConsentItem: true satisfies Equal<Wire.ConsentItem, typeof Api.ConsentItem.Encoded>,
  LinkRequest: true satisfies Equal<Wire.LinkRequest, typeof Api.LinkRequest.Encoded>,
  LinkedSubject: true satisfies Equal<Wire.LinkedSubject, typeof Api.LinkedSubject.Encoded>,
  SubjectList: true satisfies Equal<Wire.SubjectList, typeof Api.SubjectList.Encoded>,
  SignedReceipt: true satisfies Equal<Wire.SignedReceipt, typeof Api.SignedReceipt.Encoded>,
  ConsentCheck: true satisfies Equal<Wire.ConsentCheck, typeof Api.ConsentCheck.Encoded>,
  ExperimentSummary: true satisfies Equal<Wire.ExperimentSummary, typeof Api.ExperimentSummary.Encoded>,
  DocumentRelease: true satisfies Equal<Wire.DocumentRelease, typeof ReleaseBody.Encoded>,
  PublishedPolicy: true satisfies Equal<Wire.PublishedPolicy, typeof Api.PublishedPolicy.Encoded>,
  StatisticsReport: true satisfies Equal<Wire.StatisticsReport, typeof Api.StatisticsReport.Encoded>,
  RecordPage: true satisfies Equal<Wire.RecordPage, typeof Api.RecordPage.Encoded>,
  RecordItem: true satisfies Equal<Wire.RecordItem, typeof Api.RecordItem.Encoded>,
  PersonReport: true satisfies Equal<Wire.PersonReport, typeof Api.PersonReport.Encoded>,
  ErasureRequest: true satisfies Equal<Wire.ErasureRequest, typeof ErasureBody.Encoded>,
  ErasureCertificate: true satisfies Equal<Wire.ErasureCertificate, typeof Api.ErasureProof.Encoded>,
  ErasurePreview: true satisfies Equal<Wire.ErasurePreview, typeof Api.ErasurePreview.Encoded>,
  ErasurePending: true satisfies Equal<Wire.ErasurePending, typeof Api.ErasurePending.Encoded>,
  HoldRequest: true satisfies Equal<Wire.HoldRequest, typeof HoldBody.Encoded>,
  LegalHold: true satisfies Equal<Wire.LegalHold, typeof Api.Hold.Encoded>,
  LegalHoldList: true satisfies Equal<Wire.LegalHoldList, typeof Api.HoldList.Encoded>,
  EvidencePackRequest: true satisfies Equal<Wire.EvidencePackRequest, typeof EvidencePackBody.Encoded>,
  Choice: true satisfies Equal<Wire.Choice, typeof Receipt.Choice.Encoded>,
  Receipt: true satisfies Equal<Wire.Receipt, typeof Receipt.Receipt.Encoded>,
  ReceiptBasis: true satisfies Equal<Wire.ReceiptBasis, typeof Receipt.ReceiptBasis.Encoded>,
  SubmittedChoice: true satisfies Equal<Wire.SubmittedChoice, typeof Receipt.SubmittedChoice.Encoded>,
  SubmittedReceipt: true satisfies Equal<
    Wire.SubmittedReceipt,
    NonNullable<(typeof Receipt.SubmittedChoice.Encoded)["categories"]["experience"]>
  >,
  SubmittedBasis: true satisfies Equal<Wire.SubmittedBasis, Receipt.SubmittedBasis>,
  SubmittedReceipts: true satisfies Equal<Wire.SubmittedReceipts, typeof Receipt.SubmittedReceipts.Encoded>,
  VendorChoice: true satisfies Equal<Wire.VendorChoice, typeof VendorChoice.Encoded>,
  PolicyResolution: true satisfies Equal<Wire.PolicyResolution, typeof Resolution.PolicyResolution.Encoded>,
  MatchedResolution: true satisfies Equal<Wire.MatchedResolution, typeof Resolution.MatchedResolution.Encoded>,
  MatchedBy: true satisfies Equal<Wire.MatchedBy, typeof Resolution.MatchedBy.Encoded>,
  ResolutionFailure: true satisfies Equal<Wire.ResolutionFailure, typeof Resolution.ResolutionFailure.Encoded>,
  ResolvedPolicy: true satisfies Equal<Wire.ResolvedPolicy, typeof ResolvedPolicy.Encoded>,
  PolicyFingerprints: true satisfies Equal<Wire.PolicyFingerprints, typeof Fingerprints.Encoded>,
  CompiledRule: true satisfies Equal<Wire.CompiledRule, typeof CompiledRule.Encoded>,
  PolicyMatch: true satisfies Equal<Wire.PolicyMatch, typeof Rule.PolicyMatch.Encoded>,
  RegionMatch: true satisfies Equal<Wire.RegionMatch, typeof Rule.RegionMatch.Encoded>,
  PolicyModel: true satisfies Equal<Wire.PolicyModel, typeof Rule.PolicyModel.Encoded>,
  Prompt: true satisfies Equal<Wire.Prompt, typeof Rule.Prompt.Encoded>,
  ScopeMode: true satisfies Equal<Wire.ScopeMode, typeof Rule.ScopeMode.Encoded>,
  Right: true satisfies Equal<Wire.Right, typeof Rule.Right.Encoded>,
  OptionalCategory: true satisfies Equal<Wire.OptionalCategory, OptionalCategory>,
  Jurisdiction: true satisfies Equal<Wire.Jurisdiction, typeof Jurisdiction.Encoded>,
  VisitorLocation: true satisfies Equal<Wire.VisitorLocation, typeof Visitor.VisitorLocation.Encoded>,
  DeclaredVendor: true satisfies Equal<Wire.DeclaredVendor, typeof Vendor.DeclaredVendor.Encoded>,
  VendorCategory: true satisfies Equal<Wire.VendorCategory, Vendor.VendorCategory>,
  CustomVendor: true satisfies Equal<Wire.CustomVendor, typeof Vendor.CustomVendor.Encoded>,
  ServedVendorList: true satisfies Equal<Wire.ServedVendorList, typeof Visitor.ServedVendorList.Encoded>,
  VendorListReference: true satisfies Equal<Wire.VendorListReference, typeof Visitor.VendorListReference.Encoded>,
  SelectedTranslation: true satisfies Equal<Wire.SelectedTranslation, typeof SelectedTranslation.Encoded>,
  TranslationBundle: true satisfies Equal<Wire.TranslationBundle, typeof TranslationBundle.Encoded>,
  AuthoredTranslations: true satisfies Equal<Wire.AuthoredTranslations, typeof AuthoredTranslations.Encoded>,
}

/** The table above would prove nothing if these were equal. */
const different = [
  false satisfies Equal<{ readonly a: string }, { a: string }>,
  false satisfies Equal<{ readonly a?: string }, { readonly a: string }>,
  false satisfies Equal<{ readonly a: string }, { readonly a: string | undefined }>,
  false satisfies Equal<{ readonly a: { readonly b: unknown } }, { readonly a: { readonly b: never } }>,
  false satisfies Equal<Wire.Status, ReturnType<typeof JSON.parse>>,
  false satisfies Equal<Wire.ConsentItem, typeof Api.ConsentItem.Encoded & { readonly more: string }>,
]

const generated = fileURLToPath(new URL("Wire.ts", import.meta.url))

describe("the wire types", () => {
  it("each have a comparison with their schema", () => {
    const names = [...readFileSync(generated, "utf8").matchAll(/^export (?:interface|type) (\w+)/gm)]
    assert.sameMembers(
      names.map(([, name]) => name),
      Object.keys(equal),
    )
    assert.isTrue(Object.values(equal).every((one) => one))
    assert.isFalse(different.some((one) => one))
  })

  it("import no other module, and have no member that may be undefined, which JSON cannot express", () => {
    assert.notMatch(readFileSync(generated, "utf8"), /^import |\bimport\(| from "|\bundefined\b/m)
  })
})
