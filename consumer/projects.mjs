// @ts-check
// The projects that several groups use.

const drivers = ["@effect/sql-sqlite-node", "@effect/sql-pg", "@effect/sql-mysql2"]

const packages = [
  "consent-service",
  "@consent-service/adapter-cache",
  "@consent-service/adapter-gvl",
  "@consent-service/adapter-http",
  "@consent-service/adapter-sql",
  "@consent-service/browser",
  "@consent-service/client",
  "@consent-service/core",
  "@consent-service/react",
  "@consent-service/svelte",
  "@consent-service/vue",
]

/** What the bindings are bindings of, and its types. */
const frameworks = ["react", "@types/react", "svelte", "vue"]

/** Every package but the testkit, with every driver. @param {import("./place.mjs").Place} place */
export const everything = (place) =>
  place.project("everything", [...packages, "effect", ...drivers, ...frameworks, "@types/node", "redis"])

/** What the README says a PostgreSQL user installs. @param {import("./place.mjs").Place} place */
export const postgresOnly = (place) =>
  place.project("postgres", ["consent-service", "@consent-service/client", "effect", "@effect/sql-pg", "@types/node"])

/** The service and the SDK without any driver. @param {import("./place.mjs").Place} place */
export const driverless = (place) =>
  place.project("driverless", ["consent-service", "@consent-service/client", "effect"])
