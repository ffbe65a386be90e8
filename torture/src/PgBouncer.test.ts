import { createTestDatabase } from "@consent-service/test-engines"
import { describeWith, type PgBouncer, startPgBouncer, whyNoPgBouncer } from "@consent-service/test-engines/private"
import { afterEach, beforeEach } from "vitest"
import { processTests } from "./ProcessTests.js"

describeWith("processes that reach PostgreSQL through PgBouncer in transaction mode", whyNoPgBouncer(), () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let bouncer: PgBouncer

  beforeEach(async () => {
    database = await createTestDatabase("postgres")
    bouncer = await startPgBouncer(database.url)
  })
  afterEach(async () => {
    await bouncer.stop()
    await database.drop()
  })

  processTests("PgBouncer", () => ({ served: bouncer.through(database.url), direct: database.url }))
})
