import { assert, it } from "@effect/vitest"
import { describeStage } from "./testing/Stage.js"
import { settled } from "./testing/Surfaces.js"
import { iabOptions } from "./testing/Tcf.js"

const stay = { config: { reloadOnConsentRevoked: false } }
const vendors = [
  { id: "shopcast", name: "Shopcast", category: "marketing" as const, privacyPolicyUrl: "https://shopcast.example/" },
]
const rules = [{ id: "all", match: { isDefault: true, fallback: true }, model: "opt-in", prompt: "choice" }] as const

describeStage("what names a vendor and no category", { manifest: { vendors, policyRules: rules } }, (stage) => {
  const gated = () =>
    `<iframe title="A show" data-src="${stage.vendor.url("show.html")}" data-vendor="shopcast"></iframe>` +
    `<script type="text/plain" data-cs-vendor="shopcast" src="${stage.vendor.url("shopcast.js")}"></script>`

  it("waits until the vendors are known, and then for the vendor's category", async () => {
    const { hits, page } = await stage.visit({ body: gated(), tag: stay })
    await settled(page)
    assert.deepStrictEqual(hits(), [])
    await page.evaluate(() => window.cs.acceptAll())
    await page.waitForFunction(() => (window.ran ?? []).length === 1)
    assert.sameMembers([...hits()], ["/show.html", "/shopcast.js"])
  })

  it("never runs where the vendors stay unknown", async () => {
    const visitor = await stage.newVisitor()
    visitor.trick(({ path }) => (path === "/init" ? { status: 503 } : null))
    await visitor.page.goto(stage.site.page({ head: stage.tag(stay), body: gated() }))
    await settled(visitor.page)
    assert.deepStrictEqual(visitor.hits(), [])
  })
})

describeStage("what names a vendor of the site's own under an IAB rule", iabOptions(), (stage) => {
  it("waits for the vendor's consent, and its withdrawal loads the page again", async () => {
    const visitor = await stage.newVisitor()
    const own = `<script type="text/plain" data-cs-vendor="house-statistics" src="${stage.vendor.url("house.js")}"></script>`
    const url = stage.site.page({ head: stage.tag({ variant: "iab" }), body: own })
    const { page } = visitor
    await page.goto(url)
    await settled(page)
    assert.deepStrictEqual(visitor.hits(), [])
    const save = (ids: ReadonlyArray<string>) =>
      page.evaluate((customVendorConsents) => {
        void window.cs.saveIAB({
          purposeConsents: [1, 8],
          purposeLegitimateInterests: [],
          specialFeatures: [],
          vendorConsents: [1],
          vendorLegitimateInterests: [],
          customVendorConsents,
          customVendorLegitimateInterests: [],
        })
      }, ids)
    await save(["house-statistics"])
    await page.waitForFunction(() => (window.ran ?? []).length === 1)
    await stage.backend.saved(url)
    const loadedAgain = page.waitForEvent("load")
    await save([])
    await loadedAgain
  })
})
