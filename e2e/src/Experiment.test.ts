import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { describeStage } from "./testing/Stage.js"
import { settled, surfacesOf } from "./testing/Surfaces.js"

const key = "cs-experiment-v1"

const kept = (page: Page) => page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "null"), key)

/** Which half of the window the banner is in. */
const halfOf = async (page: Page) => {
  const box = (await surfacesOf(page).banner.boundingBox()) ?? assert.fail("there is no banner")
  return box.y + box.height / 2 < (page.viewportSize()?.height ?? 0) / 2 ? "top" : "bottom"
}

const arms = { up: { position: "top" } }

const experimentOf = (body: Readonly<Record<string, unknown>> | null | undefined): unknown =>
  Object(body?.["metadata"] ?? body)["experiment"]

describeStage("experiments", {}, (stage) => {
  const visit = (experiment: object, more: object = {}) =>
    stage.visit({
      tag: { config: { experiment: { id: "where", arms, ...experiment }, ...more } },
      body: `<a href="#cs-preferences">Privacy</a>`,
    })

  it("the host's arm: shown, sent with /init, and recorded with the act", async () => {
    const { page, requests, sent, url } = await visit({ arm: "up" })
    const { accept, banner } = surfacesOf(page)
    await banner.waitFor()
    assert.strictEqual(await halfOf(page), "top")
    assert.strictEqual(requests("/init")[0]?.query.get("experiment"), "where=up")
    await accept.click()
    const [row] = await stage.backend.saved(url)
    assert.deepStrictEqual(experimentOf(row?.metadata), { id: "where", arm: "up", assignedBy: "host" })
    assert.deepStrictEqual(experimentOf(sent()[0]), { id: "where", arm: "up", assignedBy: "host" })
    assert.isNumber(row?.metadata?.["timeToDecisionMs"])
    // The host remembers it.
    assert.isNull(await kept(page))
  })

  it("an arm drawn here stays the visitor's, however the weights change, until they decide", async () => {
    const { page, requests, url } = await visit({ split: { control: 0, up: 1 } })
    const { banner, reject } = surfacesOf(page)
    await banner.waitFor()
    assert.strictEqual(await halfOf(page), "top")
    assert.deepStrictEqual(await kept(page), { id: "where", arm: "up" })
    const changed = { config: { experiment: { id: "where", arms, split: { control: 1, up: 0 } } } }
    stage.site.replace(url, { head: stage.tag(changed) })
    await page.reload()
    await banner.waitFor()
    assert.strictEqual(await halfOf(page), "top")
    await reject.click()
    const [row] = await stage.backend.saved(url)
    assert.deepStrictEqual(experimentOf(row?.metadata), { id: "where", arm: "up", assignedBy: "cs" })
    await page.reload()
    await settled(page)
    assert.deepStrictEqual(
      requests("/init").map(({ query }) => query.get("experiment")),
      ["where=up", "where=up", null],
    )
  })

  it("control changes nothing, and is counted like any other", async () => {
    const { page, requests, url } = await visit({ split: { control: 1, up: 0 } })
    const { accept, banner } = surfacesOf(page)
    await banner.waitFor()
    assert.strictEqual(await halfOf(page), "bottom")
    assert.strictEqual(requests("/init")[0]?.query.get("experiment"), "where=control")
    await accept.click()
    const [row] = await stage.backend.saved(url)
    assert.deepStrictEqual(experimentOf(row?.metadata), { id: "where", arm: "control", assignedBy: "cs" })
  })

  it("names of any letters reach the service whole", async () => {
    const [id, arm] = ["a b=c&d/é", "50% more+"]
    const { page, requests, url } = await visit({ id, arm, arms: { [arm]: { position: "top" } } })
    await surfacesOf(page).accept.click()
    const [row] = await stage.backend.saved(url)
    assert.deepStrictEqual(experimentOf(row?.metadata), { id, arm, assignedBy: "host" })
    const told = requests("/init")[0]?.query.get("experiment") ?? ""
    assert.deepStrictEqual(told.split("=").map(decodeURIComponent), [id, arm])
  })

  it("visitors who never saw the banner on this page are not counted", async () => {
    const { page, url } = await visit({ arm: "up" }, { ui: { banner: false } })
    await settled(page)
    await page.evaluate(() => window.cs.acceptAll())
    const [row] = await stage.backend.saved(url)
    assert.isUndefined(experimentOf(row?.metadata))
    const later = await visit({ arm: "up" }, { reloadOnConsentRevoked: false })
    await surfacesOf(later.page).accept.click()
    await stage.backend.saved(later.url)
    await later.page.reload()
    await settled(later.page)
    await later.page.locator("a").click()
    await surfacesOf(later.page).dialogReject.click()
    const [first, second] = await stage.backend.saved(later.url, 2)
    assert.deepStrictEqual(
      [experimentOf(first?.metadata), experimentOf(second?.metadata)],
      [{ id: "where", arm: "up", assignedBy: "host" }, undefined],
    )
  })

  it("an invalid experiment is none: an arm that is not described, weights that are all zero", async () => {
    for (const nonsense of [{ arm: "sideways" }, { split: { control: 0, up: 0 } }, { split: { up: -1, control: 2 } }]) {
      const { page, requests, url } = await visit(nonsense)
      await surfacesOf(page).accept.click()
      const [row] = await stage.backend.saved(url)
      assert.isNull(requests("/init")[0]?.query.get("experiment") ?? null)
      assert.isUndefined(experimentOf(row?.metadata))
    }
  })

  it("no arm makes refusing harder: a missing button is added, and the change is recorded", async () => {
    const { page, url } = await visit({
      arm: "loud",
      arms: { loud: { actions: ["accept"] } },
      acknowledgeDiagnostics: ["reject-left-out"],
    })
    const { accept, reject } = surfacesOf(page)
    await accept.waitFor()
    const [yes, no] = await Promise.all([accept.boundingBox(), reject.boundingBox()])
    assert.deepStrictEqual([yes?.width, yes?.height], [no?.width, no?.height])
    await reject.click()
    const [row] = await stage.backend.saved(url)
    assert.deepStrictEqual(experimentOf(row?.metadata), {
      id: "where",
      arm: "loud",
      assignedBy: "host",
      acknowledgedDiagnostics: ["reject-left-out"],
    })
  })
})
