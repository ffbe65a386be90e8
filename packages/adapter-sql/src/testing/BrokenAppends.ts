/** Statements that break what batches rely on: an exploration that does not find them proves nothing. */
import type { AppendScenario } from "./AppendModel.js"

/** Broken statements, saves that show it, and the property that is violated. */
export interface BrokenAppend {
  readonly statements: NonNullable<AppendScenario["statements"]>
  readonly bursts: AppendScenario["bursts"]
  readonly violates: string
}

export const brokenAppends: Readonly<Record<string, BrokenAppend>> = {
  "locks rows in another order on every server": {
    statements: (statements, server) =>
      server === 0
        ? statements
        : { ...statements, insertSubjects: (drafts) => statements.insertSubjects(drafts.toReversed()) },
    bursts: [
      [
        { act: "a", subject: "s", server: 0 },
        { act: "b", subject: "t", server: 0 },
      ],
      [
        { act: "c", subject: "s", server: 1 },
        { act: "d", subject: "t", server: 1 },
      ],
    ],
    violates: "no transactions deadlock",
  },
  "counts the records of subjects that it does not hold": {
    statements: (statements) => ({ ...statements, holdSubjects: null }),
    bursts: [
      [
        { act: "a", subject: "s", server: 0 },
        { act: "b", subject: "s", server: 0 },
      ],
      [{ act: "c", subject: "s", server: 1 }],
    ],
    violates: "each subject keeps within its bound",
  },
}
