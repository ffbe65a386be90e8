/**
 * Migrates the database of a server, or reports why it is unusable.
 *
 * @module
 */
import * as Either from "effect/Either"
import type { ConsentService } from "../../ConsentService.js"
import { databaseState, DatabaseState } from "../DatabaseState.js"
import { defaultDatabase, type ServerConfiguration } from "../ServerConfiguration.js"
import { reasonOf } from "../../thrown/Thrown.js"

const migrated = async (service: ConsentService): Promise<Either.Either<string, string>> => {
  try {
    const ran = await service.migrate()
    return Either.right(ran.length === 0 ? "up to date" : `${ran.length} migrations applied`)
  } catch (error) {
    return Either.left(`cannot migrate: ${reasonOf(error)}`)
  }
}

/**
 * Brings the database up to date, or looks whether it is.
 *
 * @param migrate - whether to run migrations
 * @returns the result, or why the database is unusable
 */
export const prepareDatabase = async (
  service: ConsentService,
  { options }: ServerConfiguration,
  migrate: boolean,
): Promise<Either.Either<string, string>> => {
  if (migrate || options.database === defaultDatabase) return migrated(service)
  return DatabaseState.$match(await databaseState(options), {
    Ready: () => Either.right("up to date"),
    Unknown: ({ why }) => Either.right(`not checked: ${why}`),
    Behind: ({ pending }) =>
      Either.left(
        `the database lacks ${pending} migrations: run \`consent-service migrate\` first, or start with --migrate`,
      ),
    Unfit: ({ why }) => Either.left(`the database ${why}`),
  })
}
