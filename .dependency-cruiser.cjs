// The architecture's borders (docs: who may import whom). Each rule is proven on planted violations in scripts/boundaries.test.ts.
//
// A path below is the resolved file: another workspace package resolves through its node_modules link to packages/*/dist, a registry
// package to …/node_modules/NAME/…. An import that resolves to nothing keeps the name it was written with.

/** Tests, and the helpers only tests use; neither is built nor published. */
const testCode = "(\\.test\\.ts$|/src/testing/)"

/** A registry package, by name or pattern. */
const installed = (name) => `(^|/)node_modules/${name}/`

/** A workspace package, by folder and by name. */
const workspace = (folder, name) => `^(packages/${folder}/|${name}(/|$))`

const adapters = workspace("adapter-[^/]+", "@consent-service/adapter-[^/]+")
const service = workspace("service", "consent-service")

const forbidden = [
  {
    name: "core-is-pure",
    comment: "The core imports itself and effect's modules: no Node, no database, no other package.",
    severity: "error",
    from: { path: "^packages/core/src/", pathNot: testCode },
    to: { pathNot: ["^packages/core/src/", installed("effect")] },
  },
  {
    name: "core-tests-stay-small",
    comment:
      "The core's tests may add vitest, Node's own modules, an oracle of canonical JSON and the hostile input of all parsers, no other package.",
    severity: "error",
    from: { path: `^packages/core/src/.*${testCode}` },
    to: {
      pathNot: [
        "^packages/core/src/",
        "^scripts/engines/dist/(Form|Fuzz|FuzzSuite)\\.",
        installed("(effect|vitest|@effect/vitest|canonicalize)"),
      ],
      dependencyTypesNot: ["core"],
    },
  },
  {
    name: "adapters-stand-alone",
    comment: "An adapter plugs into the core; it knows no other adapter.",
    severity: "error",
    from: { path: "^packages/(adapter-[^/]+)/" },
    to: { path: adapters, pathNot: "^packages/$1/" },
  },
  {
    name: "adapters-below-service",
    comment: "The service assembles the adapters, never the reverse.",
    severity: "error",
    from: { path: "^packages/adapter-" },
    to: { path: service },
  },
  {
    name: "browser-is-small",
    comment:
      "What pages load is the browser package's own code and the core's: every other package would weigh on a visitor.",
    severity: "error",
    from: { path: "^packages/browser/src/", pathNot: testCode },
    to: { pathNot: ["^packages/browser/(src|bundles)/", workspace("core", "@consent-service/core")] },
  },
  {
    name: "browser-below-service",
    comment: "The service serves the browser's scripts; they and their tests know no adapter and no service.",
    severity: "error",
    from: { path: "^packages/browser/" },
    to: { path: [adapters, service] },
  },
  {
    name: "browser-is-for-the-service",
    comment:
      "The service alone serves the browser's scripts; to another package they are bytes that come over HTTP. Bindings of frameworks read its module.",
    severity: "error",
    from: { path: "^packages/", pathNot: "^packages/(browser|service|react|vue|svelte)/" },
    to: { path: workspace("browser", "@consent-service/browser") },
  },
  {
    name: "bindings-are-thin",
    comment: "A binding is its framework and the browser's module: whatever else it needs, every framework does.",
    severity: "error",
    from: { path: "^packages/(react|vue|svelte)/src/", pathNot: testCode },
    to: {
      pathNot: [
        "^packages/$1/src/",
        workspace("browser", "@consent-service/browser"),
        installed("(@types/)?$1"),
        installed("@vue/[^/]+"),
      ],
    },
  },
  {
    name: "client-is-alone",
    comment:
      "The server SDK runs wherever there is fetch: its own code, nothing of Node, and effect in its Effect face only.",
    severity: "error",
    from: { path: "^packages/client/src/", pathNot: [testCode, "^packages/client/src/evidence/"] },
    to: { pathNot: ["^packages/client/src/", installed("effect")] },
  },
  {
    name: "client-verifies-by-core",
    comment:
      "What verifies receipts is the core's code; the build puts it into the entry, so that nothing is installed.",
    severity: "error",
    from: { path: "^packages/client/src/evidence/", pathNot: testCode },
    to: { pathNot: ["^packages/client/src/", "^packages/core/dist/(evidence|digest|schema|exports/evidence)"] },
  },
  {
    name: "client-has-no-effect",
    comment: "Users of promises must not have to install effect.",
    severity: "error",
    from: { path: "^packages/client/src/", pathNot: [testCode, "^packages/client/src/effect(/|\\.ts$)"] },
    to: { path: installed("effect") },
  },
  {
    name: "client-has-two-faces",
    comment: "The Effect entry builds on the promise entry, which must not load it.",
    severity: "error",
    from: { path: "^packages/client/src/", pathNot: [testCode, "^packages/client/src/effect(/|\\.ts$)"] },
    to: { path: "^packages/client/src/effect(/|\\.ts$)" },
  },
  {
    name: "testkit-knows-only-ports",
    comment: "The laws hold for any store, so the testkit names no adapter and no service.",
    severity: "error",
    from: { path: "^packages/testkit/" },
    to: { path: [adapters, service] },
  },
  {
    name: "packages-meet-by-name",
    comment: "A package reaches another by its published name, so that its exports decide what is public.",
    severity: "error",
    from: { path: "^packages/([^/]+)/" },
    // The budgets of the browser's scripts are no export: they are read by tests and the bench.
    to: {
      path: "^(packages|examples|scripts)/",
      pathNot: "^packages/($1/|browser/budgets\\.mjs$)",
      dependencyTypes: ["local"],
    },
  },
  {
    name: "examples-use-published-names",
    comment: "An example shows what a user can do: published package names, no path into this repository.",
    severity: "error",
    from: { path: "^examples/([^/]+)/" },
    to: { path: "^(packages|examples|scripts)/", pathNot: "^examples/$1/", dependencyTypes: ["local"] },
  },
  {
    name: "internals-stay-inside",
    comment: "Files in internal/ are private to their package, by any path.",
    severity: "error",
    from: { path: "^(packages|examples)/([^/]+)/" },
    to: {
      path: ["^packages/[^/]+/(src|dist)/internal/", "^packages/[^/]+/(src|dist)/.+/internal/"],
      pathNot: "^$1/$2/",
    },
  },
  {
    name: "platform-only-at-the-edge",
    comment: "@effect/platform belongs to what speaks HTTP.",
    severity: "error",
    from: {
      path: "^packages/",
      pathNot: ["^packages/(adapter-http|adapter-gvl|service)/", `^packages/client/src/.*${testCode}`],
    },
    to: { path: [installed("@effect/platform"), installed("@effect/platform-[^/]+")] },
  },
  {
    name: "sql-only-in-adapter-sql",
    comment: "@effect/sql and its drivers belong to the storage adapter.",
    severity: "error",
    from: { path: "^packages/", pathNot: "^packages/(adapter-sql|service)/" },
    to: { path: [installed("@effect/sql"), installed("@effect/sql-[^/]+")] },
  },
  {
    name: "telemetry-has-its-own-entry",
    comment: "OpenTelemetry is optional: a bundler must not meet it on its way from consent-service.",
    severity: "error",
    from: { path: "^packages/service/src/", pathNot: [testCode, "^packages/service/src/otel(/|\\.ts$)"] },
    to: {
      path: ["^packages/service/src/otel(/|\\.ts$)", installed("@(effect/opentelemetry|opentelemetry/[^/]+)")],
      dependencyTypesNot: ["type-only"],
    },
  },
  {
    name: "prometheus-has-its-own-entry",
    comment:
      "prom-client is optional: a bundler must not meet it on its way from consent-service. Only serve loads it.",
    severity: "error",
    from: {
      path: "^packages/service/src/",
      pathNot: [
        testCode,
        "^packages/service/src/(prometheus(/|\\.ts$)|server/(LoadMetrics|workers/(Serve)?WorkerMetrics)\\.ts$)",
      ],
    },
    to: {
      path: ["^packages/service/src/prometheus(/|\\.ts$)", installed("prom-client")],
      dependencyTypesNot: ["type-only"],
    },
  },
  {
    name: "no-barrels",
    comment: "A barrel import costs a cold start a sixth of a second: import the module, such as effect/Effect.",
    severity: "error",
    from: { path: "^packages/[^/]+/src/", pathNot: testCode },
    to: { path: `${installed("(effect|@effect/platform|@effect/sql)")}dist/(dts|esm|cjs)/index\\.` },
  },
  {
    name: "tests-stay-out-of-the-product",
    comment:
      "What is published imports no test, no test runner and no test database. (The testkit is for tests: it may.)",
    severity: "error",
    from: { path: "^packages/[^/]+/src/", pathNot: [testCode, "^packages/testkit/"] },
    to: {
      path: [
        testCode,
        "^scripts/",
        "^@consent-service/test-engines",
        workspace("testkit", "@consent-service/testkit"),
        installed("(vitest|@effect/vitest)"),
      ],
    },
  },
  {
    name: "no-cycles",
    comment: "Modules that need each other are one module.",
    severity: "error",
    from: {},
    to: { circular: true },
  },
  {
    name: "everything-resolves",
    comment: "An import that leads nowhere would slip past the rules above. Is the workspace built?",
    severity: "error",
    // The demo serves this one from a package: see demoPages.
    from: { pathNot: "^examples/quickstart/public/receipt\\.js$" },
    to: { couldNotResolve: true },
  },
]

module.exports = {
  forbidden,
  options: {
    // What only types use is a dependency too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: "(^|/)(node_modules|dist)/" },
    exclude: { path: "(^|/)\\.tsbuild/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
}
