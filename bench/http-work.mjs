// @ts-check
// Shared by the contestants of the HTTP suite: the same manifest and the same stores in memory. The HTTP side
// is what is measured.
import { recommendedPolicyRules } from "@consent-service/core/policy"
import { Instance, Observer, Tokens } from "@consent-service/core/ports"
import * as MemoryStores from "@consent-service/testkit/MemoryStores"
import { Layer } from "effect"

export const manifest = { policyRules: recommendedPolicyRules() }

const stores = Layer.mergeAll(
  MemoryStores.layerMemory(),
  Layer.succeed(Observer, () => {}),
)

/** @param {import("@consent-service/core/manifest").UncheckedManifest} authored */
export const portsFor = (authored) =>
  Tokens.layer().pipe(Layer.provideMerge(Instance.layer({ manifest: authored })), Layer.provideMerge(stores))

export const ports = portsFor(manifest)
