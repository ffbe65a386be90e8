/** A shop's log of twenty entries, ways to alter what is stored of it, and what a verification finds then. */
import * as Effect from "effect/Effect"
import type { Finding } from "../evidence-audit/Finding.js"
import { shopEntries, shopLog } from "./ShopLog.js"
import { type StoredLog, treeOf } from "./StoredLog.js"
import { verifying } from "./Verifying.js"

export const log = shopLog(20)

/** What is found where some of the log is stored otherwise. */
export const findingsIn = (stored: Partial<StoredLog>) =>
  Effect.map(verifying({ ...log, ...stored }), ({ findings }) => findings)

type Rows<A> = ReadonlyMap<string, A>

export const without = <A>(rows: Rows<A>, id: string): Rows<A> =>
  new Map(Array.from(rows).filter(([one]) => one !== id))

export const withRow = <A>(rows: Rows<A>, id: string, row: A): Rows<A> => new Map([...rows, [id, row]])

/** The same entries with another one at a position. */
export const withEntry = (position: number, change: Readonly<Record<string, unknown>>) =>
  treeOf(shopEntries(20).map((entry, at) => (at === position ? { ...entry, ...change } : entry)))

export const tampered = (finding: Finding["finding"], message: string, subject: Partial<Finding>): Finding => ({
  finding,
  severity: "tampered",
  message,
  ...subject,
})
