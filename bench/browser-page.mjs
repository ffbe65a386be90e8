// @ts-check
// A page of a new visitor, driven by as little of DevTools as measuring needs. Playwright's own pages record the stack of each request,
// for which V8 parses every function on it once more: of a script that requests something when it starts, that was a third of its start.

/** @typedef {Awaited<ReturnType<typeof import("../scripts/engines/dist/Chromium.js").launchChromium>>} Browser */
/** @typedef {Awaited<ReturnType<Browser["newBrowserCDPSession"]>>} DevTools */

/** @typedef {{ readonly id?: number, readonly method?: string, readonly result?: unknown, readonly error?: { readonly message: string } }} Message */

/** Sends commands to a target, and waits for its events. @param {DevTools} devTools @param {string} targetId */
const attach = async (devTools, targetId) => {
  const { sessionId } = await devTools.send("Target.attachToTarget", { targetId, flatten: false })
  /** @type {Map<number | string, (message: Message) => void>} */
  const waiting = new Map()
  let sent = 0
  /** @param {{ readonly sessionId: string, readonly message: string }} event */
  const receive = (event) => {
    if (event.sessionId !== sessionId) return
    /** @type {Message} */
    const message = JSON.parse(event.message)
    const key = message.id ?? message.method ?? ""
    waiting.get(key)?.(message)
    waiting.delete(key)
  }
  devTools.on("Target.receivedMessageFromTarget", receive)

  /** @param {number | string} key @returns {Promise<Message>} */
  const received = (key) => new Promise((resolve) => waiting.set(key, resolve))

  /** @param {string} method @param {Readonly<Record<string, unknown>>} [params] @returns {Promise<unknown>} */
  const send = async (method, params = {}) => {
    sent += 1
    const id = sent
    const answer = received(id)
    await devTools.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method, params }) })
    const late = setTimeout(() => waiting.get(id)?.({ error: { message: "no answer within a minute" } }), 60_000)
    const { error, result } = await answer
    clearTimeout(late)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  return { send, received, detach: () => devTools.off("Target.receivedMessageFromTarget", receive) }
}

/** @typedef {{ readonly result: { readonly value?: unknown }, readonly exceptionDetails?: { readonly text: string, readonly exception?: { readonly description?: string } } }} Evaluated */

/**
 * Opens an empty page that has its own cookies and storage.
 *
 * @param {DevTools} devTools of the browser
 * @param {{ readonly slowdown: number, readonly script: string }} settings `script` runs in every document before its own
 */
export const openPage = async (devTools, { script, slowdown }) => {
  const { browserContextId } = await devTools.send("Target.createBrowserContext")
  const { targetId } = await devTools.send("Target.createTarget", { url: "about:blank", browserContextId })
  const { detach, received, send } = await attach(devTools, targetId)
  await send("Page.enable")
  await send("Page.addScriptToEvaluateOnNewDocument", { source: script })
  await send("Emulation.setDeviceMetricsOverride", { width: 1280, height: 720, deviceScaleFactor: 1, mobile: false })
  await send("Emulation.setFocusEmulationEnabled", { enabled: true })
  await send("Emulation.setCPUThrottlingRate", { rate: slowdown })

  return {
    /** Until the document is loaded. @param {string} url */
    goto: async (url) => {
      const loaded = received("Page.loadEventFired")
      await send("Page.navigate", { url })
      await loaded
    },
    /** The value of an expression, or of its promise. @param {string} expression @returns {Promise<unknown>} */
    evaluate: async (expression) => {
      const answer = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true })
      const { exceptionDetails, result } = /** @type {Evaluated} */ (answer)
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    },
    /** A click by a mouse. @param {{ readonly x: number, readonly y: number }} point */
    click: async ({ x, y }) => {
      await send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y })
      for (const type of ["mousePressed", "mouseReleased"])
        await send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 })
    },
    close: async () => {
      detach()
      await devTools.send("Target.disposeBrowserContext", { browserContextId })
    },
  }
}
