import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { planRestart } from "./Restarts.js"

/** The delays of processes that die one after another in one place, in milliseconds; null where it is given up. */
const delays = (deaths: ReadonlyArray<number | null>, othersServe: boolean): ReadonlyArray<number | null> => {
  const found: Array<number | null> = []
  let earlier = 0
  for (const servedMs of deaths) {
    const restart = planRestart({ earlier, servedMs, othersServe })
    if (restart._tag === "GiveUp") return [...found, null]
    found.push(restart.delayMs)
    earlier = restart.earlier
  }
  return found
}

describe("the restart of a process that died", () => {
  it("doubles the delay each time, up to half a minute, and starts over after a process that served", () => {
    const deaths = [5, 5, null, 20_000, 5, ...Array.from({ length: 12 }, () => 5)]
    assert.deepStrictEqual(
      delays(deaths, true),
      [100, 200, 400, 100, 100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, 30_000, 30_000],
    )
  })

  it("is given up at the fifth that never served while no other serves", () => {
    assert.deepStrictEqual(delays([null, null, null, null, null], false), [100, 200, 400, 800, null])
  })

  it("is never given up while another process serves, or where it served itself", () => {
    const served = fc.option(fc.nat(60_000))
    fc.assert(
      fc.property(fc.array(served), (deaths) => {
        assert.notInclude(delays(deaths, true), null)
        assert.notInclude(
          delays(
            deaths.map((servedMs) => servedMs ?? 0),
            false,
          ),
          null,
        )
      }),
    )
  })
})
