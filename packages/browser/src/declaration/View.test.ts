import { enSite } from "@consent-service/core/translation"
import type { DeclaredVendor } from "@consent-service/core/vendor"
import { assert, describe, it } from "@effect/vitest"
import { declarationView } from "./View.js"

const vendor = (id: string, category: DeclaredVendor["category"]): DeclaredVendor => ({
  id,
  name: id,
  category,
  privacyPolicyUrl: `https://${id}.example/`,
})

describe("declarationView", () => {
  it("lists vendors once, below the first category that they depend on, those without cookies too", () => {
    const vendors = [
      vendor("ads", "marketing"),
      vendor("basket", "necessary"),
      vendor("both", { and: ["measurement", "marketing"] }),
      vendor("either", { not: "marketing" }),
      vendor("stats", "measurement"),
    ]
    const view = declarationView(vendors, [], enSite, "en")
    assert.deepStrictEqual(
      view.map(({ services, title }) => [title, services.map(({ id }) => id)]),
      [
        [enSite.consentTypes.necessary.title, ["basket"]],
        [enSite.consentTypes.measurement.title, ["stats"]],
        [enSite.consentTypes.marketing.title, ["ads", "both", "either"]],
      ],
    )
  })

  it("words provider and cookies in the language", () => {
    const cookies = [{ name: "_id", purpose: { de: "Erkennt Sie wieder", en: "Recognizes you" }, duration: "1 year" }]
    const services = [{ id: "stats", provider: { de: "Stats GmbH", en: "Stats Ltd" }, cookies }]
    const [category] = declarationView([vendor("stats", "measurement")], services, enSite, "de-AT")
    const [stats] = category?.services ?? []
    assert.strictEqual(stats?.provider, "Stats GmbH")
    assert.deepStrictEqual(stats?.cookies, [{ name: "_id", purpose: "Erkennt Sie wieder", duration: "1 year" }])
  })
})
