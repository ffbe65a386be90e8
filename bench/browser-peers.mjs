// @ts-check
// The scripts that a site would take instead, each included as its documentation says, with a banner like ours: the same texts, three
// buttons, four categories besides what is necessary. They are installed from their lock file into a folder of their own at the first run.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { enSite } from "../packages/core/dist/translation/messages/enSite.js"

/** @typedef {import("../e2e/dist/testing/Site.js").PageSpec} PageSpec */
/** @typedef {import("../e2e/dist/testing/Site.js").Site} Site */

const cwd = fileURLToPath(new URL("peer-pages/", import.meta.url))

const install = () => {
  if (existsSync(join(cwd, "node_modules"))) return
  process.stderr.write("installing orejime and vanilla-cookieconsent into bench/peer-pages, once…\n")
  // `npm run` passes on our `engine-strict`, which must not apply to the peers.
  const args = ["ci", "--engine-strict=false", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
  const { status } = spawnSync("npm", args, { cwd, stdio: ["ignore", "ignore", "inherit"] })
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed in bench/peer-pages`)
}

const privacyPolicy = "/privacy"

/** @type {ReadonlyArray<"functionality" | "experience" | "measurement" | "marketing">} */
const optional = ["functionality", "experience", "measurement", "marketing"]

const { common, consentManagerDialog, consentTypes, cookieBanner } = enSite

const purposes = ["necessary", ...optional].map((id) => {
  const { description, title } = consentTypes[/** @type {keyof typeof consentTypes} */ (id)]
  return { id, title, description, isMandatory: id === "necessary", cookies: [] }
})

const orejimeConfig = {
  privacyPolicyUrl: privacyPolicy,
  purposes,
  translations: {
    banner: {
      title: cookieBanner.title,
      description: cookieBanner.description,
      accept: common.acceptAll,
      decline: common.rejectAll,
      configure: common.customize,
    },
  },
}

const vanillaConfig = {
  // It would show nothing to a browser that is driven by a program.
  hideFromBots: false,
  categories: Object.fromEntries(purposes.map(({ id, isMandatory }) => [id, { readOnly: isMandatory }])),
  language: {
    default: "en",
    translations: {
      en: {
        consentModal: {
          title: cookieBanner.title,
          description: cookieBanner.description,
          acceptAllBtn: common.acceptAll,
          acceptNecessaryBtn: common.rejectAll,
          showPreferencesBtn: common.customize,
        },
        preferencesModal: {
          title: consentManagerDialog.title,
          acceptAllBtn: common.acceptAll,
          acceptNecessaryBtn: common.rejectAll,
          savePreferencesBtn: common.save,
          sections: [
            { description: consentManagerDialog.description },
            ...purposes.map(({ description, id, title }) => ({ title, description, linkedCategory: id })),
          ],
        },
      },
    },
  },
}

/**
 * The pages of both. Where a page's content ends is theirs: each starts once the document is parsed.
 *
 * @param {Site} site @param {string} body of every page
 * @returns {Readonly<Record<"orejime" | "vanilla", PageSpec>>}
 */
export const peerPages = (site, body) => {
  install()
  const file = (/** @type {string} */ path, /** @type {string} */ type) =>
    site.asset(readFileSync(join(cwd, "node_modules", path), "utf8"), type)
  const script = (/** @type {string} */ path) => file(path, "text/javascript")
  const style = (/** @type {string} */ path) => `<link rel="stylesheet" href="${file(path, "text/css")}">`
  return {
    orejime: {
      head: style("orejime/dist/orejime-standard.css"),
      body: `${body}<script>window.orejimeConfig = ${JSON.stringify(orejimeConfig)}</script>
<script src="${script("orejime/dist/orejime-standard-en.js")}"></script>`,
    },
    vanilla: {
      head: style("vanilla-cookieconsent/dist/cookieconsent.css"),
      body: `${body}<script type="module">
import "${script("vanilla-cookieconsent/dist/cookieconsent.umd.js")}"
CookieConsent.run(${JSON.stringify(vanillaConfig)})
</script>`,
    },
  }
}
