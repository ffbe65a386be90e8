/** A database with the schema of the service. */
import { createTestDatabase, type Engine } from "@consent-service/test-engines"
import { createConsentService } from "consent-service"
import { onTestFinished } from "vitest"

/** Creates one for a test, migrated in this process: starting a server only for that would take seconds. */
export const migratedDatabase = async (engine: Engine): Promise<string> => {
  const database = await createTestDatabase(engine)
  onTestFinished(() => database.drop())
  const service = createConsentService({ database: database.url, observability: { level: "silent" } })
  await service.migrate()
  await service.dispose()
  return database.url
}
