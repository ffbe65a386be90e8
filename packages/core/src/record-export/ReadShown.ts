/**
 * Which notice a record's visitor was shown, and in which language.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { recent } from "../memory/Recent.js"
import { languageOfTexts } from "../person-report/ShownTexts.js"
import { Archive } from "../ports/Archive.js"
import { ConsentStore } from "../ports/ConsentStore.js"
import type { StoredRecord } from "../ports/Records.js"
import type { StoreError } from "../ports/StoreError.js"

/** The notice that was shown. */
export interface ShownNotice {
  /** The SHA-256 of its texts, under which they are archived. */
  readonly textsDigest: string
  /** BCP 47; null where the texts are not in the archive. */
  readonly language: string | null
}

/** How many decisions are remembered: as many as there are rules, languages and places together. */
const remembered = 1_000

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

const languageOf = (content: Option.Option<string>): string | null =>
  Option.getOrNull(Option.flatMap(content, parse).pipe(Option.map(languageOfTexts)))

const readNotice = (consentId: string): Effect.Effect<ShownNotice | null, StoreError, ConsentStore | Archive> =>
  Effect.gen(function* () {
    const [store, archive] = [yield* ConsentStore, yield* Archive]
    const decision = Option.getOrNull(yield* store.evidence(consentId))?.decision ?? null
    const textsDigest = decision === null || decision === "unreadable" ? null : decision.textsDigest
    if (textsDigest === null) return null
    return { textsDigest, language: languageOf(yield* archive.find(textsDigest)) }
  })

/**
 * Makes a read of the notices of records. Records that share a policy decision share its notice, which is read once.
 *
 * @returns null for a record whose texts are not known
 * @example
 * ```ts
 * import type { StoredRecord } from "@consent-service/core/ports"
 * import { makeReadShown } from "@consent-service/core/records"
 *
 * const readShown = makeReadShown()
 * const shownFor = (record: StoredRecord) => readShown(record)
 * ```
 */
export const makeReadShown = (): ((
  record: StoredRecord,
) => Effect.Effect<ShownNotice | null, StoreError, ConsentStore | Archive>) => {
  const known = recent<ShownNotice | null>({ bound: remembered })
  return ({ facts: { decisionId, id } }) => {
    if (decisionId === null) return Effect.succeed(null)
    const found = known.find(decisionId)
    if (found !== undefined) return Effect.succeed(found)
    return Effect.tap(readNotice(id), (notice) => Effect.sync(() => known.keep(decisionId, notice)))
  }
}
