/**
 * The stores of an instance, and their migration.
 *
 * @module
 */
import { DatabaseUnusable } from "@consent-service/adapter-sql/DatabaseUnusable"
import { DatabaseHealth, Migrator, type Stores } from "@consent-service/adapter-sql/SqlStores"
import {
  ConsentStore,
  EvidenceLog,
  evidenceLogOperations,
  EvidenceReader,
  Erasures,
  erasuresOperations,
  evidenceReaderOperations,
  type EvidenceStores,
  lazyStores,
  type OnStore,
  passingOn,
  Records,
  recordsOperations,
  Statistics,
  statisticsOperations,
  type StoreError,
  StoreFailed,
} from "@consent-service/core/ports"
import type { DatabaseReadiness } from "@consent-service/adapter-sql/Readiness"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { storesOfDatabase } from "../options/DatabaseOptions.js"
import type { ServiceSettings } from "../options/Settings.js"
import type { StoresLayer } from "../options/StoresOption.js"

const unusable = (message: string): DatabaseUnusable => new DatabaseUnusable({ message, transient: false })

const disposed = unusable("the service has been disposed")

const migrateNothing = Effect.succeed([])

const storeTrouble: Readonly<Record<StoreError["_tag"], DatabaseReadiness>> = {
  StoreUnreachable: "unreachable",
  StoreFailed: "unusable",
  SchemaMismatch: "unusable",
}

/** The health of stores without `DatabaseHealth`: whether they respond. */
const healthByPing = (store: ConsentStore["Type"]): DatabaseHealth["Type"] => ({
  readiness: Effect.match(store.ping, {
    onFailure: ({ _tag }) => storeTrouble[_tag],
    onSuccess: (): DatabaseReadiness => "ready",
  }),
  pool: () => null,
})

/** The requirements of an instance's stores. */
type InstanceStores = Stores | EvidenceStores | Migrator | DatabaseHealth

const noLog: OnStore<EvidenceLog["Type"]> & OnStore<EvidenceReader["Type"]> = (operation) =>
  new StoreFailed({ operation, cause: unusable("the given stores supply no EvidenceLog and EvidenceReader") })

const noErasures: OnStore<Erasures["Type"]> = (operation) =>
  new StoreFailed({ operation, cause: unusable("the given stores supply no Erasures") })

const noRecords: OnStore<Records["Type"]> = (operation) =>
  new StoreFailed({ operation, cause: unusable("the given stores supply no Records") })

const noStatistics: OnStore<Statistics["Type"]> = (operation) =>
  new StoreFailed({ operation, cause: unusable("the given stores supply no Statistics") })

/** The ports of the log where the stores have them, and otherwise such that fail. */
const orWithoutLog = (stores: Context.Context<Stores>): Context.Context<Stores | EvidenceStores> => {
  const { tenant } = Context.get(stores, ConsentStore)
  return Context.make(EvidenceLog, passingOn(tenant, evidenceLogOperations, noLog)).pipe(
    Context.add(EvidenceReader, passingOn(tenant, evidenceReaderOperations, noLog)),
    Context.add(Erasures, passingOn(tenant, erasuresOperations, noErasures)),
    Context.add(Records, passingOn(tenant, recordsOperations, noRecords)),
    Context.add(Statistics, passingOn(tenant, statisticsOperations, noStatistics)),
    Context.merge(stores),
  )
}

/**
 * Custom stores, built when the first operation needs them. Migrating opens them, and runs the `Migrator` that comes with
 * them, as one does with `SqlStores.layerFromUrl`.
 */
const customStores = (custom: StoresLayer): Layer.Layer<InstanceStores> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const usable = Layer.mapError(custom, (error) => unusable(`the given stores failed: ${String(error)}`))
      const { lazily, opened, stores } = yield* lazyStores(Layer.map(usable, orWithoutLog), disposed)
      const migrate = Effect.flatMap(opened, (context) =>
        Option.match(Context.getOption(context, Migrator), {
          onNone: () => migrateNothing,
          onSome: (migrator) => migrator.migrate,
        }),
      )
      let health = healthByPing(Context.get(stores, ConsentStore))
      const readiness = Effect.matchEffect(opened, {
        onFailure: ({ transient }) => Effect.succeed<DatabaseReadiness>(transient ? "unreachable" : "unusable"),
        onSuccess: (context) => {
          health = Option.getOrElse(Context.getOption(context, DatabaseHealth), () => health)
          return health.readiness
        },
      })
      return stores.pipe(
        Context.add(EvidenceLog, lazily(EvidenceLog, evidenceLogOperations)),
        Context.add(EvidenceReader, lazily(EvidenceReader, evidenceReaderOperations)),
        Context.add(Erasures, lazily(Erasures, erasuresOperations)),
        Context.add(Records, lazily(Records, recordsOperations)),
        Context.add(Statistics, lazily(Statistics, statisticsOperations)),
        Context.add(Migrator, { migrate }),
        Context.add(DatabaseHealth, { readiness, pool: () => health.pool() }),
      )
    }),
  )

/** Nothing is opened before the first operation. */
export const instanceStores = ({
  database,
  replica,
  stores,
  tablePrefix,
}: Pick<ServiceSettings, "database" | "replica" | "stores" | "tablePrefix">): Layer.Layer<InstanceStores> =>
  // The options are validated: one of the two is given.
  database === null ? customStores(stores ?? Layer.fail("none")) : storesOfDatabase(database, tablePrefix, replica)
