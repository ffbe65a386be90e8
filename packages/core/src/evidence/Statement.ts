/**
 * Statements: what an entry says, as a few named parts. The text of a part is canonical JSON (RFC 8785), written here
 * member by member, since a writer in a fixed order takes a fifth of the time of a general one.
 *
 * @module
 */
import type { Json } from "../digest/CanonicalJson.js"
import { rfc8785 } from "../digest/Rfc8785.js"
import { entryCommitment, partCommitment, partKey } from "./Commitment.js"
import type { EntryKind, PartName } from "./Entry.js"

/** One part of a statement. */
export interface StatementPart {
  readonly name: PartName
  /** Canonical JSON. */
  readonly text: string
}

/** What an entry says. */
export interface Statement {
  readonly kind: EntryKind
  /** In the order of their names. */
  readonly parts: ReadonlyArray<StatementPart>
}

/**
 * What a record is committed by: its columns as they are stored. Instants are epoch milliseconds. Not derived from
 * `ConsentRecord`: the members of a kind are fixed for good, and a stored value that this version does not know is kept.
 */
export interface ConsentFacts {
  readonly id: string
  readonly subjectId: string
  readonly type: string
  readonly domain: string
  readonly documentId: string | null
  readonly givenAt: number
  readonly createdAt: number
  readonly validUntil: number | null
  readonly preferences: Json
  readonly choice: Json
  readonly vendorChoice: Json
  readonly metadata: Json
  readonly jurisdiction: string | null
  readonly model: string | null
  readonly consentAction: string | null
  readonly uiSource: string | null
  readonly tcString: string | null
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly language: string | null
  readonly decisionId: string | null
  readonly decisionSource: string | null
  readonly experiment: { readonly id: string; readonly arm: string } | null
  readonly timeToDecisionMs: number | null
  readonly contentDigest: string
}

/** What a request left behind in a record. */
export type Trace = Pick<ConsentFacts, "ipAddress" | "language" | "metadata" | "userAgent">

const json: (value: string | number | null) => string = rfc8785

/** What the visitor did, and under which policy. */
const actText = (facts: ConsentFacts): string => {
  const { experiment } = facts
  const attribution = experiment === null ? "null" : `{"arm":${json(experiment.arm)},"id":${json(experiment.id)}}`
  return (
    `{"action":${json(facts.consentAction)},"choice":${rfc8785(facts.choice)},` +
    `"contentDigest":${json(facts.contentDigest)},"createdAt":${json(facts.createdAt)},` +
    `"decisionId":${json(facts.decisionId)},"decisionSource":${json(facts.decisionSource)},` +
    `"documentId":${json(facts.documentId)},"domain":${json(facts.domain)},"experiment":${attribution},` +
    `"givenAt":${json(facts.givenAt)},"jurisdiction":${json(facts.jurisdiction)},"model":${json(facts.model)},` +
    `"preferences":${rfc8785(facts.preferences)},"tcString":${json(facts.tcString)},` +
    `"timeToDecisionMs":${json(facts.timeToDecisionMs)},"type":${json(facts.type)},` +
    `"uiSource":${json(facts.uiSource)},"validUntil":${json(facts.validUntil)},` +
    `"vendorChoice":${rfc8785(facts.vendorChoice)}}`
  )
}

/** Who did it. */
const subjectText = ({ id, subjectId }: ConsentFacts): string => `{"id":${json(id)},"subjectId":${json(subjectId)}}`

/** What the request left behind: the part that can be dropped early. */
const traceText = ({ ipAddress, language, metadata, userAgent }: Trace): string =>
  `{"ipAddress":${json(ipAddress)},"language":${json(language)},"metadata":${rfc8785(metadata)},` +
  `"userAgent":${json(userAgent)}}`

/** What a record keeps of its trace once that was dropped: nothing. */
export const emptyTrace: Trace = { ipAddress: null, language: null, metadata: null, userAgent: null }

/**
 * Whether a record has anything of its trace.
 *
 * @example
 * ```ts
 * import { emptyTrace, hasTrace } from "@consent-service/core/evidence"
 *
 * hasTrace(emptyTrace) // false
 * hasTrace({ ...emptyTrace, ipAddress: "203.0.113.0" }) // true
 * ```
 */
export const hasTrace = (trace: Trace): boolean => traceText(trace) !== traceText(emptyTrace)

/**
 * States that a consent was recorded.
 *
 * @param facts - the record as stored
 * @param late - whether it is logged after it was stored, instead of with it
 * @example
 * ```ts
 * import { consentStatement, type ConsentFacts } from "@consent-service/core/evidence"
 *
 * const partsOf = (facts: ConsentFacts): ReadonlyArray<string> =>
 *   consentStatement(facts).parts.map(({ name }) => name)
 * ```
 */
export const consentStatement = (facts: ConsentFacts, late = false): Statement => ({
  kind: late ? 8 : 1,
  parts: [
    { name: "act", text: actText(facts) },
    { name: "subject", text: subjectText(facts) },
    { name: "trace", text: traceText(facts) },
  ],
})

const single = (kind: EntryKind, name: PartName, value: Json): Statement => ({
  kind,
  parts: [{ name, text: rfc8785(value) }],
})

/** The members of a part that is written as a whole. */
type Members<Name extends string> = Readonly<Record<Name, Json>>

const only = <Name extends string>(value: Members<Name>, names: ReadonlyArray<Name>): Json =>
  Object.fromEntries(names.map((name) => [name, value[name]]))

/**
 * States that a log was opened: the first entry of each.
 *
 * @example
 * ```ts
 * import { logOpenedStatement } from "@consent-service/core/evidence"
 *
 * const { parts } = logOpenedStatement({ openedAt: 1796083200000, origin: "log.example" })
 * parts[0]?.text // '{"openedAt":1796083200000,"origin":"log.example"}'
 * ```
 */
export const logOpenedStatement = (log: { readonly openedAt: number; readonly origin: string }): Statement =>
  single(0, "log", only(log, ["openedAt", "origin"]))

/**
 * States that a subject was linked to a user account.
 *
 * @example
 * ```ts
 * import { linkStatement } from "@consent-service/core/evidence"
 *
 * linkStatement({ externalId: "user-1", identityProvider: "external", subjectId: "sub_1", verified: true }).kind // 2
 * ```
 */
export const linkStatement = (link: {
  readonly externalId: string
  readonly identityProvider: string
  readonly subjectId: string
  readonly verified: boolean
}): Statement => single(2, "link", only(link, ["externalId", "identityProvider", "subjectId", "verified"]))

/**
 * States that a version of a legal document was published.
 *
 * @example
 * ```ts
 * import { documentStatement } from "@consent-service/core/evidence"
 *
 * const document = { id: "pol_1", type: "privacy_policy", version: "2026-12", hash: "sha256:00", effectiveDate: 0 }
 * documentStatement(document).kind // 3
 * ```
 */
export const documentStatement = (document: {
  readonly effectiveDate: number
  readonly hash: string
  readonly id: string
  readonly type: string
  readonly version: string
}): Statement => single(3, "document", only(document, ["effectiveDate", "hash", "id", "type", "version"]))

/**
 * States that a manifest or the texts of a notice were archived.
 *
 * @example
 * ```ts
 * import { archiveStatement } from "@consent-service/core/evidence"
 *
 * archiveStatement({ digest: "ab", what: "texts" }).parts[0]?.text // '{"digest":"ab","what":"texts"}'
 * ```
 */
export const archiveStatement = (archive: {
  readonly digest: string
  readonly what: "manifest" | "texts"
}): Statement => single(4, "archive", only(archive, ["digest", "what"]))

/**
 * States that entries were erased, or that parts of them were: which ones, and never whose.
 *
 * @example
 * ```ts
 * import { erasedStatement } from "@consent-service/core/evidence"
 *
 * const erasure = { count: 1, erasedAt: 1796083200000, leaves: [3], reason: "art. 17" }
 * erasedStatement(erasure).parts[0]?.text // '{"count":1,"erasedAt":1796083200000,"leaves":[3],"reason":"art. 17"}'
 * ```
 */
export const erasedStatement = (erasure: {
  readonly count: number
  /** Epoch milliseconds. */
  readonly erasedAt: number
  /** The positions of the entries. */
  readonly leaves: ReadonlyArray<number>
  /** The parts that were dropped; without it, all that was recorded. */
  readonly parts?: ReadonlyArray<string>
  readonly reason: string
}): Statement => single(5, "erasure", { ...erasure })

/**
 * States that a legal hold was placed or released: which one, and neither its scope nor its reason.
 *
 * @param released - whether it was released instead of placed
 * @example
 * ```ts
 * import { holdStatement } from "@consent-service/core/evidence"
 *
 * holdStatement({ at: 1796083200000, id: "case-17" }, false).kind // 6
 * ```
 */
export const holdStatement = (
  hold: {
    /** Epoch milliseconds. */
    readonly at: number
    readonly id: string
  },
  released: boolean,
): Statement => single(released ? 7 : 6, "hold", only(hold, ["at", "id"]))

/**
 * States that a key signs the log's checkpoints from now on.
 *
 * @example
 * ```ts
 * import { keyStatement } from "@consent-service/core/evidence"
 *
 * const key = { at: 1796083200000, new: "log.example+7b36f050+AQOh…", old: null, reason: "signing begins" }
 * keyStatement(key).kind // 9
 * ```
 */
export const keyStatement = (key: {
  /** Epoch milliseconds. */
  readonly at: number
  /** A verifier key. */
  readonly new: string
  /** The verifier key that was current before; null for a log's first key. */
  readonly old: string | null
  readonly reason: string
}): Statement => single(9, "key", only(key, ["at", "new", "old", "reason"]))

/**
 * States that the log was administered: recovered, for example.
 *
 * @example
 * ```ts
 * import { taskStatement } from "@consent-service/core/evidence"
 *
 * taskStatement({ at: 1796083200000, count: 3, what: "lost in restore" }).parts[0]?.text
 * // '{"at":1796083200000,"count":3,"what":"lost in restore"}'
 * ```
 */
export const taskStatement = (task: {
  /** Epoch milliseconds. */
  readonly at: number
  readonly count?: number
  /** Lower-case hex digits. */
  readonly digest?: string
  readonly what: string
}): Statement => single(10, "task", { ...task })

/** Commits to a statement. */
export interface CommittedStatement {
  /** 16 random bytes as base64url. */
  readonly salt: string
  /** 64 lower-case hex digits. */
  readonly commitment: string
}

/**
 * Commits to a statement under a salt.
 *
 * @param salt - 16 random bytes as base64url, used for no other statement
 * @example
 * ```ts
 * import { archiveStatement, commitTo } from "@consent-service/core/evidence"
 *
 * commitTo(archiveStatement({ digest: "ab", what: "texts" }), "xh7DYDLe8SCGKnMPT9Tr8Q").commitment.length // 64
 * ```
 */
export const commitTo = ({ kind, parts }: Statement, salt: string): CommittedStatement => ({
  salt,
  commitment: entryCommitment(
    kind,
    parts.map(({ name, text }) => [name, partCommitment(partKey(salt, name), text)]),
  ),
})
