/** Which shard has the rows of a subject: by the hash of its id, of which each shard has a range. */
import type { SqlError } from "@effect/sql/SqlError"
import type * as Effect from "effect/Effect"
import type { TimedOut, UnexpectedAnswer } from "../statement/Guard.js"
import { hashOfText } from "./TextHash.js"

/** A shard of the subjects' table. The same ranges of the other tables that are divided by the subject are on the same node. */
export interface Shard {
  readonly id: string
  /** The node that has it, or had it when the shards were read. */
  readonly node: string
  readonly least: number
  readonly greatest: number
}

/** Finds the shard of a subject's id. */
export type ShardOf = (subject: string) => Shard

/** Reads the shards once; null where one server has all rows. */
export type Shards = Effect.Effect<ShardOf, SqlError | UnexpectedAnswer | TimedOut> | null

/** Finds shards by their ranges; null for ranges that leave a hash out, or have one twice. */
export const shardsByRange = (shards: ReadonlyArray<Shard>): ShardOf | null => {
  const sorted = shards.toSorted((left, right) => left.least - right.least)
  const [first] = sorted
  const last = sorted.at(-1)
  if (first === undefined || last === undefined) return null
  const areWhole = sorted.every((shard, index) => {
    const before = sorted[index - 1]
    return shard.least <= shard.greatest && (before === undefined || before.greatest + 1 === shard.least)
  })
  if (!areWhole || first.least !== -(2 ** 31) || last.greatest !== 2 ** 31 - 1) return null
  return (subject) => {
    const hash = hashOfText(subject)
    return sorted.findLast(({ least }) => least <= hash) ?? first
  }
}
