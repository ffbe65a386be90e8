/** Databases with the schema of the service. */
import { createTestDatabase, type Engine } from "@consent-service/test-engines"
import { createConsentService } from "consent-service"
import { onTestFinished } from "vitest"

/** Migrates one in this process: starting a server only for that would take seconds. */
export const migrate = async (database: string): Promise<void> => {
  const service = createConsentService({ database, observability: { level: "silent" } })
  await service.migrate()
  await service.dispose()
}

/** Creates one for a test. */
export const migratedDatabase = async (engine: Engine): Promise<string> => {
  const database = await createTestDatabase(engine)
  onTestFinished(() => database.drop())
  await migrate(database.url)
  return database.url
}
