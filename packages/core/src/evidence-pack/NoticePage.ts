/**
 * A notice as a page that can be read and printed, made of what was archived when it was shown.
 *
 * @module
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Notice } from "../consent/ReconstructNotice.js"
import type { PolicyDecision } from "../consent/record/ConsentRecord.js"
import { escaped, htmlPage, inLanguage } from "../markup/Html.js"
import { labelsFor } from "../person-report/PageLabels.js"
import { type ShownTexts, shownTexts } from "../person-report/ShownTexts.js"

const Buttons = Schema.Struct({
  translations: Schema.Struct({
    common: Schema.Struct({
      acceptAll: Schema.String,
      rejectAll: Schema.String,
      customize: Schema.String,
      dismiss: Schema.optional(Schema.String),
    }),
  }),
})

const readButtons = Schema.decodeUnknownOption(Buttons)

/** The buttons that the rule allowed, in their archived words. */
const buttonsOf = ({ policy }: PolicyDecision, texts: unknown): ReadonlyArray<string> =>
  Option.match(readButtons(texts), {
    onNone: () => [],
    onSome: ({ translations: { common } }) => {
      const words = { accept: common.acceptAll, reject: common.rejectAll, customize: common.customize }
      return policy.actions.allowed.map((action) => (action === "dismiss" ? (common.dismiss ?? action) : words[action]))
    },
  })

const items = (texts: ReadonlyArray<string>): string => texts.map((text) => `<li>${text}</li>`).join("")

/** What was necessary, and what the rule offered. */
const categoriesOf = ({ policy }: PolicyDecision, { categories }: ShownTexts): string =>
  items(
    ["necessary", ...policy.scope].flatMap((name) => {
      const texts = categories[name]
      return texts === undefined ? [] : [`<strong>${escaped(texts.title)}</strong> ${escaped(texts.description)}`]
    }),
  )

const row = (name: string, value: string | null): string =>
  value === null ? "" : `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`

/** Under which rule it was shown; in English, as the rest of the pack is. */
const ruleOf = ({ country, fingerprint, matchedBy, model, policyId, policy, region, textsDigest }: PolicyDecision) =>
  `<footer lang="en" dir="ltr"><dl>${[
    row("Rule", `${policyId}, chosen by ${matchedBy}`),
    row("Model", model),
    row("Prompt", policy.prompt),
    row("Place", [country, region].filter((part) => part !== null).join(", ") || "unknown"),
    row("Switched on before the visitor acted", policy.preselectedCategories.join(", ") || "nothing"),
    row("Fingerprint of the rule", fingerprint),
    row("SHA-256 of texts.json", textsDigest),
  ].join("")}</dl></footer>`

const style =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}" +
  "aside,footer{color:#55555f;font-size:.85rem}main{border:1px solid #c9c9d1;border-radius:.5rem;padding:1rem;margin:1rem 0}" +
  "h1{font-size:1.2rem}menu{display:flex;flex-wrap:wrap;gap:.5rem;padding:0;list-style:none}menu li{border:1px solid;border-radius:.3rem;padding:.2rem .8rem}" +
  "dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dd{margin:0;overflow-wrap:anywhere}@media print{body{margin:0}main{break-inside:avoid}}"

const english = labelsFor("en").labels.reconstructed

/**
 * Writes the page of a notice, in the language that it was shown in. It says on its face that it is reconstructed.
 *
 * @returns null where no rule or no texts are archived
 * @example
 * ```ts
 * import type { Notice } from "@consent-service/core/consent"
 * import { noticePage } from "@consent-service/core/evidence-pack"
 *
 * const page = (notice: Notice): string | null => noticePage(notice)
 * ```
 */
export const noticePage = ({ decision, texts }: Pick<Notice, "decision" | "texts">): string | null => {
  const shown = shownTexts({ decision, texts })
  if (decision === null || shown === null) return null
  const { labels, language } = labelsFor(shown.language)
  const note = language === "en" ? escaped(english) : `${escaped(labels.reconstructed)} ${escaped(english)}`
  const banner = `<h1>${escaped(shown.title)}</h1><p>${escaped(shown.description)}</p><menu>${items(buttonsOf(decision, texts).map(escaped))}</menu><ul>${categoriesOf(decision, shown)}</ul>`
  const body = `<aside ${inLanguage(language)}><p>${note}</p></aside><main>${banner}</main>${ruleOf(decision)}`
  return htmlPage({ language: shown.language, title: shown.title, style, body })
}
