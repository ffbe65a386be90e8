/**
 * Clusters for tests: Citus where a coordinator is named, and a stand-in.
 *
 * The stand-in is for a Citus cluster on one PostgreSQL server, since Citus cannot be installed from the registries: a divided table is
 * one that is partitioned by the hash of its column, and partition n of the subjects' group is shard n.
 *
 * What it shows: that unique keys contain the column, that a process computes the shard that Citus would, and, by `explain`,
 * which shards a statement touches. It has one node, and commits in one phase. It accepts statements that Citus does not.
 */
import { describe, it } from "vitest"
import { postgresQuery } from "./Postgres.js"
import { createTestDatabase, describeEngines, type TestDatabase } from "./TestDatabase.js"

/** As many shards has each group of tables. */
export const standInShards = 8

/**
 * The number of a partition is the hash, plus a constant of PostgreSQL's, modulo the number of partitions. The constant is 3 modulo
 * 8, so that 5 more than the number of the shard has the same number as a partition.
 */
const functions = `
create table pg_dist_shard (logicalrelid regclass, shardid bigint, shardstorage "char", shardminvalue text, shardmaxvalue text);
create table pg_dist_placement (placementid bigserial, shardid bigint, shardstate int, shardlength bigint, groupid int);
create table pg_dist_node (groupid int, nodename text, nodeport int, isactive boolean, shouldhaveshards boolean);
insert into pg_dist_node values (1, 'stand-in', 5432, true, true), (2, 'stand-in', 5432, true, true);
create sequence stand_in_shard_ids start 102008;

create function stand_in_shard(value text, seed bigint) returns bigint language sql immutable strict
  as $$ select (hashtext(value)::bigint + 2147483648) / (4294967296 / ${standInShards}) + 5 $$;

create operator class stand_in_ops for type text using hash as
  operator 1 =, function 1 hashtext(text), function 2 stand_in_shard(text, bigint);

create function create_distributed_table(
  divided regclass, distribution_column text, colocate_with text default 'default'
) returns void language plpgsql as $$
declare
  own text := (select relname from pg_class where oid = divided);
  local text := own || '_local';
  key_name text := (select conname from pg_constraint where conrelid = divided and contype = 'p');
  key text := (select pg_get_constraintdef(oid) from pg_constraint where conrelid = divided and contype = 'p');
  index_names text[] := array(
    select indexrelid::regclass::text from pg_index where indrelid = divided and not indisprimary);
  indexes text[] := array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = divided and not indisprimary);
  one text;
  shard bigint;
begin
  if colocate_with not in ('default', 'none') then
    perform 1 from pg_dist_shard where logicalrelid = colocate_with::regclass;
    if not found then raise exception '% is not divided', colocate_with; end if;
  end if;
  execute format('alter table %I drop constraint %I', own, key_name);
  foreach one in array index_names loop execute 'drop index ' || one; end loop;
  execute format('alter table %I rename to %I', own, local);
  execute format('create table %I (like %I including defaults) partition by hash (%I stand_in_ops)',
    own, local, distribution_column);
  for number in 0..${standInShards - 1} loop
    shard := nextval('stand_in_shard_ids');
    execute format('create table %I partition of %I for values with (modulus ${standInShards}, remainder %s)',
      own || '_s' || number, own, number);
    insert into pg_dist_shard values (format('%I', own)::regclass, shard, 't',
      (-2147483648 + number * (4294967296 / ${standInShards}))::text,
      (-2147483648 + (number + 1) * (4294967296 / ${standInShards}) - 1)::text);
    insert into pg_dist_placement (shardid, shardstate, shardlength, groupid) values (shard, 1, 0, 1 + number % 2);
  end loop;
  execute format('alter table %I add %s', own, key);
  foreach one in array indexes loop execute one; end loop;
  execute format('insert into %I select * from %I', own, local);
  execute format('drop table %I', local);
end $$;

-- Tables of one group are joined shard by shard, as on Citus. For connections that are opened after this one.
do $$ begin
  execute format('alter database %I set enable_partitionwise_join = on', current_database());
end $$;

create function create_reference_table(shared regclass) returns void language sql as 'select';

create function run_command_on_workers(command text)
  returns table (nodename text, nodeport int, success boolean, result text) language plpgsql as $$
begin
  nodename := 'stand-in'; nodeport := 5432; success := true;
  execute command into result;
  return next;
end $$;
`

/** A cluster that tests run on. */
export interface TestCluster {
  readonly isStandIn: boolean
  /**
   * A database without tables of a prefix. Its URL lacks what says that its tables are divided.
   *
   * @param prefix - of letters, digits and underscores
   */
  readonly create: (prefix: string) => Promise<TestDatabase>
}

/** The URL of a database, for a service that divides its tables. */
export const distributedUrl = (url: string): string => `${url}${url.includes("?") ? "&" : "?"}distribution=citus`

const standIn: TestCluster = {
  isStandIn: true,
  create: async () => {
    const database = await createTestDatabase("postgres")
    await postgresQuery(database.url, functions)
    return database
  },
}

const dropTables = async (url: string, prefix: string): Promise<void> => {
  const tables = await postgresQuery(
    url,
    `select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and starts_with(relname, '${prefix}') and pg_table_is_visible(oid)`,
  )
  for (const { name } of tables) await postgresQuery(url, `drop table ${String(name)}`)
}

/** All databases are the named one: another would have to be made on every node. */
const citus = (url: string): TestCluster => ({
  isStandIn: false,
  create: async (prefix) => {
    await dropTables(url, prefix)
    return { url, drop: () => dropTables(url, prefix) }
  },
})

const missing = "CONSENT_TEST_CITUS_URL does not name a database on the coordinator of a Citus cluster"

/** A `describe` for the stand-in, and one for Citus: where no cluster is named, one skipped test whose name has the reason. */
export const describeClusters = (title: string, body: (cluster: TestCluster) => void): void => {
  describeEngines(`${title} [a stand-in for Citus]`, () => body(standIn), ["postgres"])
  const url = process.env["CONSENT_TEST_CITUS_URL"]
  describe(`${title} [Citus]`, () => (url === undefined ? it.skip(`(skipped: ${missing})`) : body(citus(url))))
}
