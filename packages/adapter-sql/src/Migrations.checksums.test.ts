import type { Engine } from "@consent-service/test-engines"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checksumOf, databaseOf } from "./internal/SchemaState.js"
import { clientOver } from "./testing/InterceptedClient.js"
import { on } from "./testing/TestDatabase.js"

const landed: Readonly<Record<Engine, Readonly<Record<string, string>>>> = {
  sqlite: {
    "1-baseline": "3470e222893e58bdefdbe31f84b49da4cfed7dad1a7c07d160d8b8be4f979af4",
    "2-hot-path-indexes": "7228909d0dc2393b25e8db79d03d87f1a83ef3b1f6029b7fc1674514ec242820",
    "3-consent-receipts": "5757b0e14ac38083bf6565fec0e7cb898a3aeb94620fd41691b06ae339747aac",
    "4-vendor-choice": "905d015fd1c22b1d937554fa550ecd89bf69d5ef7e3b7e4b3a5c8d91f688ba2b",
    "5-legal-documents": "fe33914f3df2608a685ba618368f42d002ef50b776b954d46344d4d70827b7c2",
    "6-manifest-archive": "2f3db66030ea92a8acbc03599a521a7a82be4eab9c17f882a7eee7b168f5f734",
    "7-identity-links": "2d85844af963bfe8cb616edd7e46af018f7e6bb518116c9a1dc3c47e3ad4c59d",
    "8-experiment-summaries": "40329a8925f09673b9682a838765888b5df13388cb48d4f9715ab4d0a3d54720",
  },
  postgres: {
    "1-baseline": "d350acbc018aeabf1f1cdace17e42d3843d3c56dcb6d57c6d2717e885f4af6f8",
    "2-hot-path-indexes": "7228909d0dc2393b25e8db79d03d87f1a83ef3b1f6029b7fc1674514ec242820",
    "3-consent-receipts": "5757b0e14ac38083bf6565fec0e7cb898a3aeb94620fd41691b06ae339747aac",
    "4-vendor-choice": "905d015fd1c22b1d937554fa550ecd89bf69d5ef7e3b7e4b3a5c8d91f688ba2b",
    "5-legal-documents": "305fd7627cd8b11796a2b0a95b5df476c865de8c4f7e4db9970bc76cda0f8148",
    "6-manifest-archive": "4be6f922abb7de4b0bfe6dffbf21f2ff17d40bb1a77fa6a891f5f5505e1b4ab7",
    "7-identity-links": "2d85844af963bfe8cb616edd7e46af018f7e6bb518116c9a1dc3c47e3ad4c59d",
    "8-experiment-summaries": "40329a8925f09673b9682a838765888b5df13388cb48d4f9715ab4d0a3d54720",
  },
  mysql: {
    "1-baseline": "6ea4a2625191d7be32e4c331593b06a1a14e79ef23ec84c814c2296fbbd2e0cd",
    "2-hot-path-indexes": "caecdbdd77ffc92972ef4aafbf86972eb391fd8adbbefb5a383a3e217c0ea880",
    "3-consent-receipts": "be3a1b45aa20f219cf39584411a2448d188f0f8f891a8fa824f9c65c653c9c7f",
    "4-vendor-choice": "cd246c8acd90e214374b7ec8e0552a32ea034f32ca5735fb35ee7ae330302b50",
    "5-legal-documents": "1a76beb6e9cd8b6dbe940e8db09ea1c4c2ce570f3fd4e7bdd7c3dbefc31ac471",
    "6-manifest-archive": "204be32754b9d441fdbd579905364ae9d0a54efb7b886ca1a05e6e18bb643675",
    "7-identity-links": "e0fddb81f4e99af9df7cf780093753e5c6988bd193932dfa99fbd96f3370c1b1",
    "8-experiment-summaries": "ecc077be69722a657c20b3a6097815def26236c885216960efff4a9c55fe4884",
  },
}

/** A database that ran a migration refuses a version that has other statements for it: add a migration instead. */
describe("a migration that has landed is never edited", () => {
  for (const engine of ["sqlite", "postgres", "mysql"] as const) {
    it.effect(`on ${engine}`, () =>
      Effect.gen(function* () {
        const sql = yield* clientOver(engine, Effect.dieMessage("there is no database behind this client"))
        const { migrations } = yield* on(sql)(databaseOf("cs_"))
        const checksums = new Map(migrations.map((migration) => [migration.id, checksumOf(migration)]))
        for (const [id, checksum] of Object.entries(landed[engine])) assert.strictEqual(checksums.get(id), checksum, id)
      }),
    )
  }
})
