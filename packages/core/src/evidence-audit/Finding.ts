/**
 * What a verification can find, each with the sentence that explains it.
 *
 * @module
 */

/**
 * How grave a finding is. `tampered`: what is stored is not what was logged. `suspicious`: honest operation does not lead
 * there, or not often. `late`: something was logged later than it was stored.
 */
export type Severity = "tampered" | "suspicious" | "late"

const severities = {
  /** No trusted key has signed a checkpoint. */
  KeyUnknown: "suspicious",
  /** A signature under the name of a trusted key is wrong. */
  SignatureWrong: "tampered",
  /** A kept checkpoint cannot be read, is of another log or tree, or is missing. */
  CheckpointAltered: "tampered",
  /** A newer checkpoint than those that are kept must have been signed. */
  CheckpointMissing: "suspicious",
  /** A row of entries is missing, or is not as it was written. */
  BundleBroken: "tampered",
  /** Entries, or the hashes above them, are not those that were signed. */
  TreeAltered: "tampered",
  RecordAltered: "tampered",
  RecordMissing: "tampered",
  /** What an entry of the log's own says was altered or is missing. */
  StatementAltered: "tampered",
  DecisionAltered: "tampered",
  DocumentAltered: "tampered",
  /** An archived manifest or text. */
  ArchiveAltered: "tampered",
  /** What was erased is there again. */
  ErasedReturned: "tampered",
  /** Records that a restore has lost, and an entry of the log says so: their entries were taken over from a mirror. */
  LostInRestore: "suspicious",
  /** What opens an entry is missing, and no erasure names it. */
  OpenerGone: "tampered",
  /** Entries that were logged long after they were received. */
  LoggedLate: "late",
  /** A record that says it was created after it was logged. */
  FromTheFuture: "suspicious",
  /** A record that is not in the log. */
  Unlogged: "tampered",
  /** The log contradicts a checkpoint or a receipt that was signed. */
  Forked: "tampered",
  /** The log has fewer entries than a checkpoint or a receipt that was signed. */
  SetBack: "tampered",
  /** Fewer witnesses than required have cosigned the newest published checkpoint. */
  NotWitnessed: "suspicious",
  /** A published time stamp is not of a tree of this log. */
  TimestampWrong: "tampered",
  /** Entries wait for long to be put into the tree. */
  SequencerBehind: "late",
} as const satisfies Readonly<Record<string, Severity>>

/** The name of a kind of finding. */
export type FindingName = keyof typeof severities

/** One thing that was found. Members that do not apply are absent. */
export interface Finding {
  readonly finding: FindingName
  readonly severity: Severity
  /** Of the row: a record's id, a document's, a decision's. */
  readonly id?: string
  /** Of the entry in the log. */
  readonly position?: number
  /** The first entry of a range. */
  readonly from?: number
  /** The entry after the last one of a range. */
  readonly to?: number
  /** For people. */
  readonly message: string
  /** Two signed checkpoints that contradict each other: the one from elsewhere, and the newest of the database. */
  readonly notes?: ReadonlyArray<string>
}

/** What a finding is about. */
export type FindingSubject = Pick<Finding, "id" | "position" | "from" | "to">

/**
 * Makes a finding.
 *
 * @example
 * ```ts
 * import { findingOf } from "@consent-service/core/evidence-log"
 *
 * findingOf("RecordMissing", { id: "cns_1", position: 3 }, "the record is not in the database").severity // "tampered"
 * ```
 */
export const findingOf = (finding: FindingName, subject: FindingSubject, message: string): Finding => ({
  finding,
  severity: severities[finding],
  ...subject,
  message,
})

/** How many findings of each name there are. */
export type FindingCounts = Readonly<Partial<Record<FindingName, number>>>
