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

type Lists = Readonly<Record<string, unknown>>

/**
 * Editions of lists that the check of options has read, by the object that it returned. Reading two lists of 50 vendors a
 * second time was 9 % of the CPU of a start. The settings keep the lists themselves, because the shown options contain them.
 */
const checkedEditions = new WeakMap<Lists, ReadonlyMap<string, VendorListEdition>>()

/** Remembers what the check of options has read, so that it is not read again. */
export const rememberEditions = (lists: Lists, editions: ReadonlyMap<string, VendorListEdition>): void =>
  void checkedEditions.set(lists, editions)

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
  bundled: Lists,
): Effect.Effect<ReadonlyMap<string, VendorListEdition>, BundledListRefused> =>
  Effect.suspend(() => {
    const checked = checkedEditions.get(bundled)
    if (checked !== undefined) return Effect.succeed(checked)
    const read = Effect.forEach(Object.entries(bundled), ([language, list]) =>
      Either.mapBoth(editionFromAuthored(list, language), {
        onLeft: (problem) => new BundledListRefused({ language, problem }),
        onRight: (edition) => [language, edition] as const,
      }),
    )
    return Effect.map(read, (editions) => new Map(editions))
  })
