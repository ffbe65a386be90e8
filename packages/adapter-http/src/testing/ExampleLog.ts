/** The stored log behind the receipt in the API's examples: three entries, the second of which is a record. */
import {
  type Bundle,
  commitTo,
  type ConsentFacts,
  consentStatement,
  documentStatement,
  emptyEdge,
  emptyRoot,
  integrate,
  logOpenedStatement,
} from "@consent-service/core/evidence"
import { CheckpointSigner, EntryPlace, EvidenceReader, type StoreError } from "@consent-service/core/ports"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { createHash } from "node:crypto"
import * as Examples from "../api/EvidenceExamples.js"
import { choice, givenAt, preferences } from "../api/Examples.js"
import type { LogPorts } from "../handlers/Evidence.js"

const { consentId, id: subjectId } = Examples.path

const facts: ConsentFacts = {
  id: consentId,
  subjectId,
  type: "cookie_banner",
  domain: "shop.example",
  documentId: null,
  givenAt,
  createdAt: givenAt + 400,
  validUntil: null,
  preferences,
  choice,
  vendorChoice: null,
  metadata: null,
  jurisdiction: "GDPR",
  model: "opt-in",
  consentAction: "custom",
  uiSource: "dialog",
  tcString: null,
  ipAddress: "203.0.113.0",
  userAgent: "Example/1.0",
  language: null,
  decisionId: null,
  decisionSource: null,
  experiment: null,
  timeToDecisionMs: 4200,
  contentDigest: createHash("sha256").update("example").digest("hex"),
}

const document = {
  id: "pol_1",
  type: "privacy_policy",
  version: "2025-11",
  hash: `sha256:${"bb".repeat(32)}`,
  effectiveDate: givenAt,
}

const statements = [
  logOpenedStatement({ openedAt: givenAt - 1000, origin: Examples.receipt.origin }),
  consentStatement(facts),
  documentStatement(document),
]

const saltOf = (at: number): string =>
  createHash("sha256").update(`example salt ${at}`).digest().subarray(0, 16).toString("base64url")

const queued = statements.map((statement, at) => ({
  kind: statement.kind,
  id: at === 1 ? consentId : `${at}`,
  receivedAt: at,
  ...commitTo(statement, saltOf(at)),
}))

const growth = integrate({ size: 0, root: emptyRoot, lastTime: 0 }, emptyEdge, queued, givenAt + 1000)

/** Changes to the example. */
export interface ExampleOptions {
  readonly isOpened?: boolean
  readonly isSigned?: boolean
  readonly hasCheckpoint?: boolean
  /** Changes the record after it was logged. */
  readonly altered?: Partial<ConsentFacts>
  readonly failure?: StoreError
}

const place = (bundle: Bundle | undefined, id: string): EntryPlace => {
  if (id === "cns_new") return EntryPlace.Queued()
  const position = bundle?.entries.findIndex((entry) => entry.id === id) ?? -1
  const entry = bundle?.entries[position]
  return entry === undefined ? EntryPlace.Unknown() : EntryPlace.At({ position, entry })
}

/** The ports over the example. The record `cns_new` waits for its entry in the tree. */
export const exampleLog = ({
  altered = {},
  failure,
  hasCheckpoint = true,
  isOpened = true,
  isSigned = true,
}: ExampleOptions = {}): LogPorts => {
  const [bundle] = growth?.bundles ?? []
  const records = [
    { ...facts, ...altered },
    { ...facts, id: "cns_new" },
  ]
  const checkpoint = hasCheckpoint ? [{ size: 3, note: Examples.checkpoint, signedAt: givenAt + 1000 }] : []
  const head = growth?.head ?? { size: 0, root: emptyRoot, lastTime: 0 }
  const answer = <A>(value: A): Effect.Effect<A, StoreError> =>
    failure === undefined ? Effect.succeed(value) : Effect.fail(failure)
  const { origin } = Examples.receipt
  const state = { origin, openedAt: givenAt - 1000, head, counted: head.size, queued: 0, oldestQueued: null }
  return Context.make(EvidenceReader, {
    tenant: null,
    state: answer(isOpened ? Option.some(state) : Option.none()),
    checkpoint: (atLeast) => answer(Option.fromNullable(checkpoint.find(({ size }) => size >= atLeast))),
    timestamps: () => answer([]),
    newestTimestamp: () => answer(Option.none()),
    newestCheckpoints: (atLeast) => answer(checkpoint.filter(({ size }) => size >= atLeast)),
    checkpoints: (from, limit) => answer(checkpoint.filter(({ size }) => size >= from).slice(0, limit)),
    bundles: (first) => answer(bundle === undefined || first > 0 ? [] : [bundle]),
    tiles: () => answer([]),
    locate: (id) => answer(place(bundle, id)),
    consentFacts: (ids) => answer(new Map(records.filter(({ id }) => ids.includes(id)).map((one) => [one.id, one]))),
    statements: () => answer(new Map()),
  }).pipe(
    Context.add(CheckpointSigner, { keys: isSigned ? [Examples.verifierKey] : [], sign: () => Effect.succeed([]) }),
  )
}
