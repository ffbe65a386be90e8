import { parseExperimentArm } from "@consent-service/core/experiment"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { memory } from "../testing/MemoryStorage.js"
import { armOf, drawArm } from "./Experiment.js"

const experiment = { id: "colour", arms: { green: { position: "top" as const }, blue: {} } }

describe("the arm of an experiment", () => {
  it("is drawn by weight, including the control", () => {
    const drawn = [0, 0.4, 0.9].map((number) => drawArm(experiment, number))
    assert.deepStrictEqual(drawn, ["control", "green", "blue"])
    assert.strictEqual(drawArm({ ...experiment, split: { green: 1 } }, 0), "green")
    for (const split of [{}, { green: 0 }, { green: -1, blue: 2 }, { green: Number.NaN }])
      assert.isNull(drawArm({ ...experiment, split }, 0.5))
  })

  it.prop(
    "is drawn as often as its weight says",
    { weights: fc.tuple(fc.nat(9), fc.nat(9), fc.integer({ min: 1, max: 9 })) },
    ({ weights: [control, green, blue] }) => {
      const total = control + green + blue
      const drawn = Array.from({ length: total }, (_, i) =>
        drawArm({ ...experiment, split: { control, green, blue } }, (i + 0.5) / total),
      )
      assert.strictEqual(drawn.filter((arm) => arm === "green").length, green)
      assert.strictEqual(drawn.filter((arm) => arm === "control").length, control)
    },
  )

  it("is kept once shown, and the host's choice wins", () => {
    const storage = memory()
    const first = armOf(experiment, storage, 0.4)
    assert.deepInclude(first?.reported, { arm: "green", assignedBy: "cs" })
    assert.deepStrictEqual(first?.banner, { position: "top" })
    assert.strictEqual(armOf(experiment, storage, 0)?.reported.arm, "control")
    first?.keep()
    assert.strictEqual(armOf(experiment, storage, 0)?.reported.arm, "green")
    const host = armOf({ ...experiment, arm: "blue" }, storage, 0)
    assert.deepInclude(host?.reported, { arm: "blue", assignedBy: "host" })
    host?.keep()
    assert.strictEqual(armOf(experiment, storage, 0)?.reported.arm, "green")
    assert.isNull(armOf({ ...experiment, arm: "red" }, storage, 0))
    assert.strictEqual(armOf({ ...experiment, id: "other" }, storage, 0)?.reported.arm, "control")
    storage.setItem("cs-experiment-v1", "{")
    assert.strictEqual(armOf(experiment, storage, 0)?.reported.arm, "control")
  })

  it.prop(
    "reaches the service as it is",
    {
      id: fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" }),
      name: fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" }),
    },
    ({ id, name }) => {
      const arm = armOf({ id, arms: { [name]: {} }, arm: name }, memory(), 0)
      fc.pre(arm !== null)
      assert.deepStrictEqual(parseExperimentArm(arm.query), { id, arm: name })
    },
  )
})
