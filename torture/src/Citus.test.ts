import { describeClusters, distributedUrl } from "@consent-service/test-engines/private"
import { afterEach, beforeEach } from "vitest"
import { processTests } from "./ProcessTests.js"

describeClusters("processes on a cluster", ({ create, isStandIn }) => {
  let database: Awaited<ReturnType<typeof create>>

  beforeEach(async () => {
    database = await create("cs_")
  })
  afterEach(() => database.drop())

  processTests(isStandIn ? "stand-in for Citus" : "Citus", () => ({
    served: distributedUrl(database.url),
    direct: database.url,
  }))
})
