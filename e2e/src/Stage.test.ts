import { assert, it } from "@effect/vitest"
import { accessibilityProblems } from "./testing/Axe.js"
import { describeStage } from "./testing/Stage.js"
import { strictPolicy } from "./testing/Tag.js"

describeStage("the stage itself", {}, (stage) => {
  /** A save by hand, as no bundle would send it. */
  const saveByHand = (url: string) => ({
    type: "cookie_banner",
    subjectId: "sub_1112345678912345678912345678",
    domain: new URL(url).hostname,
    givenAt: Date.now() - 1000,
    preferences: { necessary: true, marketing: false },
  })

  it("sees what a visitor's browser sends to service and vendor, and not what others send", async () => {
    const [visitor, other] = [await stage.newVisitor({ country: "NZ" }), await stage.newVisitor()]
    const url = stage.site.page({ body: `<img src="${stage.vendor.url("pixel.svg")}" alt="">` })
    await visitor.page.goto(url)
    const policy = await visitor.page.evaluate(async (api) => {
      const answer = await fetch(`${api}/init?contract=1`)
      return (await answer.json()).policyResolution.policyId
    }, stage.backend.url)
    assert.strictEqual(policy, "elsewhere")
    assert.deepStrictEqual(visitor.hits(), ["/pixel.svg"])
    assert.deepStrictEqual(
      visitor.requests("/init").map(({ method }) => method),
      ["GET"],
    )
    assert.deepStrictEqual([other.hits(), other.requests()], [[], []])
  })

  it("reads the acts of one page's host from the database, and the bodies they came in", async () => {
    const visitor = await stage.newVisitor()
    const url = stage.site.page({})
    await visitor.page.goto(url)
    const body = saveByHand(url)
    await visitor.page.evaluate(
      async ({ api, json }) => {
        const headers = { "content-type": "application/json" }
        await fetch(`${api}/subjects`, { method: "POST", headers, body: json })
      },
      { api: stage.backend.url, json: JSON.stringify(body) },
    )
    const [row] = await stage.backend.saved(url)
    assert.include(row, { domain: body.domain, givenAt: body.givenAt, subjectId: body.subjectId })
    assert.deepStrictEqual(row?.preferences, body.preferences)
    assert.deepStrictEqual(visitor.sent(), [body])
    assert.deepStrictEqual(await stage.backend.rows(stage.site.page({})), [])
  })

  it("intercepts requests, and stops on command", async () => {
    const visitor = await stage.newVisitor()
    await visitor.page.goto(stage.site.page({}))
    const ask = () =>
      visitor.page.evaluate(
        (api) =>
          fetch(`${api}/init`).then(
            ({ status }) => status,
            () => 0,
          ),
        stage.backend.url,
      )
    const outcomes: Array<number> = []
    for (const trick of [{ status: 503 }, { status: 200, cors: false }, "cut"] as const) {
      visitor.trick(() => trick)
      outcomes.push(await ask())
    }
    visitor.trick(() => null)
    assert.deepStrictEqual([...outcomes, await ask()], [503, 0, 0, 200])
  })

  it("notices a page that breaks its security policy, and one that is not accessible", async () => {
    const visitor = await stage.newVisitor()
    const body = `<div style="color: #eee; background: #fff">Pale</div><div id="host"></div>`
    await visitor.page.goto(stage.site.page({ body, headers: strictPolicy(stage.backend.url) }))
    await visitor.page.evaluate(() => {
      const shadow = document.getElementById("host")?.attachShadow({ mode: "open" })
      shadow?.append(document.createElement("input"))
    })
    const problems = await accessibilityProblems(visitor.page)
    assert.isTrue(
      problems.some((problem) => problem.startsWith("label:")),
      problems.join("\n"),
    )
    assert.isAbove(visitor.troubles.length, 0)
  })
})
