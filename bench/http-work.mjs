// @ts-check
// What the contestants of the HTTP suite have in common: the same manifest, and the same stores in memory. It is the HTTP side
// that is measured.
import * as TokenMacs from "@consent-service/adapter-http/token/TokenMacs"
import { recommendedPolicyRules } from "@consent-service/core/policy/PolicyPresets"
import { Observer } from "@consent-service/core/ports/Observer"
import * as MemoryConsentLedger from "@consent-service/testkit/MemoryConsentLedger"
import * as MemoryDocumentRegistry from "@consent-service/testkit/MemoryDocumentRegistry"
import * as MemoryExperimentReader from "@consent-service/testkit/MemoryExperimentReader"
import * as MemoryIdentityLinks from "@consent-service/testkit/MemoryIdentityLinks"
import * as MemoryManifestArchive from "@consent-service/testkit/MemoryManifestArchive"
import { Layer } from "effect"

export const manifest = { policyRules: recommendedPolicyRules() }

const store = MemoryConsentLedger.makeStore()

export const ports = Layer.mergeAll(
  MemoryConsentLedger.layerMemory({ store }),
  MemoryIdentityLinks.layerMemory({ store }),
  MemoryExperimentReader.layerMemory({ store }),
  MemoryDocumentRegistry.layerMemory(),
  MemoryManifestArchive.layerMemory(),
  TokenMacs.layer,
  Layer.succeed(Observer, () => {}),
)
