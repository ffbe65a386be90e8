/**
 * Records in standard forms, which also say who is responsible and what the data are used for.
 *
 * @module
 */
import {
  type Disclosure,
  iso27560Context,
  iso27560Record,
  iso27560Shared,
  kantaraReceipt,
  makeReadShown,
  missingMembers,
  type PartialDisclosure,
  type RecordItem,
  recordItem,
  type ShownNotice,
  undisclosed,
} from "@consent-service/core/records"
import * as Either from "effect/Either"
import * as Effect from "effect/Effect"
import type { OpenWriter } from "./RecordWriter.js"
import { type TextFormat, textWriter } from "./TextWriter.js"

/** The standard forms. */
export type StandardForm = "iso27560" | "kantara"

type WriteRecord = (item: RecordItem, shown: ShownNotice | null, disclosure: Disclosure) => object | null

const listed = (names: Iterable<string>): string =>
  Array.from(names, (name) => `evidence.${name}`)
    .toSorted()
    .join(", ")

/** A format that reads what was shown for each record, and names the categories that the configuration says nothing of. */
const disclosing = (
  disclosure: Disclosure,
  write: WriteRecord,
  around: Pick<TextFormat, "header" | "footer"> & { readonly line: (text: string) => string },
): TextFormat => {
  const readShown = makeReadShown()
  const missing = new Set<string>()
  return {
    ...around,
    line: (record) =>
      Effect.map(readShown(record), (shown) => {
        const item = recordItem(record)
        for (const category of undisclosed(item, disclosure.processing)) missing.add(`processing.${category}`)
        const written = write(item, shown, disclosure)
        return written === null ? null : around.line(JSON.stringify(written))
      }),
    problem: () =>
      missing.size === 0 ? null : `records name what the configuration does not describe: ${listed(missing)}`,
  }
}

/** One JSON-LD document. Its first nodes are those that the records refer to. */
const isoFormat = (disclosure: Disclosure): TextFormat => {
  const shared = iso27560Shared(disclosure).map((node) => JSON.stringify(node))
  return disclosing(disclosure, iso27560Record, {
    header: `{"@context":${JSON.stringify(iso27560Context)},\n"@graph":[\n${shared.join(",\n")}`,
    line: (text) => `,\n${text}`,
    footer: "\n]}\n",
  })
}

/** One receipt a line. */
const kantaraFormat = (disclosure: Disclosure): TextFormat =>
  disclosing(disclosure, kantaraReceipt, { header: "", line: (text) => `${text}\n`, footer: "" })

/**
 * A writer of a form.
 *
 * @returns the writer, or the options that the form needs and the configuration lacks
 */
export const standardWriter = (
  form: StandardForm,
  configured: PartialDisclosure,
): Either.Either<OpenWriter, string> => {
  const missing = missingMembers(form, configured)
  const { controller, processing } = configured
  if (controller === null || missing.length > 0) {
    return Either.left(`--format ${form} needs ${listed(missing)} in the configuration`)
  }
  const format = form === "iso27560" ? isoFormat : kantaraFormat
  return Either.right(textWriter(() => format({ controller, processing })))
}
