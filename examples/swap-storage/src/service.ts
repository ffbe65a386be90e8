/** A consent service that stores everything in one file. */
import { type ConsentService, createConsentService } from "consent-service"
import * as FileStore from "./FileStore.js"

const policyRules = [
  { id: "europe", match: { countries: ["DE", "FR"], fallback: true }, model: "opt-in", prompt: "choice" },
] as const

/** The service over the file at a path. */
export const fileService = (path: string): ConsentService =>
  createConsentService({
    stores: FileStore.layer(path),
    trustedOrigins: ["shop.example"],
    manifest: { appName: "Shop", policyRules },
  })
