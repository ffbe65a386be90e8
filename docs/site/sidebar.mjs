// @ts-check
// The order of the documentation. A page is a path in docs without its ending; the title is what the sidebar shows.
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** @typedef {{ readonly text: string, readonly link: string }} Page */
/** @typedef {{ readonly text: string, readonly collapsed?: boolean, readonly items: Array<Page> }} Group */

/** @param {string} text @param {string} link @returns {Page} */
const page = (text, link) => ({ text, link: `/${link}` })

/** The pages that TypeDoc writes, where it has run. @returns {ReadonlyArray<Page>} */
const generated = () => {
  const folder = fileURLToPath(new URL("../reference/api", import.meta.url))
  try {
    return readdirSync(folder).some((name) => /^(README|index)\.md$/.test(name))
      ? [page("TypeScript API", "reference/api/")]
      : []
  } catch {
    return []
  }
}

/** @type {Array<Group>} */
export const sidebar = [
  {
    text: "Start",
    items: [
      page("Overview", ""),
      page("Quickstart", "start/quickstart"),
      page("Concepts", "start/concepts"),
      page("Glossary", "glossary"),
    ],
  },
  {
    text: "Integrate",
    items: [
      page("Hosts", "integrate/"),
      page("Node.js", "integrate/node"),
      page("Express", "integrate/express"),
      page("Fastify", "integrate/fastify"),
      page("Hono", "integrate/hono"),
      page("Next.js", "integrate/next"),
      page("Koa", "integrate/koa"),
      page("h3, Nitro, Nuxt", "integrate/h3"),
      page("Effect HttpLayerRouter", "integrate/effect-router"),
      page("Runtimes", "integrate/runtimes"),
      page("Edge", "integrate/edge"),
      page("Script tag", "integrate/script-tag"),
      page("Bundlers", "integrate/bundlers"),
      page("React", "integrate/react"),
      page("Vue", "integrate/vue"),
      page("Svelte", "integrate/svelte"),
      page("Single-page apps", "integrate/single-page-apps"),
      page("Gating", "integrate/gating"),
      page("Cookie declaration", "integrate/declaration"),
      page("Google Consent Mode", "integrate/consent-mode"),
      page("IAB TCF", "integrate/iab-tcf"),
      page("Server SDK", "integrate/server-sdk"),
      page("Effect", "integrate/effect"),
      page("Testing", "integrate/testing"),
    ],
  },
  {
    text: "Policies",
    items: [
      page("Writing rules", "policies/writing"),
      page("Presets by region", "policies/presets"),
      page("Checks in a pull request", "policies/checks"),
      page("Statements", "policies/statements"),
      page("Experiments", "policies/experiments"),
      page("How rules are resolved", "policies"),
    ],
  },
  {
    text: "Operate",
    items: [
      page("Deploy", "operate/deploy"),
      page("Configure", "operate/configure"),
      page("The serve command", "operate/serve"),
      page("Scale", "operate/scale"),
      page("Capacity", "operate/capacity"),
      page("Backup and restore", "operate/backup"),
      page("Upgrade and roll back", "operate/upgrade"),
      page("Keys", "operate/keys"),
      page("Monitoring", "operate/monitoring"),
      page("When something is wrong", "operate/incidents"),
      page("PgBouncer", "operate/pgbouncer"),
      page("Appendix: scaling out", "scaling"),
    ],
  },
  {
    text: "Comply",
    items: [
      page("What is stored", "comply/stored-data"),
      page("What a record proves", "comply/proof"),
      page("The evidence log", "comply/evidence-log"),
      page("Audit a log from outside", "comply/audit"),
      page("Receipts, byte by byte", "comply/receipt-format"),
      page("Evidence packs", "comply/evidence-pack"),
      page("Data-subject requests", "comply/requests"),
      page("Lists and exports", "comply/export"),
      page("Statistics", "comply/statistics"),
      page("Retention", "comply/retention"),
      page("Notes by regulation", "comply/regulations"),
      page("Security", "repository/SECURITY"),
    ],
  },
  {
    text: "Reference",
    items: [
      page("Options", "reference/options"),
      page("HTTP", "reference/http"),
      page("Error codes", "reference/errors"),
      page("Saving consent", "reference/consents"),
      page("Metrics", "reference/metrics"),
      page("Command line", "reference/cli"),
      page("Browser script", "repository/packages/browser/"),
      page("Browser protocol", "reference/browser"),
      page("Theme", "reference/theme"),
      page("Server SDK", "repository/packages/client/"),
      page("Tokens", "reference/tokens"),
      page("Database schema", "reference/database"),
      ...generated(),
    ],
  },
  {
    text: "Promises",
    items: [page("Promises and their tests", "promises"), page("Decisions", "decisions/")],
  },
  { text: "Compare", items: [page("Other consent managers", "compare")] },
]
