/** A signed log in memory, with records and links of people, of which packs are issued. */
import { type ConsentRecord, draftEntries, type IdentityLink, linkEntry } from "@consent-service/core/consent"
import {
  keyTypes,
  type VerifyEd25519,
  verifierKey,
  verifyPack,
  writeSignatureLine,
  writeVerifierKey,
} from "@consent-service/core/evidence"
import { makeSequencer } from "@consent-service/core/evidence-log"
import { issuePack, type PackFile, PackOutcome, type PackRequest } from "@consent-service/core/evidence-pack"
import { CheckpointSigner, ConsentStore, EvidenceLog, type EvidenceReader, Tenant } from "@consent-service/core/ports"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto"
import { makeDraft } from "../draft/Drafts.js"
import { freshSalt } from "../laws/LogUnderTest.js"
import * as MemoryStores from "../MemoryStores.js"

export const origin = "log.example/shop"

const { privateKey, publicKey } = generateKeyPairSync("ed25519")

const key = verifierKey(
  origin,
  keyTypes.note,
  new Uint8Array(publicKey.export({ format: "der", type: "spki" }).subarray(-32)),
)

/** The verifier key of the log. */
export const logKey = writeVerifierKey(key)

export const keyEntry = `key_${key.id}`

const signer: typeof CheckpointSigner.Service = {
  keys: [logKey],
  sign: (text) =>
    Effect.sync(() => {
      const signature = new Uint8Array(sign(null, Buffer.from(text), privateKey))
      return [writeSignatureLine({ name: origin, keyId: key.id, signature }).trimEnd()]
    }),
}

const verifyEd25519: VerifyEd25519 = (raw, message, signature) => {
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw])
  return verify(null, message, createPublicKey({ key: der, format: "der", type: "spki" }), signature)
}

const newStores = () =>
  Layer.merge(Layer.provide(MemoryStores.layerMemory(), Tenant.layer("shop")), Layer.succeed(CheckpointSigner, signer))

/** When the tests begin. */
export const now = Date.UTC(2026, 10, 25, 10)

/** A test on new stores of a tenant, in a process that has the key of its log. */
export const itPacks = (
  title: string,
  body: Effect.Effect<void, unknown, Layer.Layer.Success<ReturnType<typeof newStores>>>,
) => it.effect(title, () => Effect.provide(Effect.zipRight(TestClock.setTime(now), body), newStores()))

/** In a process without a key of the log. */
export const withoutKey = Effect.provideService(CheckpointSigner, { keys: [], sign: () => Effect.succeed([]) })

/** The log takes in all that waits, and signs its tree. */
export const sequenced = Effect.provideService(
  Effect.flatMap(
    makeSequencer({ origin, holder: "a process", batch: 64, checkpointEveryMs: 0, salts: freshSalt }),
    ({ run }) => run,
  ),
  CheckpointSigner,
  signer,
)

/** The entry of a link that is made now. */
export const linked = (subjectId: string, link: IdentityLink) => linkEntry(subjectId, link, now, freshSalt)

/** Saves a record. One from before there was a log has no entry. */
export const saved = (
  given: Parameters<typeof makeDraft>[0],
  { isLogged = true, ...rest }: Parameters<typeof makeDraft>[1] & { readonly isLogged?: boolean } = {},
): Effect.Effect<ConsentRecord, unknown, ConsentStore> =>
  Effect.flatMap(ConsentStore, ({ append }) => {
    const draft = makeDraft(given, { decision: null, ...rest })
    return Effect.as(append(isLogged ? { ...draft, entries: draftEntries(draft, freshSalt) } : draft), draft.record)
  })

export const account = (externalId: string): IdentityLink => ({
  externalId,
  identityProvider: "external",
  verified: true,
})

export const digestOf = (data: Uint8Array | string): string => createHash("sha256").update(data).digest("hex")

/** Requests a pack; nothing is waited for, unless it is requested. */
export const requested = (request: Pick<PackRequest, "selection"> & Partial<PackRequest>) =>
  issuePack({
    withhold: [],
    language: null,
    software: "a program",
    tools: [],
    salts: freshSalt,
    patience: { every: "1 second", most: 0 },
    ...request,
  })

/** A pack of which everything is in the log: the pack's own entry is taken in and signed immediately. */
export const issued = (request: Parameters<typeof requested>[0]) =>
  Effect.gen(function* () {
    const log = yield* EvidenceLog
    const context = yield* Effect.context<EvidenceReader | EvidenceLog>()
    const outcome = yield* Effect.provideService(requested(request), EvidenceLog, {
      ...log,
      queue: (entries) => Effect.zipLeft(log.queue(entries), Effect.provide(sequenced, context)),
    })
    return PackOutcome.$is("Issued")(outcome) ? outcome : assert.fail(outcome._tag)
  })

export const pathsOf = (files: ReadonlyArray<PackFile>): ReadonlyArray<string> => files.map(({ path }) => path)

export const textIn = (files: ReadonlyArray<PackFile>, path: string): string =>
  Buffer.from(files.find((file) => file.path === path)?.bytes ?? assert.fail(`no ${path}`)).toString()

/** What someone finds out who has nothing but the pack and the key. */
export const verified = (files: ReadonlyArray<PackFile>) =>
  Effect.promise(async () =>
    verifyPack(new Map(files.map(({ bytes, path }) => [path, bytes])), { keys: [key] }, verifyEd25519),
  )
