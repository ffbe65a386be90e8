import { assert, describe, it } from "vitest"
import { counterexampleText, explore, type Protocol, type World } from "./Explore.js"

const [realTimeout, realNow] = [setTimeout, performance.now]

const everything = { deviations: 100, random: 0, seed: 1 }

/** Processes that read a counter and write it back, each in a step of its own. */
const counting =
  (processes: number, inOneStep = false): Protocol =>
  (world: World) => {
    let counter = 0
    const begin = (name: string): void => {
      const read = (): void => {
        const seen = counter
        const write = () => void (counter = seen + 1)
        if (inOneStep) write()
        else world.may({ label: `${name} writes`, act: write })
      }
      world.may({ label: `${name} reads`, act: read })
    }
    for (let at = 0; at < processes; at += 1) begin(`process ${at}`)
    return {
      always: {},
      atEnd: { "nothing is lost": () => (counter === processes ? null : `${counter} of ${processes}`) },
    }
  }

describe("an exploration", () => {
  it("runs every order of steps once, and no other", async () => {
    const orders = new Set<string>()
    const protocol: Protocol = (world) => {
      const seen: Array<number> = []
      for (const at of [0, 1, 2, 3]) world.may({ label: `${at}`, act: () => seen.push(at) })
      return {
        always: {},
        atEnd: { "all happen": () => (orders.add(seen.join("")), seen.length === 4 ? null : "few") },
      }
    }
    const { complete, schedules, violation } = await explore(protocol, everything)
    assert.deepStrictEqual([schedules, orders.size, complete, violation], [24, 24, Number.POSITIVE_INFINITY, null])
    assert.strictEqual((await explore(protocol, { ...everything, deviations: 0 })).schedules, 1)
  })

  it("finds a race, with the steps that lead to it and no others", async () => {
    for (const bounds of [everything, { deviations: 0, random: 100, seed: 1 }]) {
      const { violation } = await explore(counting(3), bounds)
      assert.strictEqual(violation?.property, "nothing is lost")
      if (violation !== null) assert.include(counterexampleText(violation), "1. process 0 reads")
    }
    assert.isNull((await explore(counting(3, true), everything)).violation)
  })

  it("fires timers in their order, moves the clocks with them, and gives the thread its own back", async () => {
    const fired: Array<string> = []
    const protocol: Protocol = (world) => {
      fired.length = 0
      const note = (name: string) => () => void fired.push(`${name} at ${performance.now()}`)
      setTimeout(note("second"), 20)
      setTimeout(note("first"), 10)
      clearTimeout(setTimeout(note("cleared"), 5))
      setImmediate(note("turn"))
      queueMicrotask(note("microtask"))
      world.last({ label: "last", act: note("last") })
      return { always: {}, atEnd: {} }
    }
    const { schedules, violation } = await explore(protocol, everything)
    assert.deepStrictEqual([schedules, violation], [1, null])
    assert.deepStrictEqual(fired, ["microtask at 0", "turn at 0", "first at 10", "second at 20", "last at 20"])
    assert.deepStrictEqual([setTimeout, performance.now], [realTimeout, realNow])
  })

  it("takes what might happen only where it deviates, up to the end, and lets blocked timers be late", async () => {
    const ends = new Set<string>()
    const protocol: Protocol = (world) => {
      let at = "never"
      setTimeout(() => void (at = `${world.now()}`), 10)
      world.might({ label: "the thread is blocked", act: () => world.block(50) })
      return { always: {}, atEnd: { noted: () => (ends.add(`${at}, ${world.wasSlow()}`), null) } }
    }
    const { schedules } = await explore(protocol, everything)
    assert.strictEqual(schedules, 3)
    assert.deepStrictEqual(Array.from(ends).sort(), ["10, false", "10, true", "50, true"])
  })

  it("reports what is thrown, and what never ends", async () => {
    const throwing: Protocol = (world) => {
      const fail = (): void => {
        throw new Error("broken")
      }
      world.may({ label: "fails", act: fail })
      return { always: {}, atEnd: {} }
    }
    const endless: Protocol = (world) => {
      const again = (): void => void world.may({ label: "again", act: again })
      again()
      return { always: {}, atEnd: {} }
    }
    assert.strictEqual((await explore(throwing, everything)).violation?.property, "nothing is thrown")
    assert.strictEqual((await explore(endless, { ...everything, deviations: 0 })).violation?.property, "it ends")
  })

  it("lets promises settle between the steps", async () => {
    const protocol: Protocol = (world) => {
      let isDone = false
      const wait = async (): Promise<void> => {
        await new Promise<void>((resolve) => void world.may({ label: "resolves", act: resolve }))
        isDone = true
      }
      void wait()
      return { always: {}, atEnd: { "it is done": () => (isDone ? null : "it is not") } }
    }
    assert.isNull((await explore(protocol, { ...everything, settles: "promises" })).violation)
  })
})
