/** The columns of a table, and the value that each stores. */
import type { Cell, InsertColumn } from "./InsertRows.js"

/** The columns of a table, each with how it is derived from the stored value. */
export type Columns<A> = ReadonlyArray<InsertColumn & { readonly read: (value: A) => Cell }>

/** A column of text. */
export const text = <A>(name: string, read: (value: A) => Cell) => ({ name, type: "text", read }) as const

/** A column of integers, which are bound as decimal text. */
export const integer = <A>(name: string, read: (value: A) => number | null) =>
  ({
    name,
    type: "integer",
    read: (value: A) => {
      const number = read(value)
      return number === null ? null : String(number)
    },
  }) as const

/** The cells of values, one row after another. */
export const cellsOf = <A>(columns: Columns<A>, values: ReadonlyArray<A>): ReadonlyArray<Cell> => {
  const cells: Array<Cell> = []
  for (const value of values) for (const { read } of columns) cells.push(read(value))
  return cells
}
