// @ts-check
// What policy tokens cost: the service with signed policies and without.
import { suiteWithout } from "./without.mjs"

export const tokensSuite = suiteWithout({
  title: "With policy tokens and without them, 32 connections",
  routes: ["GET /init DE", "POST /subjects new", "POST /subjects retried"],
  having: { name: "signed", args: ["true", "true"] },
  lacking: { name: "no tokens", args: ["true", "false"] },
})
