/**
 * What writes records to a file, in one of the formats of an export.
 *
 * @module
 */
import type { Archive, ConsentStore, StoredRecord, StoreError } from "@consent-service/core/ports"
import type * as Effect from "effect/Effect"

/** The ports that a format may read more from. */
export type WriterPorts = ConsentStore | Archive

/** Writes records, in their order, in constant memory. */
export interface RecordWriter {
  /** Writes some records; returns how many of them the format has a place for. */
  readonly add: (records: ReadonlyArray<StoredRecord>) => Effect.Effect<number, StoreError, WriterPorts>
  /** Completes the file; returns why it cannot be used, or null. */
  readonly end: () => Promise<string | null>
  /** Closes the file, also one that was not completed. */
  readonly close: () => Promise<void>
}

/** Opens an empty file to write records to. */
export type OpenWriter = (path: string) => Promise<RecordWriter>
