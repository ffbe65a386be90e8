/**
 * The parts that an instance has where its composition has their ports.
 *
 * @module
 */
import { encodeBase64Url } from "@consent-service/core/evidence"
import {
  Archive,
  CheckpointSigner,
  ConsentStore,
  DocumentStore,
  Erasures,
  EvidenceLog,
  EvidenceReader,
  Records,
  RequiredWitnesses,
  Salts,
  Statistics,
  tenantOfAll,
} from "@consent-service/core/ports"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { EvidenceAccess } from "./api/EvidenceGroup.js"
import type { PackTools } from "./pack/PackTools.js"

/** The evidence log, where there is one. @param evidence - which of its routes are public; null has none */
export const evidenceOf = (evidence: EvidenceAccess | null) =>
  Effect.gen(function* () {
    const reader = yield* Effect.serviceOption(EvidenceReader)
    const signer = yield* Effect.serviceOption(CheckpointSigner)
    if (evidence === null || Option.isNone(reader) || Option.isNone(signer)) return null
    yield* tenantOfAll({ EvidenceReader: reader.value })
    return {
      ...evidence,
      ports: Context.make(EvidenceReader, reader.value).pipe(
        Context.add(CheckpointSigner, signer.value),
        Context.add(RequiredWitnesses, yield* RequiredWitnesses),
      ),
    }
  })

const randomSalt = (): string => encodeBase64Url(crypto.getRandomValues(new Uint8Array(16)))

/** Erasures and legal holds, where the stores have them. */
export const erasuresOf = Effect.gen(function* () {
  const erasures = yield* Effect.serviceOption(Erasures)
  const reader = yield* Effect.serviceOption(EvidenceReader)
  const signer = yield* Effect.serviceOption(CheckpointSigner)
  if (Option.isNone(erasures) || Option.isNone(reader) || Option.isNone(signer)) return null
  yield* tenantOfAll({ Erasures: erasures.value })
  const ports = Context.make(Erasures, erasures.value).pipe(
    Context.add(EvidenceReader, reader.value),
    Context.add(CheckpointSigner, signer.value),
    Context.add(RequiredWitnesses, yield* RequiredWitnesses),
  )
  return { ports, salts: (yield* Salts) ?? randomSalt }
})

/** The list of records, where the stores have it. */
export const recordsOf = Effect.gen(function* () {
  const records = yield* Effect.serviceOption(Records)
  if (Option.isNone(records)) return null
  yield* tenantOfAll({ Records: records.value })
  return { records: records.value }
})

/** Counts of records, where the stores have them. @param evidence - null where nothing is logged, and nothing counted */
export const statisticsOf = (evidence: EvidenceAccess | null) =>
  Effect.gen(function* () {
    const statistics = yield* Effect.serviceOption(Statistics)
    if (Option.isNone(statistics)) return null
    yield* tenantOfAll({ Statistics: statistics.value })
    return { statistics: statistics.value, areCounted: evidence !== null }
  })

/** What is handed out about a person, where the stores have it and packs can be made. */
export const disclosuresOf = ({
  packTools: tools,
  version,
}: {
  readonly packTools: PackTools | null
  readonly version: string
}) =>
  Effect.gen(function* () {
    const parts = yield* erasuresOf
    const log = yield* Effect.serviceOption(EvidenceLog)
    if (parts === null || tools === null || Option.isNone(log)) return null
    yield* tenantOfAll({ EvidenceLog: log.value })
    const ports = parts.ports.pipe(
      Context.add(EvidenceLog, log.value),
      Context.add(ConsentStore, yield* ConsentStore),
      Context.add(DocumentStore, yield* DocumentStore),
      Context.add(Archive, yield* Archive),
    )
    return { ports, salts: parts.salts, software: `consent-service ${version}`, tools }
  })
