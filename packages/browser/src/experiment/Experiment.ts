/**
 * Banner experiments: the visitor's arm, and its part of a save.
 *
 * @module
 */
import type { BannerOptions, ExperimentOptions } from "../config/PageOptions.js"
import type { BrowserStorage } from "../store/BrowserStorage.js"
import { isRecord, parseJson } from "../store/Plain.js"

/** The arm of a visitor. */
export interface Arm {
  /** As a save reports it. */
  readonly reported: {
    readonly id: string
    readonly arm: string
    readonly assignedBy: "host" | "cs"
    readonly acknowledgedDiagnostics: ReadonlyArray<string> | undefined
  }
  readonly banner: BannerOptions
  /** As `/init` receives it. */
  readonly query: string
  /** Stores it once it was shown, so that the visitor stays in it. */
  readonly keep: () => void
}

const control = "control"
/** The storage key of the arm. */
export const experimentKey = "cs-experiment-v1"

/** The arm that was shown before. */
const kept = (storage: BrowserStorage, id: string): unknown => {
  const value = parseJson(storage.getItem(experimentKey))
  return isRecord(value) && value["id"] === id ? value["arm"] : null
}

/**
 * Draws an arm by weight.
 *
 * @param drawn - a number from 0 to below 1
 * @returns null for unusable weights: then there is no experiment
 */
export const drawArm = ({ arms, split }: ExperimentOptions, drawn: number): string | null => {
  const names = Object.keys({ [control]: 0, ...arms })
  const weightOf = (name: string): number => (split ? (split[name] ?? 0) : 1)
  if (names.some((name) => weightOf(name) < 0)) return null
  let rest = drawn * names.reduce((sum, name) => sum + weightOf(name), 0)
  return names.find((name) => (rest -= weightOf(name)) < 0) ?? null
}

/** The visitor's arm: the host's, the one shown before, or one drawn now; null where there is no such arm. */
export const armOf = (
  experiment: ExperimentOptions | undefined,
  storage: BrowserStorage,
  drawn: number,
): Arm | null => {
  if (experiment === undefined) return null
  const { arm: chosen, arms, id } = experiment
  const known = (name: unknown): name is string =>
    typeof name === "string" && (name === control || Object.hasOwn(arms, name))
  const before = kept(storage, id)
  const arm = chosen ?? (known(before) ? before : drawArm(experiment, drawn))
  if (!known(arm)) return null
  const assignedBy = chosen === undefined ? "cs" : "host"
  return {
    reported: { id, arm, assignedBy, acknowledgedDiagnostics: experiment.acknowledgeDiagnostics },
    banner: arms[arm] ?? {},
    query: `${encodeURIComponent(id)}=${encodeURIComponent(arm)}`,
    keep: () => {
      if (chosen === undefined) storage.setItem(experimentKey, JSON.stringify({ id, arm }))
    },
  }
}
