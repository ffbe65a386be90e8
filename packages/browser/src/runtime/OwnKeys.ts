/**
 * The names under which this script stores anything.
 *
 * @module
 */
import { outboxKey } from "../backend/Outbox.js"
import type { PageOptions } from "../config/PageOptions.js"
import { experimentKey } from "../experiment/Experiment.js"
import { lastRuleKey } from "./LastRule.js"

/** The storage keys of this script, which are never cleared. */
export const ownKeys = ({ storage: { storageKey: key = "cs" } = {} }: PageOptions): ReadonlyArray<string> => [
  ...["", "-notice", "-epoch", "-receipt"].map((name) => key + name),
  outboxKey,
  experimentKey,
  lastRuleKey,
  "cs-iab-authority-v1",
]
