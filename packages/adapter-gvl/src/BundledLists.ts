/**
 * Lists that the operator brings along, by language. They are served as they are: `vendorIds` narrows
 * fetched lists only.
 *
 * @module
 */
import { editionFromText, type VendorListEdition } from "@consent-service/core/vendor"
import { toPlainValue } from "@consent-service/core/primitives"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"

/** A bundled list that is invalid. */
export class BundledListRefused extends Data.TaggedError("BundledListRefused")<{
  readonly language: string
  /** Where in the list, and what is wrong there. */
  readonly problem: string
}> {
  override get message(): string {
    return `bundled vendor list ${this.language}: ${this.problem}`
  }
}

/** Reads a list that was authored as an object; values that JSON cannot express are dropped. */
export const editionFromAuthored = (list: unknown, language: string): Either.Either<VendorListEdition, string> => {
  const { problems, value } = toPlainValue(list)
  const [problem] = problems
  if (problem !== undefined) return Either.left([...problem.path.map(String), problem.message].join(" "))
  return Either.flatMap(
    Either.try({ try: () => String(JSON.stringify(value)), catch: () => "cannot be written as JSON" }),
    (text) => editionFromText(text, { language, vendorIds: [] }),
  )
}

/** The editions of all bundled lists, by language. */
export const readBundled = (
  bundled: Readonly<Record<string, unknown>>,
): Effect.Effect<ReadonlyMap<string, VendorListEdition>, BundledListRefused> =>
  Effect.map(
    Effect.forEach(Object.entries(bundled), ([language, list]) =>
      Either.mapBoth(editionFromAuthored(list, language), {
        onLeft: (problem) => new BundledListRefused({ language, problem }),
        onRight: (edition) => [language, edition] as const,
      }),
    ),
    (editions) => new Map(editions),
  )
