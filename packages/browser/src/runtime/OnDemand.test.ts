import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { vi } from "vitest"
import type { MakeDrawing } from "./Drawing.js"
import { onDemand } from "./OnDemand.js"
import type { LoadSettings } from "./CodeSource.js"

const makeDrawing: MakeDrawing = () => ({ draw: () => {}, dispose: () => {} })

const pathOf = ({ backendURL, config }: LoadSettings) => `${backendURL}${config.surfacesPath}`

const settings = (redraw: () => void): LoadSettings => ({
  backendURL: "https://consent.test/api",
  config: { surfacesPath: "/cs.ui.1.js" },
  redraw,
})

/** A network that fails as often as told, and what was requested of it. */
const network = (failures: number) => {
  const requested: Array<string> = []
  const load = (address: string) => {
    requested.push(address)
    return requested.length > failures
      ? Promise.resolve({ default: makeDrawing })
      : Promise.reject(new TypeError("Failed to fetch"))
  }
  return { load, requested }
}

describe("code that is loaded on demand", () => {
  let told: Array<ReadonlyArray<unknown>>
  beforeEach(() => {
    told = []
    vi.useFakeTimers()
    vi.stubGlobal("window", globalThis)
    vi.spyOn(console, "warn").mockImplementation((...words: ReadonlyArray<unknown>) => void told.push(words))
  })
  afterEach(() => vi.useRealTimers())

  it("is requested by the first call, once, below the service's address, and there at the next drawing", async () => {
    const { load, requested } = network(0)
    const redraw = vi.fn()
    const find = onDemand("banner", pathOf, load)(settings(redraw))
    assert.deepStrictEqual(requested, [])
    assert.deepStrictEqual([find(), find()], [undefined, undefined])
    await vi.runAllTimersAsync()
    assert.deepStrictEqual(requested, ["https://consent.test/api/cs.ui.1.js"])
    assert.strictEqual(redraw.mock.calls.length, 1)
    assert.strictEqual(find(), makeDrawing)
    assert.deepStrictEqual(told, [])
  })

  it("is requested again while it is wanted, at an address that no browser remembers as failed; the console has one line", async () => {
    const { load, requested } = network(3)
    const find = onDemand("banner", pathOf, load)(settings(() => void find()))
    find()
    await vi.runAllTimersAsync()
    assert.deepStrictEqual(
      requested.map((address) => address.replace("https://consent.test/api", "")),
      ["/cs.ui.1.js", "/cs.ui.1.js?1", "/cs.ui.1.js?2", "/cs.ui.1.js?3"],
    )
    assert.strictEqual(find(), makeDrawing)
    assert.strictEqual(told.length, 1)
  })

  it("waits a second, then longer, a minute at most", async () => {
    const { load, requested } = network(Infinity)
    const find = onDemand("banner", pathOf, load)(settings(() => void find()))
    find()
    await vi.advanceTimersByTimeAsync(999)
    assert.strictEqual(requested.length, 1)
    await vi.advanceTimersByTimeAsync(1)
    assert.strictEqual(requested.length, 2)
    await vi.advanceTimersByTimeAsync(600_000)
    const before = requested.length
    await vi.advanceTimersByTimeAsync(60_000)
    assert.strictEqual(requested.length, before + 1)
  })

  it("is not requested again when nothing is to be seen any more", async () => {
    const { load, requested } = network(1)
    const find = onDemand("banner", pathOf, load)(settings(() => {}))
    find()
    await vi.runAllTimersAsync()
    assert.strictEqual(requested.length, 1)
  })
})
