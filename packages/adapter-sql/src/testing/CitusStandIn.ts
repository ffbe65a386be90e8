/**
 * A stand-in for a Citus cluster on one PostgreSQL server, since Citus cannot be installed from the registries: a divided table is
 * one that is partitioned by the hash of its column, and partition n of the subjects' group is shard n.
 *
 * What it shows: that unique keys contain the column, that a process computes the shard that Citus would, and, by `explain`,
 * which shards a statement touches. It has one node, and commits in one phase. It accepts statements that Citus does not.
 */
import { createTestDatabase, type TestDatabase } from "@consent-service/test-engines"
import { postgresQuery } from "@consent-service/test-engines/private"

/** As many shards has each group of tables. */
export const standInShards = 8

/**
 * The number of a partition is the hash, plus a constant of PostgreSQL's, modulo the number of partitions. The constant is 3 modulo
 * 8, so that 5 more than the number of the shard has the same number as a partition.
 */
const functions = `
create table pg_dist_shard (logicalrelid regclass, shardid bigint, shardstorage "char", shardminvalue text, shardmaxvalue text);
create table pg_dist_placement (placementid bigserial, shardid bigint, shardstate int, shardlength bigint, groupid int);
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

create function create_reference_table(shared regclass) returns void language sql as 'select';

create function run_command_on_workers(command text)
  returns table (nodename text, nodeport int, success boolean, result text) language plpgsql as $$
begin
  nodename := 'stand-in'; nodeport := 5432; success := true;
  execute command into result;
  return next;
end $$;
`

/** Makes a stand-in of a database. */
export const standIn = (url: string): Promise<unknown> => postgresQuery(url, functions)

/** The URL of a database, for the coordinator of a cluster. */
export const distributedUrl = (url: string): string => `${url}${url.includes("?") ? "&" : "?"}distribution=citus`

/** An empty database that is a stand-in for a cluster. */
export const createStandIn = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase("postgres")
  await standIn(database.url)
  return { ...database, url: distributedUrl(database.url) }
}
