/** The storage ports, in the smallest form that fulfills their contracts. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Instance, noTokens, type TokenSettings } from "../instance/Instance.js"
import { type CompiledManifest, compileManifest } from "../manifest/CompiledManifest.js"
import type { LegalDocument } from "../legal-document/LegalDocument.js"
import type { IdRange } from "../digest/TimedIdRanges.js"
import type { IdentityLink } from "../consent/record/ConsentRecord.js"
import { ConsentStore, type LinkOutcome } from "../ports/ConsentStore.js"
import { DocumentStore, PublishOutcome } from "../ports/DocumentStore.js"
import { type Archived, Archive } from "../ports/Archive.js"
import { Records, type StoredRecord } from "../ports/Records.js"
import type { StoreError } from "../ports/StoreError.js"
import { compareCodeUnits } from "../schema/Order.js"
import { Tokens } from "../ports/Tokens.js"
import { Tenant } from "../tenant/Tenant.js"

/** What a composition is configured with. */
export interface Configured {
  readonly manifest: CompiledManifest
  readonly tokens: TokenSettings
  readonly tenant: string | null
}

const noManifest = compileManifest({}, { hosting: "self-hosted", geolocation: true })

/** The configuration of a composition, and its tokens. */
export const configured = ({ manifest = noManifest, tenant = null, tokens = noTokens }: Partial<Configured> = {}) =>
  Tokens.layer().pipe(
    Layer.provideMerge(
      Layer.succeed(Instance, { manifest, tokens, translationProblems: [], maxActsPerSubject: 1_000 }),
    ),
    Layer.provideMerge(Tenant.layer(tenant)),
  )

type Store = Context.Tag.Service<ConsentStore>

/** A store with just these methods, without any record found by its id; any other method dies. */
export const storeOf = (methods: Partial<Store>) =>
  Layer.mock(ConsentStore, { tenant: null, evidence: () => Effect.succeedNone, ...methods })

/** A method that answers every link with the same outcome, and keeps the requested links. */
export const linkOf =
  (outcome: Effect.Effect<LinkOutcome, StoreError>, requested: Array<IdentityLink> = []): Store["link"] =>
  (_, link) =>
    Effect.suspend(() => {
      requested.push(link)
      return outcome
    })

/** A store that holds just these versions, and records every requested list of types. */
export const documentsOf = (documents: ReadonlyArray<LegalDocument>, asked: Array<ReadonlyArray<string>> = []) =>
  Layer.succeed(DocumentStore, {
    tenant: null,
    publish: ({ hash }) =>
      Effect.suspend(() => {
        const document = documents.find((one) => one.hash === hash)
        return document === undefined ? Effect.dieMessage("a closed registry") : Effect.succeed(document)
      }).pipe(Effect.map((document) => PublishOutcome.Unchanged({ document }))),
    versions: (types) =>
      Effect.sync(() => {
        asked.push(types)
        return documents.filter(({ type }) => types.includes(type))
      }),
  })

/** An archive, and every call of `keep`. */
export const archiveOf = (kept: Array<ReadonlyArray<Archived>> = []) =>
  Layer.succeed(Archive, {
    tenant: null,
    keep: (entries) =>
      Effect.sync(() => {
        kept.push(entries)
      }),
    find: (id) => Effect.sync(() => Option.fromNullable(kept.flat().find((one) => one.id === id)?.content)),
  })

/** A read of records: its range, and how many it may return. */
export interface RecordRead {
  readonly range: IdRange
  readonly limit: number
}

/** Stored records in the order of their ids, and every read of them. */
export const recordsOf = (stored: ReadonlyArray<StoredRecord>, reads: Array<RecordRead> = []) => {
  const inOrder = stored.toSorted((one, other) => compareCodeUnits(one.facts.id, other.facts.id))
  return Layer.succeed(Records, {
    tenant: null,
    read: (range, limit) =>
      Effect.sync(() => {
        reads.push({ range, limit })
        return inOrder.filter(({ facts: { id } }) => range.from <= id && id <= range.to).slice(0, limit)
      }),
  })
}
