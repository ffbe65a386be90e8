/** Collects the findings of a verification, up to a limit. */
import type { Discrepancy } from "@consent-service/core/consent"

/** A problem of a row: its content is inconsistent, or a row that it references is missing. */
export type Damage =
  | Discrepancy
  | "subject-missing"
  | "decision-missing"
  | "document-missing"
  | "manifest-missing"
  | "texts-missing"

/** One damaged row. */
export interface DamagedRow {
  readonly table: string
  /** Null in the single-tenant scope. */
  readonly tenant: string | null
  readonly id: string
  readonly damage: ReadonlyArray<Damage>
}

/** How many rows a table has. */
export interface CountedTable {
  readonly table: string
  readonly rows: number
}

/** The findings of {@link verify} of the module `Verification`. */
export interface Verified {
  /** The tables in the order they were read. */
  readonly tables: ReadonlyArray<CountedTable>
  /** How many rows are damaged; 0 for an intact database. */
  readonly damagedRows: number
  /** The first damaged rows, at most {@link mostListed}. */
  readonly damaged: ReadonlyArray<DamagedRow>
  /** Decisions whose manifest or texts are not archived because their save was in progress: no client has its response. */
  readonly underWay: number
  /** When the newest record was created, epoch milliseconds; null without records. */
  readonly newestRecordAt: number | null
}

/** How many damaged rows are listed; all are counted. */
export const mostListed = 100

/** Collects findings. Mutable, because a table may have millions of rows. */
export const gatherFindings = () => {
  const tables = new Map<string, number>()
  const damaged: Array<DamagedRow> = []
  let damagedRows = 0
  let underWay = 0
  let newestRecordAt: number | null = null
  return {
    count: (table: string, rows: number): number => {
      const total = (tables.get(table) ?? 0) + rows
      tables.set(table, total)
      return total
    },
    report: (row: DamagedRow): void => {
      if (row.damage.length === 0) return
      damagedRows++
      if (damaged.length < mostListed) damaged.push(row)
    },
    wasUnderWay: (): void => void underWay++,
    wasCreatedAt: (at: number): void => void (newestRecordAt = Math.max(newestRecordAt ?? at, at)),
    newestRecordAt: (): number | null => newestRecordAt,
    result: (): Verified => ({
      tables: Array.from(tables, ([table, rows]) => ({ table, rows })),
      damagedRows,
      damaged,
      underWay,
      newestRecordAt,
    }),
  }
}

export type Findings = ReturnType<typeof gatherFindings>
