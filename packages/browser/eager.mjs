// @ts-check
/**
 * Puts the functions that a script calls when a page starts into parentheses. Browsers take that for a function that is called right
 * away, and compile it with the script, on another thread while it is loaded; other functions they compile at their first call, each on
 * its own, on the page's thread.
 */
import { compileManifest } from "@consent-service/core/manifest"
import { resolveVisitor, unknownVisitor } from "@consent-service/core/visitor"
import { Session } from "node:inspector/promises"
import { setImmediate } from "node:timers/promises"
import { createContext, Script } from "node:vm"

/** An opt-in rule for everyone: most first-time visitors start like this. */
const manifest = compileManifest(
  { policyRules: [{ id: "all", match: { isDefault: true, fallback: true }, model: "opt-in", prompt: "choice" }] },
  { hosting: "self-hosted", geolocation: true },
)

const nothing = () => undefined

/** As much of a new visitor's page as a script needs until it could draw. */
const makePage = () => {
  const answer = JSON.stringify(resolveVisitor(manifest, unknownVisitor).body)
  const events = { addEventListener: nothing, removeEventListener: nothing, dispatchEvent: nothing }
  const address = "https://service.example/cs.js"
  /** @type {Record<string, unknown>} */
  const page = {
    ...events,
    cs: [
      ["config", { backendURL: "https://service.example", backendURLSource: "request", manifest: manifest.document }],
    ],
    document: {
      ...events,
      baseURI: "https://site.example/",
      cookie: "",
      currentScript: { dataset: {}, nonce: "", src: address },
      readyState: "loading",
      body: null,
      hidden: false,
      querySelector: () => null,
      querySelectorAll: () => [],
    },
    location: new URL("https://site.example/"),
    localStorage: { getItem: () => null, setItem: nothing, removeItem: nothing },
    navigator: { languages: ["en"], onLine: true },
    crypto: globalThis.crypto,
    setTimeout: nothing,
    clearTimeout: nothing,
    requestIdleCallback: nothing,
    fetch: () => Promise.resolve({ status: 200, headers: new Headers(), text: () => Promise.resolve(answer) }),
    XMLHttpRequest: class {
      open() {}
    },
    MutationObserver: class {
      observe() {}
      disconnect() {}
    },
    CustomEvent: class {
      preventDefault() {}
    },
    AbortController,
    URL,
    URLSearchParams,
  }
  page["window"] = page
  return createContext(page)
}

/** @typedef {{ readonly start: number, readonly end: number }} Range */

/** At the end of a module, which is run as a script here. */
const exported = /export\{[^}]*\};\s*$/

/**
 * The functions that a classic script calls until it could draw; those at the top of a module, which is loaded when it is needed.
 *
 * @param {string} code @returns {Promise<ReadonlyArray<Range>>}
 */
const neededFirst = async (code) => {
  const session = new Session()
  session.connect()
  // Nothing can be imported here; a script may leave that unanswered.
  process.on("unhandledRejection", nothing)
  try {
    await session.post("Profiler.enable")
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
    const filename = "start-of-a-page.js"
    new Script(code.replace(exported, ""), { filename }).runInContext(makePage())
    // The answer of the service takes a few turns.
    for (let turn = 0; turn < 20; turn += 1) await setImmediate()
    const { result } = await session.post("Profiler.takePreciseCoverage")
    const functions = result.find(({ url }) => url === filename)?.functions ?? []
    const isModule = exported.test(code)
    return functions
      .flatMap(({ ranges: [range] }) => (range !== undefined && (isModule || range.count > 0) ? range : []))
      .map(({ endOffset: end, startOffset: start }) => ({ start, end }))
  } finally {
    process.off("unhandledRejection", nothing)
    session.disconnect()
  }
}

/** Whether code is an arrow function; methods and declarations cannot be in parentheses. */
const isArrow = /^(?:async\b\s*)?(?:\(|[\w$]+=>)/

/** Whether the end of some code opens a parenthesis that is no call's. Nothing precedes the script as a whole, which counts as called, too. */
const opensGroup = /^$|(?:^|[^\w$)\]])\($/

/**
 * @param {string} code a minified script
 * @param {number} least - the length of the shortest function that is worth its two bytes
 */
export const compileEarly = async (code, least) => {
  const functions = (await neededFirst(code)).filter(
    ({ end, start }) =>
      end - start >= least && isArrow.test(code.slice(start, end)) && !opensGroup.test(code.slice(0, start)),
  )
  const marks = [
    ...functions.map(({ start }) => ({ at: start, mark: "(" })),
    ...functions.map(({ end }) => ({ at: end, mark: ")" })),
  ].toSorted((a, b) => a.at - b.at)
  let done = 0
  const pieces = marks.map(({ at, mark }) => {
    const piece = code.slice(done, at) + mark
    done = at
    return piece
  })
  return pieces.join("") + code.slice(done)
}
