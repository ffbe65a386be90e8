import { assert, it } from "@effect/vitest"
import { setTimeout as sleep } from "node:timers/promises"
import { describeStage } from "./testing/Stage.js"
import { settled } from "./testing/Surfaces.js"
import { iabOptions, iabSurfacesOf, readTcString } from "./testing/Tcf.js"
import { type Answer, answersIn, type FrameSpec, tcfFrame } from "./testing/TcfFrame.js"

const listen = { command: "addEventListener" }

/** Waits until that many answers arrived, and returns them. */
const until = async (hits: () => ReadonlyArray<string>, count: number): Promise<ReadonlyArray<Answer>> => {
  for (let waits = 0; hits().length < count && waits < 500; waits += 1) await sleep(20)
  const answers = answersIn(hits())
  assert.isAtLeast(answers.length, count, JSON.stringify(answers))
  return answers
}

const of = (answers: ReadonlyArray<Answer>, frame: string) =>
  answers.filter((answer) => answer.frame === frame).map(({ call, status, success }) => [call, status, success])

describeStage("the CMP API from frames of other origins", iabOptions(), (stage) => {
  const partner = "ads.partner.test"
  const auction = "auction.test"

  const pageWith = (body: string) =>
    stage.site.page({ head: stage.tag({ variant: "iab", config: { reloadOnConsentRevoked: false } }), body })

  const enter = async (body: string) => {
    const visitor = await stage.newVisitor()
    const url = pageWith(body)
    await visitor.page.goto(url)
    await settled(visitor.page)
    return { ...visitor, url }
  }

  const nested = (outer: FrameSpec["wording"], inner: FrameSpec["wording"]) =>
    tcfFrame(stage, partner, {
      name: "outer",
      wording: outer,
      calls: [listen],
      body: tcfFrame(stage, auction, { name: "inner", wording: inner, calls: [listen] }),
    })

  it("one in another, of three sites: both learn about the surface and then the decision, in their own wording", async () => {
    const { hits, page, troubles, url } = await enter(nested("string", "object"))
    const shown = await until(hits, 2)
    assert.deepStrictEqual(of(shown, "outer"), [[0, "cmpuishown", true]])
    assert.deepStrictEqual(of(shown, "inner"), [[0, "cmpuishown", true]])
    for (const { tcString } of shown) assert.deepStrictEqual(readTcString(tcString).vendorConsents, [])
    await iabSurfacesOf(page).accept.click()
    const [row] = await stage.backend.saved(url)
    const all = await until(hits, 4)
    for (const frame of ["outer", "inner"])
      assert.deepStrictEqual(of(all, frame).at(-1), [0, "useractioncomplete", true])
    assert.deepStrictEqual(
      all.slice(2).map(({ tcString }) => tcString),
      [row?.tcString, row?.tcString],
    )
    assert.deepStrictEqual(all.map(({ frame, wording }) => `${frame} ${wording}`).sort(), [
      "inner object",
      "inner object",
      "outer string",
      "outer string",
    ])
    assert.deepStrictEqual(troubles, [])
  })

  it("calls made before there is a CMP: ping is answered by the stub, the others later, in order", async () => {
    const visitor = await stage.newVisitor()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await visitor.page.route("**/init?*", async (route) => {
      await held
      await route.continue()
    })
    const calls = [{ command: "getTCData" }, { command: "ping" }, listen, { command: "nonsense" }]
    const body = (["object", "string"] as const)
      .map((wording) => tcfFrame(stage, partner, { name: wording, wording, calls }))
      .join("")
    await visitor.page.goto(pageWith(body))
    const before = await until(visitor.hits, 2)
    assert.deepStrictEqual([of(before, "object"), of(before, "string")], [[[1, "stub", true]], [[1, "stub", true]]])
    release()
    const after = await until(visitor.hits, 8)
    for (const wording of ["object", "string"])
      assert.deepStrictEqual(of(after, wording).slice(1), [
        [0, "cmpuishown", true],
        [2, "cmpuishown", true],
        [3, "undefined", false],
      ])
  })

  it("the next visit: tcloaded with the string on record, for a frame that comes late as well", async () => {
    const { hits, page, url } = await enter("")
    await iabSurfacesOf(page).accept.click()
    const [row] = await stage.backend.saved(url)
    await page.reload()
    await settled(page)
    const calls = [listen, { command: "ping" }, { command: "removeEventListener", parameter: 1 }]
    await page.evaluate(
      (markup) => document.body.append(document.createRange().createContextualFragment(markup)),
      tcfFrame(stage, partner, { name: "late", wording: "object", calls }),
    )
    const answers = await until(hits, 3)
    assert.deepStrictEqual(of(answers, "late"), [
      [0, "tcloaded", true],
      [1, "loaded", true],
      [2, "undefined", false],
    ])
    assert.strictEqual(answers[0]?.tcString, row?.tcString)
  })

  it("what makes no sense is not answered and breaks nothing", async () => {
    const nonsense = [
      "null",
      "1",
      '"{"',
      '"[]"',
      "{ __tcfapiCall: 1 }",
      "{ __tcfapiCall: {} }",
      "'{\"__tcfapiCall\":null}'",
    ]
    // The frame comes late, or the stub might be the one that answers.
    const { hits, page, troubles } = await enter("")
    await page.evaluate(
      (markup) => document.body.append(document.createRange().createContextualFragment(markup)),
      tcfFrame(stage, partner, { name: "odd", wording: "object", nonsense, calls: [{ command: "ping" }] }),
    )
    // The one message that is a call without a command is refused; the others are not calls.
    const answers = await until(hits, 2)
    assert.deepStrictEqual(of(answers, "odd"), [
      [Number.NaN, "undefined", false],
      [0, "loaded", true],
    ])
    assert.deepStrictEqual(troubles, [])
  })

  it("a page in a frame of one that has a CMP leaves it to that one", async () => {
    const inner = new URL(stage.site.page({ head: stage.tag({ variant: "iab" }), body: "" }))
    inner.hostname = partner
    const { page } = await enter(`<iframe title="a page" src="${inner.href}"></iframe>`)
    const frame = page.frame({ url: inner.href }) ?? assert.fail("there is no such frame")
    await frame.waitForFunction(() => "cs" in window && typeof Object(window.cs).ready === "function")
    await frame.evaluate(() => window.cs.ready())
    assert.deepStrictEqual(
      await frame.evaluate(() => [typeof Reflect.get(window, "__tcfapi"), "__tcfapiLocator" in window.frames]),
      ["undefined", false],
    )
    assert.strictEqual(await page.locator('iframe[name="__tcfapiLocator"]').count(), 1)
    assert.isFalse(await page.locator('iframe[name="__tcfapiLocator"]').isVisible())
  })
})
