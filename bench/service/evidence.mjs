// @ts-check
// What the evidence log costs: the service with a signed log and with `evidence: false`.
import { suiteWithout } from "./without.mjs"

/** A key that no real log uses. */
const signingKey = "PRIVATE+KEY+evidence.example/shop+7b36f050+AQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"

export const evidenceSuite = suiteWithout({
  title: "Saves with the evidence log and without it, 32 connections",
  routes: ["POST /subjects new", "POST /subjects retried"],
  having: { name: "logged and signed", args: [JSON.stringify({ signingKeys: [signingKey] })] },
  lacking: { name: "no log", args: ["false"] },
})
