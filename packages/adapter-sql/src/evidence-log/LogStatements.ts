/** The statements of the evidence log. Each binds the tenant. */
import { type Bundle, encodeBase64, type LogHead, type Tile } from "@consent-service/core/evidence"
import type { KeptCheckpoint, KeptTimestamp, LogOpening, TileId } from "@consent-service/core/ports"
import type { Fragment } from "@effect/sql/Statement"
import type { Database } from "../schema/SchemaState.js"
import { bundleText, tileText } from "./BundleText.js"
import { base64UrlOf, base64UrlOfHex } from "../log-queue/Hex.js"

/** As many queued entries are counted. */
const mostCounted = 100_000

/** Rows of the stored tree. */
const treeStatements = ({ sql, tables }: Database, tenant: string) => {
  const [bundle, tile] = [sql(tables.logBundle), sql(tables.logTile)]
  const bundleCells = ({ entries, firstReceived, lastReceived }: Bundle) => ({
    first_received: String(firstReceived),
    last_received: String(lastReceived),
    width: String(entries.length),
    content: bundleText(entries),
  })
  const at = ({ level, n }: TileId): Fragment => sql`(level = ${String(level)} and n = ${String(n)})`
  return {
    selectBundles: (first: number, count: number) =>
      sql`select n, first_received, last_received, content from ${bundle}
        where tenant = ${tenant} and n >= ${String(first)} and n < ${String(first + count)} order by n`,
    /** Without their contents, which are large. */
    selectSpans: (from: number, to: number) =>
      sql`select n, first_received, last_received from ${bundle}
        where tenant = ${tenant} and last_received >= ${String(from)} and first_received <= ${String(to)} order by n`,
    /** The first ones that end at a time or later. */
    selectSpansFrom: (from: number, limit: number) =>
      sql`select n, first_received, last_received from ${bundle}
        where tenant = ${tenant} and last_received >= ${String(from)}
        order by last_received limit ${sql.literal(String(limit))}`,
    insertBundle: (one: Bundle) =>
      sql`insert into ${bundle} ${sql.insert({ tenant, n: String(one.n), ...bundleCells(one) })}`,
    updateBundle: (one: Bundle) =>
      sql`update ${bundle} set ${sql.update(bundleCells(one))} where tenant = ${tenant} and n = ${String(one.n)}`,
    /** All that is signed, the signatures, and the time stamps. */
    deleteTree: [bundle, tile, sql(tables.logCheckpoint), sql(tables.logTimestamp)].map(
      (table) => sql`delete from ${table} where tenant = ${tenant}`,
    ),
    selectTiles: (ids: ReadonlyArray<TileId>) =>
      sql`select level, n, hashes from ${tile} where tenant = ${tenant} and (${sql.join(" or ", false)(ids.map(at))})`,
    insertTile: ({ hashes, level, n }: Tile) =>
      sql`insert into ${tile} ${sql.insert({ tenant, level: String(level), n: String(n), hashes: tileText(hashes) })}`,
    updateTile: (one: Tile) =>
      sql`update ${tile} set ${sql.update({ hashes: tileText(one.hashes) })} where tenant = ${tenant} and ${at(one)}`,
  }
}

/** Rows of the log itself, and of what waits. */
const headStatements = ({ dialect, sql, tables }: Database, tenant: string) => {
  const [log, queue] = [sql(tables.log), sql(tables.logQueue)]
  const selectHead = sql`select origin, size, root, last_time, counted_to from ${log} where tenant = ${tenant}`
  const own = sql`from ${queue} where tenant = ${tenant}`
  const most = sql.literal(String(mostCounted))
  const selectState = sql`select l.*, (select count(*) from (select 1 as one ${own} limit ${most}) counted) as queued,
      (select min(received_at) ${own}) as oldest_queued from ${log} l where l.tenant = ${tenant}`
  // Each node counts what waits on it; a subquery among the columns would have to be on the node of the log's row.
  const selectStateOfNodes = sql`select l.*, q.queued, q.oldest_queued from ${log} l
      cross join (select least(count(*), ${most}) as queued, min(received_at) as oldest_queued ${own}) q
    where l.tenant = ${tenant}`
  return {
    insertLog: ({ openedAt, origin }: Pick<LogOpening, "openedAt" | "origin">, { lastTime, root, size }: LogHead) =>
      sql`insert into ${log} ${sql.insert({
        tenant,
        origin,
        opened_at: String(openedAt),
        size: String(size),
        root: base64UrlOf(root),
        last_time: String(lastTime),
        lease_until: "0",
      })}`,
    restartLog: ({ openedAt, origin }: Pick<LogOpening, "openedAt" | "origin">, { lastTime, root, size }: LogHead) =>
      sql`update ${log} set ${sql.update({
        origin,
        opened_at: String(openedAt),
        size: String(size),
        root: base64UrlOf(root),
        last_time: String(lastTime),
        lease_holder: null,
        lease_until: "0",
        backfilled_to: null,
      })} where tenant = ${tenant}`,
    /** Only while no checkpoint is kept. */
    renameLog: (origin: string) =>
      sql`update ${log} set origin = ${origin} where tenant = ${tenant}
        and not exists (select 1 as kept from ${sql(tables.logCheckpoint)} where tenant = ${tenant})`,
    selectHead,
    /** Holds the row until the transaction ends. */
    holdHead: dialect.forUpdate === null ? selectHead : sql`${selectHead} ${dialect.forUpdate}`,
    moveHead: ({ lastTime, root, size }: LogHead, from: number) =>
      sql`update ${log} set ${sql.update({ size: String(size), root: base64UrlOf(root), last_time: String(lastTime) })}
        where tenant = ${tenant} and size = ${String(from)}`,
    /** In one statement, so that its parts are of one state where one server has them. */
    selectState: dialect.cluster === null ? selectState : selectStateOfNodes,
    selectLease: sql`select lease_holder, lease_until, ${dialect.now ?? sql.literal("null")} as server_now
      from ${log} where tenant = ${tenant}`,
    /** @param latest - a lease that ends after it counts as none */
    takeLease: (holder: string, now: number, until: number, latest: number) =>
      sql`update ${log} set lease_holder = ${holder}, lease_until = ${String(until)}
        where tenant = ${tenant} and (
          lease_holder = ${holder} or lease_until <= ${String(now)} or lease_until > ${String(latest)})`,
    endLease: (holder: string) =>
      sql`update ${log} set lease_holder = null, lease_until = 0
        where tenant = ${tenant} and lease_holder = ${holder}`,
    selectQueued: (limit: number) =>
      sql`select received_at, id, kind, salt, commitment ${own}
        order by received_at, id limit ${sql.literal(String(limit))}`,
    /** Queued entries with these commitments, in hex digits. */
    selectCommitted: (commitments: ReadonlyArray<string>) =>
      sql`select received_at, id, kind, salt, commitment ${own}
        and ${sql.in("commitment", commitments.map(base64UrlOfHex))}`,
    selectQueuedEntry: (id: string, receivedAt: number) =>
      sql`select 1 as found ${own} and received_at = ${String(receivedAt)} and id = ${id}`,
    /** Entries with these commitments, in hex digits, received between two times. An id may be that of several entries. */
    deleteQueued: (commitments: ReadonlyArray<string>, from: number, to: number) =>
      sql`delete ${own} and received_at >= ${String(from)} and received_at <= ${String(to)}
        and ${sql.in("commitment", commitments.map(base64UrlOfHex))}`,
  }
}

/** Records that may have no entry, and how far they were looked at. */
const unloggedStatements = ({ dialect, sql, tables }: Database, tenant: string) => {
  const [log, queue, consent] = [sql(tables.log), sql(tables.logQueue), sql(tables.consent)]
  const selectPlace = sql`select backfilled_to, size from ${log} where tenant = ${tenant}`
  const limited = (limit: number) => sql.literal(`order by id limit ${limit}`)
  return {
    /** Holds the row until the transaction ends. */
    holdPlace: dialect.forUpdate === null ? selectPlace : sql`${selectPlace} ${dialect.forUpdate}`,
    movePlace: (to: string | null) => sql`update ${log} set backfilled_to = ${to} where tenant = ${tenant}`,
    selectRecordsAfter: (after: string | null, limit: number) =>
      after === null
        ? sql`select * from ${consent} where tenant = ${tenant} ${limited(limit)}`
        : sql`select * from ${consent} where tenant = ${tenant} and id > ${after} ${limited(limit)}`,
    selectRecordTime: (id: string) => sql`select created_at from ${consent} where tenant = ${tenant} and id = ${id}`,
    /** Entries of one list, received between two times. */
    selectQueuedIds: (ids: ReadonlyArray<string>, from: number, to: number) =>
      sql`select id from ${queue} where tenant = ${tenant}
        and received_at >= ${String(from)} and received_at <= ${String(to)} and ${sql.in("id", ids)}`,
  }
}

const checkpointStatements = ({ sql, tables }: Database, tenant: string) => {
  const checkpoint = sql(tables.logCheckpoint)
  const columns = sql.literal("size, note, signed_at")
  return {
    insertCheckpoint: ({ note, signedAt, size }: KeptCheckpoint) =>
      sql`insert into ${checkpoint} ${sql.insert({ tenant, size: String(size), note, signed_at: String(signedAt) })}`,
    replaceNote: (size: number, from: string, to: string) =>
      sql`update ${checkpoint} set note = ${to}
        where tenant = ${tenant} and size = ${String(size)} and note = ${from}`,
    deleteCheckpoints: (sizes: ReadonlyArray<string>) =>
      sql`delete from ${checkpoint} where tenant = ${tenant} and ${sql.in("size", sizes)}`,
    selectNewestCheckpoints: (atLeast: number, limit: number) =>
      sql`select ${columns} from ${checkpoint} where tenant = ${tenant} and size >= ${String(atLeast)}
        order by size desc limit ${sql.literal(String(limit))}`,
    selectCheckpoints: (from: number, limit: number) =>
      sql`select ${columns} from ${checkpoint} where tenant = ${tenant} and size >= ${String(from)}
        order by size limit ${sql.literal(String(limit))}`,
  }
}

const timestampStatements = ({ sql, tables }: Database, tenant: string) => {
  const timestamp = sql(tables.logTimestamp)
  return {
    insertTimestamp: ({ answer, authority, keptAt, size, text }: KeptTimestamp) =>
      sql`insert into ${timestamp} ${sql.insert({
        tenant,
        size: String(size),
        authority,
        kept_at: String(keptAt),
        text,
        answer: encodeBase64(answer),
      })}`,
    selectTimestamps: (from: number, limit: number) =>
      sql`select * from ${timestamp} where tenant = ${tenant} and size >= ${String(from)}
        order by size, authority limit ${sql.literal(String(limit))}`,
    selectNewestTimestamp: (authority: string) =>
      sql`select * from ${timestamp} where tenant = ${tenant} and authority = ${authority} order by size desc limit 1`,
  }
}

/** The statements over one tenant's part of the log's tables. */
export const logStatements = (database: Database, tenant: string) => ({
  ...treeStatements(database, tenant),
  ...headStatements(database, tenant),
  ...unloggedStatements(database, tenant),
  ...checkpointStatements(database, tenant),
  ...timestampStatements(database, tenant),
})

export type LogStatements = ReturnType<typeof logStatements>
