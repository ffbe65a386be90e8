import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import * as FastCheck from "effect/FastCheck"
import { assert, describe, it } from "vitest"
import { readArguments } from "../bench/arguments.mjs"
import { packageOf, sharesOf } from "../bench/profile-shares.mjs"
import { markdownOf, withMeasured } from "../bench/results.mjs"
import { median, quantile, slope } from "../bench/service/numbers.mjs"
import { atLeast, atMost, comparisonOf, ratiosTo } from "../bench/service/reach.mjs"
import { inTurns } from "../bench/service/turns.mjs"

const property = FastCheck.property
const assertProperty = FastCheck.assert
const numbers = FastCheck.array(FastCheck.integer({ min: -1e6, max: 1e6 }), { minLength: 1 })

describe("numbers", () => {
  it("has as many values below the median as above", () =>
    assertProperty(
      property(numbers, (values) => {
        const middle = median(values)
        const below = values.filter((value) => value < middle).length
        const above = values.filter((value) => value > middle).length
        assert.isAtMost(Math.max(below, above), values.length / 2)
      }),
    ))

  it("has the share of the values below a quantile, and no more", () =>
    assertProperty(
      property(FastCheck.uniqueArray(FastCheck.integer(), { minLength: 1 }), FastCheck.nat(100), (values, percent) => {
        const found = quantile(
          values.toSorted((a, b) => a - b),
          percent / 100,
        )
        const below = values.filter((value) => value < found).length
        assert.strictEqual(below, Math.min(values.length - 1, Math.floor(values.length * (percent / 100))))
      }),
    ))

  it("finds the slope of a line, also through noise that is even on both sides", () =>
    assertProperty(
      property(
        FastCheck.integer({ min: -1e3, max: 1e3 }),
        FastCheck.nat(1e6),
        FastCheck.nat(50),
        (rise, from, noise) => {
          const points = Array.from({ length: 10 }, (_, x) => [x * 100, from + rise * x * 100] as const)
          const noisy = points.flatMap(([x, y]) => [[x, y - noise] as const, [x, y + noise] as const])
          assert.approximately(slope(points), rise, 1e-6)
          assert.approximately(slope(noisy), rise, 1e-6)
        },
      ),
    ))

  it("has no number for nothing", () =>
    assert.deepEqual([median([]), quantile([], 0.5), slope([]), slope([[1, 2]])], [NaN, NaN, NaN, NaN]))
})

type Figure = Parameters<typeof comparisonOf>[1]

const figure = (wanted: Partial<Figure>): Figure => ({
  route: "GET /status",
  contestant: "ours, SQLite",
  kind: "ours",
  engine: "sqlite",
  perSecond: 6_000,
  p50Ms: 2,
  p99Ms: 8,
  cpuUs: 100,
  serverShare: 1,
  loaderShare: 0.5,
  promoted: 100,
  pauseMs: 1,
  longestMs: 2,
  samples: 7,
  refused: 0,
  ...wanted,
})

describe("reach", () => {
  it("counts more as better, whichever way it is measured", () =>
    assert.deepEqual(ratiosTo({ perSecond: 300, cpuUs: 20 }, { perSecond: 100, cpuUs: 80 }), { bySpeed: 3, byCpu: 4 }))

  it("meets a goal that is reached exactly, and says when only CPU time meets it", () => {
    assert.strictEqual(atLeast(6, "peer", { bySpeed: 6, byCpu: 1 }), "6x peer: met")
    assert.strictEqual(atLeast(6, "peer", { bySpeed: 5.99, byCpu: 6 }), "6x peer: met by CPU time only")
    assert.strictEqual(atLeast(6, "peer", { bySpeed: 5.99, byCpu: 5.99 }), "6x peer: missed")
    assert.deepEqual(
      [4, 4.1, Number.NaN].map((value) => atMost(value, 4)),
      ["at most 4: met", "at most 4: missed", "at most 4: not measured"],
    )
  })

  it("never says of what was not measured that it was met or missed", () => {
    const unmeasured = figure({ perSecond: Number.NaN, cpuUs: Number.NaN, p99Ms: Number.NaN })
    const { reach } = comparisonOf(
      [figure({ kind: "peer" }), figure({ kind: "limit", contestant: "node:http" })],
      unmeasured,
    )
    assert.match(reach ?? "", /^6x peer: not measured; .*p99 at most 3x the limit's: not measured$/)
  })

  it("compares with the rivals on the same engine, and where none is asked with those on SQLite and without one", () => {
    const ours = figure({ contestant: "ours, PostgreSQL", engine: "postgres", perSecond: 600 })
    const rivals = [
      figure({ kind: "limit", engine: null, contestant: "Hono", perSecond: 100 }),
      figure({ kind: "limit", engine: null, contestant: "node:http", perSecond: 1_200 }),
      figure({ kind: "peer", engine: "sqlite", perSecond: 200 }),
      figure({ kind: "peer", engine: "postgres", perSecond: 300 }),
    ]
    const status = comparisonOf([ours, ...rivals], ours)
    assert.deepEqual([status["× peer"], status["× limit"]], [3, 0.5])
    const route = "POST /subjects new"
    const save = { ...ours, route }
    const savers = [
      figure({ route, kind: "limit", engine: "sqlite", contestant: "node:http, SQLite", perSecond: 5_000 }),
      figure({ route, kind: "limit", engine: "postgres", contestant: "node:http, PostgreSQL", perSecond: 1_000 }),
      ...rivals.slice(2).map((rival) => ({ ...rival, route })),
    ]
    const saves = comparisonOf([...rivals, ...savers, save], save)
    assert.deepEqual([saves["× peer"], saves["× limit"]], [2, 0.6])
    assert.strictEqual(saves.reach, "10x peer: missed; 0.45x limit: met; p99 at most 3x the limit's: met")
  })
})

describe("turns", () => {
  it("takes the samples of all in turns, and refuses busy ones", async () => {
    const asked: Array<string> = []
    const taken = await inTurns(["a", "b"], 2, async (name) => {
      asked.push(name)
      return asked.length === 2 ? "busy" : asked.length
    })
    assert.strictEqual(asked.join(""), "ababb")
    assert.deepEqual(taken, [
      { contestant: "a", samples: [1, 3], refused: 0 },
      { contestant: "b", samples: [4, 5], refused: 1 },
    ])
  })

  it("takes what it has when the machine is never quiet", async () =>
    assert.deepEqual(await inTurns(["a"], 2, async () => "busy"), [{ contestant: "a", samples: [], refused: 6 }]))
})

describe("results", () => {
  const run = {
    machine: { CPU: "one | two" },
    quick: false,
    suites: [
      {
        suite: "routes",
        tables: [
          {
            title: "Routes",
            rows: [
              { route: "a", "req/s": 12_345 },
              { route: "b", "req/s": null },
            ],
          },
        ],
      },
    ],
  }

  it("writes tables, with numbers to the right and a dash for what was not measured", () =>
    assert.include(markdownOf(run), "| route | req/s |\n| --- | --: |\n| a | 12,345 |\n| b | – |"))

  it("keeps what is written by hand, however often it is run", () => {
    const text =
      "# Results\n\nBefore.\n\n<!-- measured: begin, written by npm run bench -->\nold\n<!-- measured: end -->\n\nAfter.\n"
    const written = withMeasured(text, markdownOf(run))
    assert.match(written, /^# Results\n\nBefore\.\n\n<!-- measured: begin[^]*one \\\| two[^]*end -->\n\nAfter\.\n$/)
    assert.notInclude(written, "old")
    assert.strictEqual(withMeasured(written, markdownOf(run)), written)
    assert.throws(() => withMeasured("# Results", ""), /has no/)
  })
})

describe("profile shares", () => {
  const frame = (functionName: string, url: string) => ({ functionName, url, lineNumber: 0 })
  const store = "file:///w/node_modules/.pnpm/effect@3.22.4/node_modules/effect/dist/a.js"
  const own = "file:///w/packages/core/dist/a.js"
  const profile = {
    nodes: [
      { id: 1, callFrame: frame("(root)", ""), children: [2, 4] },
      { id: 2, callFrame: frame("run", store), children: [3] },
      { id: 3, callFrame: frame("resolve", own), children: [5] },
      { id: 4, callFrame: frame("(idle)", "") },
      { id: 5, callFrame: frame("run", store) },
    ],
    samples: [2, 3, 5, 4, 3],
    timeDeltas: [0, 1_000, 1_000, 2_000, 5_000],
    startTime: 0,
    endTime: 9_000,
  }

  it("shares out the time that was not idle, each name once a stack", () =>
    assert.deepEqual(sharesOf(profile, 9, "package"), [
      { name: "effect", self: 0.75, total: 1 },
      { name: "ours: core", self: 0.25, total: 0.75 },
    ]))

  it("leaves out what came before the load", () =>
    assert.deepEqual(
      sharesOf(profile, 7, "function").map(({ name, self }) => [name.split(" ")[0], self]),
      [
        ["run", 1],
        ["resolve", 0],
      ],
    ))

  it("tells packages by where they lie", () =>
    assert.deepEqual(
      [
        frame("a", "node:internal/streams"),
        frame("a", "file:///w/node_modules/.pnpm/@effect+sql@0.52/node_modules/@effect/sql/dist/a.js"),
        frame("a", "file:///w/packages/adapter-sql/dist/a.js"),
        frame("(garbage collector)", ""),
        frame("writeUtf8String", ""),
      ].map(packageOf),
      ["node internals", "@effect/sql", "ours: adapter-sql", "garbage collector", "native"],
    ))
})

describe("the command line", () => {
  const read = (line: string) => readArguments(line.split(" "), ["routes", "saves"])

  it("takes a file after --json, and a suite for a suite", () => {
    assert.deepInclude(read("routes --json run.json"), { names: ["routes"], json: "run.json", wrong: [] })
    assert.deepInclude(read("--json saves"), { names: ["saves"], json: true, wrong: [] })
    assert.deepInclude(read("routes --only POST"), { only: "POST", wrong: [] })
    assert.deepInclude(read("routes --citus postgres://a/b --quick --citus postgresql://c/d"), {
      citus: ["postgres://a/b", "postgresql://c/d"],
      quick: true,
      wrong: [],
    })
    assert.deepInclude(read("saves --engines postgres,sqlite"), { engines: ["sqlite", "postgres"], wrong: [] })
  })

  it("tells what it does not know", () =>
    assert.deepEqual(
      ["rotues", "--quik", "--engines oracle", "--citus mysql://h/d", "--json run.txt", "--out"].map(
        (line) => read(line).wrong,
      ),
      [["rotues"], ["--quik"], ["--engines", "oracle"], ["--citus", "mysql://h/d"], ["run.txt"], ["--out"]],
    ))

  const bench = (...args: ReadonlyArray<string>) => {
    const main = fileURLToPath(new URL("../bench/main.mjs", import.meta.url))
    return spawnSync(process.execPath, [main, ...args], { encoding: "utf8", timeout: 100_000 })
  }

  it("lists its suites", () => {
    const { status, stdout } = bench("--help")
    assert.strictEqual(status, 0)
    for (const suite of ["routes", "cold-start", "in-process", "growth", "scale-out", "profile", "browser"]) {
      assert.match(stdout, new RegExp(`^  ${suite} .*\\d min`, "m"))
    }
  })

  it("measures nothing when a name is wrong", () => {
    const { status, stderr } = bench("routes", "rotues")
    assert.strictEqual(status, 2)
    assert.include(stderr, "not known: rotues")
  })
})
