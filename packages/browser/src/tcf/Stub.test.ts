import { assert, describe, it } from "@effect/vitest"
import { installStub, type LocatorFrame, type StubWindow, type TcfFrame, type TcfMessage } from "./Stub.js"

interface Page extends StubWindow<LocatorFrame> {
  readonly appended: Array<LocatorFrame>
  readonly listeners: Array<(message: TcfMessage) => void>
  readonly timers: Array<() => void>
  /** Adds the body. */
  readonly grow: () => void
}

const pageOf = (frame: TcfFrame = {}, hasBody = true): Page => {
  const appended: Array<LocatorFrame> = []
  const listeners: Array<(message: TcfMessage) => void> = []
  const timers: Array<() => void> = []
  let body = hasBody ? { appendChild: (child: LocatorFrame) => appended.push(child) } : null
  return {
    ...frame,
    appended,
    listeners,
    timers,
    grow: () => {
      body = { appendChild: (child) => appended.push(child) }
    },
    document: {
      get body() {
        return body
      },
      createElement: () => ({ name: "", style: { display: "" } }),
    },
    addEventListener: (_, listener) => listeners.push(listener),
    setTimeout: (work) => timers.push(work),
  }
}

const installed = (page: Page = pageOf()): Page => {
  installStub(page)
  return page
}

/** The messages that a nested frame gets back. */
const post = (page: Page, data: unknown): ReadonlyArray<unknown> => {
  const answers: Array<unknown> = []
  const source = { postMessage: (message: unknown, target: string) => answers.push([message, target]) }
  for (const listener of page.listeners) listener({ data, source })
  return answers
}

describe("the stub", () => {
  it("answers ping immediately, and queues every other call in order", () => {
    const page = installed()
    const seen: Array<unknown> = []
    page.__tcfapi?.("ping", 2, (...args: ReadonlyArray<unknown>) => seen.push(args))
    const callback = () => assert.fail("a stub has nothing to say")
    page.__tcfapi?.("addEventListener", 2, callback)
    page.__tcfapi?.("getTCData", 2, callback, [1])
    assert.deepStrictEqual(seen, [
      [{ cmpLoaded: false, cmpStatus: "stub", displayStatus: "hidden", apiVersion: "2" }, true],
    ])
    assert.deepStrictEqual(page.__tcfapi?.(), [
      ["addEventListener", 2, callback],
      ["getTCData", 2, callback, [1]],
    ])
    page.__tcfapi?.("ping")
  })

  it("makes itself findable by nested frames", () => {
    assert.deepStrictEqual(installed().appended, [{ name: "__tcfapiLocator", style: { display: "none" } }])
  })

  it("adds its frame once there is a body", () => {
    const page = installed(pageOf({}, false))
    page.timers.shift()?.()
    assert.strictEqual(page.timers.length, 1)
    page.grow()
    page.timers.shift()?.()
    assert.strictEqual(page.appended.length, 1)
    assert.strictEqual(page.timers.length, 0)
  })

  it("does not replace an existing stub or CMP", () => {
    const theirs = () => "theirs"
    const page = Object.assign(pageOf(), { __tcfapi: theirs })
    installStub(page)
    assert.strictEqual(page.__tcfapi, theirs)
    assert.deepStrictEqual([page.appended.length, page.listeners.length], [0, 0])
  })

  it("leaves the page to the CMP of a frame above, past frames that deny access", () => {
    const refusing = new Proxy(
      {},
      {
        has: () => {
          throw new Error("SecurityError")
        },
      },
    )
    const top: { frames: object; parent?: TcfFrame } = { frames: { __tcfapiLocator: {} } }
    top.parent = top
    const page = installed(pageOf({ frames: {}, parent: { frames: refusing, parent: top } }))
    assert.isUndefined(page.__tcfapi)
    assert.deepStrictEqual([page.appended.length, page.listeners.length], [0, 0])

    top.frames = {}
    assert.isFunction(installed(pageOf({ frames: {}, parent: { frames: refusing, parent: top } })).__tcfapi)
  })

  it("starts in an empty window", () => {
    const bare: StubWindow<LocatorFrame> = {}
    installStub(bare)
    assert.deepStrictEqual(bare.__tcfapi?.(), [])
  })
})

describe("nested frames", () => {
  const ping = (callId: unknown) => ({ __tcfapiCall: { command: "ping", version: 2, callId } })

  it("are answered in the form of the call, under its call id, which may be missing", () => {
    const page = installed()
    for (const callId of ["a", 0, "", null, false]) {
      const returned = {
        __tcfapiReturn: {
          returnValue: { cmpLoaded: false, cmpStatus: "stub", displayStatus: "hidden", apiVersion: "2" },
          success: true,
          callId,
        },
      }
      assert.deepStrictEqual(post(page, ping(callId)), [[returned, "*"]])
      assert.deepStrictEqual(post(page, JSON.stringify(ping(callId))), [[JSON.stringify(returned), "*"]])
    }
  })

  it("wait in the queue, and are answered by the API that replaces the stub", () => {
    const page = installed()
    assert.deepStrictEqual(
      post(page, { __tcfapiCall: { command: "getTCData", version: 2, callId: 1, parameter: [7] } }),
      [],
    )
    const queue = page.__tcfapi?.()
    assert.isTrue(Array.isArray(queue) && queue.length === 1)

    page.__tcfapi = (...[command, version, callback, parameter]) => {
      if (typeof callback === "function") callback([command, version, parameter], false)
    }
    assert.deepStrictEqual(post(page, { __tcfapiCall: { command: "x", version: 3, callId: 2, parameter: "p" } }), [
      [{ __tcfapiReturn: { returnValue: ["x", 3, "p"], success: false, callId: 2 } }, "*"],
    ])
  })

  it("with other content are ignored", () => {
    const page = installed()
    for (const data of [
      null,
      undefined,
      1,
      "",
      "{",
      "null",
      '"ping"',
      {},
      { __tcfapiCall: null },
      { __tcfapiCall: "ping" },
      [],
    ]) {
      assert.deepStrictEqual(post(page, data), [])
    }
    for (const source of [null, undefined, {}, 5]) {
      for (const listener of page.listeners) listener({ data: ping(1), source })
    }
    assert.deepStrictEqual(page.__tcfapi?.(), [])
  })
})
