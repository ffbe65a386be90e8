/**
 * The formats of an export, by the names of `--format`.
 *
 * @module
 */
import type { PartialDisclosure } from "@consent-service/core/records"
import * as Either from "effect/Either"
import type { OpenWriter } from "./RecordWriter.js"
import { type StandardForm, standardWriter } from "./StandardForms.js"
import { openCsv, openNdjson } from "./TextWriter.js"

/** The formats. */
export const exportFormats = ["csv", "ndjson", "parquet", "iso27560", "kantara"] as const

/** A format. */
export type ExportFormat = (typeof exportFormats)[number]

/** Whether a name is that of a format. */
export const isExportFormat = (name: string): name is ExportFormat => exportFormats.some((format) => format === name)

/** Whether a format also says what the configuration does. */
export const isStandardForm = (format: ExportFormat): format is StandardForm =>
  format === "iso27560" || format === "kantara"

const loadParquet = async (): Promise<Either.Either<OpenWriter, string>> => {
  try {
    // Loaded by those who ask for it: the package is optional.
    return Either.right((await import("./ParquetWriter.js")).openParquet)
  } catch {
    return Either.left("--format parquet needs the package hyparquet-writer: run `npm install hyparquet-writer`")
  }
}

/**
 * What writes a format.
 *
 * @param disclosure - what the configuration says, for standard forms; null for the others
 * @returns the writer, or what it lacks
 */
export const writerOf = async (
  format: ExportFormat,
  disclosure: PartialDisclosure,
): Promise<Either.Either<OpenWriter, string>> => {
  if (isStandardForm(format)) return standardWriter(format, disclosure)
  if (format === "parquet") return loadParquet()
  return Either.right(format === "csv" ? openCsv : openNdjson)
}
