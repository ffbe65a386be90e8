import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { LongFirst } from "./scripts/long-first.mjs"
import { isCI, testsOfFullForm } from "./scripts/workspace.mjs"

const isFullForm = process.env["CONSENT_TORTURE_LONG"] === "1"

const built = ["**/node_modules/**", "**/dist/**", "**/.tsbuild/**", ...(isFullForm ? [] : testsOfFullForm)]

/** Tests that change nothing of their process and need no database server: their files share threads. */
const light = [
  "packages/{core,browser,adapter-http,adapter-gvl,adapter-cache}/src/**/*.test.ts",
  "packages/client/src/**/!(Service*).test.ts",
  "packages/testkit/src/{MemoryConsentStore,MemoryStores,IssuePack,IssuePack.outcomes,erasure/*,vendor-list/*}.test.ts",
  "packages/adapter-sql/src/{DatabasePage,DatabaseUrl}.test.ts",
  "packages/{adapter-sql,service}/src/**/*.schedules.test.ts",
  "scripts/engines/src/explore/*.test.ts",
  "packages/adapter-sql/src/{client/{DeferredLayer,ServerOptions},dialect/PgDialect,schema/Tables,statement/{Attempts,Columns,DriverError}}.test.ts",
  "packages/service/src/{cache,compat,sessions,token}/*.test.ts",
  "packages/service/src/health/Readiness.test.ts",
  "packages/service/src/{backup/DumpCall,logging/LogLine,testing/DocumentCheck}.test.ts",
  "packages/service/src/server/{WorkerCount,workers/Restarts}.test.ts",
  "packages/service/src/options/{Blocks,ObservabilityOptions,OptionsTable,RoutePaths,TelemetryOptions,TokenOptions}.test.ts",
]

/** What needs no database server either, but waits for real time, sockets, a Redis or a browser, or changes its process. */
const wired = [
  "packages/adapter-cache/src/RedisCache.*.test.ts",
  "packages/adapter-gvl/src/GvlVendorLists*.test.ts",
  "packages/adapter-http/src/{limit/LoopDelay,openapi/Page.viewer,shell/NodeShell,shell/Shells,shell/UnsentAnswers}.test.ts",
  "packages/client/src/request/*.test.ts",
  "packages/client/src/retry/Retry.test.ts",
  "packages/service/src/health/Probes.test.ts",
  "packages/service/src/server/run/*.test.ts",
  "packages/service/src/server/workers/Fleet.test.ts",
]

/** What takes a database, the browser or other programs, and changes nothing of its process either. */
const served = [
  "packages/adapter-sql/src/**/!(Sqlite).test.ts",
  "e2e/src/*.test.ts",
  "examples/{effect-layers,effect-router,express,fastify,h3,hono,koa,swap-storage}/src/*.test.ts",
  "packages/client/src/Service*.test.ts",
  "packages/service/src/{Express,SharedConsentService,Upgrade.fixtures}.test.ts",
  "packages/service/src/{edge,scaffold,server}/*.test.ts",
  "packages/service/src/cli/!(*.processes|BackupCommand|ChooseProgram|MigrateCommand).test.ts",
  "packages/service/src/{database,evidence,export,host,lifecycle,prometheus,witness}/*.test.ts",
  "scripts/!(boundaries|second-attempt|stack-guard|workspace).test.ts",
  "packages/service/src/{ConsentService,composition/ConsentService,telemetry/TracedStores}.test.ts",
  "packages/service/src/http/!(Fuzz|VendorLists.redis).test.ts",
  "packages/service/src/options/*.test.ts",
]

/** Makes every first attempt fail at its end, which finds tests whose second attempt trips over what the first one left. */
const failFirst = process.env["CONSENT_TEST_SECOND_ATTEMPT"] === "1"

/** What all projects have in common. */
const common = {
  exclude: built,
  // What is built runs as it is: nothing in there is for vitest to transform, which would take longer than the tests.
  server: { deps: { external: [/\/(packages\/[^/]+|scripts\/engines)\/dist\//] } },
  // For tests that hang: no machine may be too slow or too busy for one that does not.
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/** For what needs real time, sockets, a browser or servers. Tests that need the second attempt are named in the summary. */
const secondAttempt = { retry: isCI(process.env) || failFirst ? 1 : 0 }

/** For what needs database servers. */
const patient = {
  // The one place that finds or starts database servers; see scripts/engines.
  globalSetup: ["scripts/engines/src/GlobalSetup.ts"],
}

const seeds = "scripts/seeds.mjs"
const restore = "scripts/restore-vitest.mjs"
const failures = failFirst ? ["scripts/fail-first.mjs"] : []

export default defineConfig({
  test: {
    // vitest would leave a core to itself. It ignores `isolate` of a project, so that a project chooses by its pool: threads
    // are shared by all files of `light`, and a file of the others has a process, which costs about a second.
    poolOptions: {
      // Twice as many as cores: tests of databases wait for 40 % of their time. With fewer at first, tinypool ends some that run.
      threads: { isolate: false, minThreads: 2 * availableParallelism(), maxThreads: 2 * availableParallelism() },
      // One more than cores: these wait for servers, processes and browsers for a third of their time.
      forks: { isolate: true, minForks: 1, maxForks: availableParallelism() + 1 },
    },
    // The first keeps the second from hanging on some errors.
    reporters: ["./scripts/stack-guard.mjs", "default"],
    sequence: { sequencer: LongFirst },
    // A forgotten `.only` would let the other tests go unnoticed.
    allowOnly: false,
    projects: [
      {
        test: {
          ...common,
          name: "light",
          pool: "threads",
          sequence: { groupOrder: 0 },
          setupFiles: [seeds, restore],
          include: light,
          exclude: [...built, ...wired],
        },
      },
      {
        test: {
          ...common,
          ...secondAttempt,
          ...patient,
          name: "served",
          pool: "threads",
          sequence: { groupOrder: 1 },
          setupFiles: [seeds, restore, ...failures],
          include: served,
          exclude: [...built, ...light],
        },
      },
      {
        test: {
          ...common,
          ...secondAttempt,
          name: "wired",
          pool: "forks",
          sequence: { groupOrder: 2 },
          setupFiles: [seeds, ...failures],
          include: wired,
        },
      },
      {
        test: {
          ...common,
          ...secondAttempt,
          ...patient,
          name: "all",
          pool: "forks",
          sequence: { groupOrder: 2 },
          setupFiles: [seeds, ...failures],
          include: [
            "packages/*/src/**/*.test.ts",
            "examples/*/src/**/*.test.ts",
            "scripts/**/*.test.ts",
            "torture/src/**/*.test.ts",
            "verifier/src/**/*.test.ts",
            "e2e/src/**/*.test.ts",
          ],
          exclude: [...built, ...light, ...wired, ...served],
        },
      },
    ],
  },
})
