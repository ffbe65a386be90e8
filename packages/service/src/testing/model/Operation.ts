/** What happens to a log, as the model of it has it. */
import * as FastCheck from "effect/FastCheck"

/** Numbers choose among what there is: subjects, records, processes. */
export type Operation =
  /** Of an old record, the time to keep it is over. `logged` is whether it brings its entry, as since there is a log. */
  | {
      readonly op: "save"
      readonly subject: number
      readonly linked: boolean
      readonly old: boolean
      readonly logged: boolean
    }
  | { readonly op: "retry"; readonly record: number }
  | { readonly op: "link"; readonly subject: number; readonly account: number }
  | { readonly op: "publish"; readonly version: number }
  | { readonly op: "archive"; readonly content: number }
  | { readonly op: "sequence"; readonly process: number }
  /** Saves while a process sequences. */
  | { readonly op: "burst"; readonly process: number; readonly saves: number }
  /** A process ends with its lease, and another begins in its place. */
  | { readonly op: "crash"; readonly process: number }
  | { readonly op: "rotate" }
  | { readonly op: "erase"; readonly subject: number; readonly part: "trace" | null; readonly waits: boolean }
  | { readonly op: "hold"; readonly subject: number }
  | { readonly op: "release"; readonly subject: number }
  | { readonly op: "retain" }
  | { readonly op: "backfill" }
  /** The database is set back to before some saves, and recovered from what is published. */
  | { readonly op: "restore"; readonly waiting: number; readonly lost: number }

export const subjects = 5
export const processes = 3

const subject = FastCheck.nat(subjects - 1)
const process = FastCheck.nat(processes - 1)
const is = <const Name extends Operation["op"]>(name: Name) => FastCheck.constant<Name>(name)

const rarely = FastCheck.nat(5).map((number) => number === 0)

export const operations: FastCheck.Arbitrary<ReadonlyArray<Operation>> = FastCheck.array(
  FastCheck.oneof(
    {
      weight: 6,
      arbitrary: FastCheck.record({
        op: is("save"),
        subject,
        linked: FastCheck.boolean(),
        old: rarely,
        logged: rarely.map((not) => !not),
      }),
    },
    { weight: 2, arbitrary: FastCheck.record({ op: is("retry"), record: FastCheck.nat() }) },
    { weight: 2, arbitrary: FastCheck.record({ op: is("link"), subject, account: FastCheck.nat(2) }) },
    FastCheck.record({ op: is("publish"), version: FastCheck.nat(2) }),
    FastCheck.record({ op: is("archive"), content: FastCheck.nat(2) }),
    { weight: 5, arbitrary: FastCheck.record({ op: is("sequence"), process }) },
    {
      weight: 2,
      arbitrary: FastCheck.record({ op: is("burst"), process, saves: FastCheck.integer({ min: 1, max: 12 }) }),
    },
    FastCheck.record({ op: is("crash"), process }),
    FastCheck.record({ op: is("rotate") }),
    {
      weight: 2,
      arbitrary: FastCheck.record({
        op: is("erase"),
        subject,
        part: FastCheck.constantFrom("trace" as const, null),
        waits: FastCheck.boolean(),
      }),
    },
    FastCheck.record({ op: is("hold"), subject }),
    FastCheck.record({ op: is("release"), subject }),
    FastCheck.record({ op: is("retain") }),
    FastCheck.record({ op: is("backfill") }),
    FastCheck.record({ op: is("restore"), waiting: FastCheck.nat(2), lost: FastCheck.integer({ min: 1, max: 4 }) }),
  ),
  { minLength: 5, maxLength: 40 },
)
