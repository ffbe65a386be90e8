/**
 * A table of parsers, each with a test: whatever it reads, it answers with a value or the expected refusal, and throws nothing.
 *
 * ```ts
 * describeParsers("hostile headers", [
 *   parser({ name: "Accept-Language", seeds: ["de-AT, en;q=0.8"], parse: parseAcceptLanguage }),
 * ])
 * ```
 */
import { inspect } from "node:util"
import { assert, describe, it } from "vitest"
import { inForm, isFullForm, testSeed } from "./Form.js"
import {
  hostilePieces,
  lengthened,
  mutatedBytes,
  mutatedText,
  nestedArrays,
  type Random,
  randomFrom,
  scalarSpans,
} from "./Fuzz.js"

/** How a parser is tested; `Input` is text or bytes. */
export interface ParserUnderTest<Input, Read> {
  readonly name: string
  /** Valid inputs, which all others are made from. */
  readonly seeds: ReadonlyArray<Input>
  /** What must not throw; refusals that are thrown are to be caught here, by their type. */
  readonly parse: (input: Input) => Read
  /** Whether a result is no refusal: by default, whether it is neither null, undefined nor false. Each seed must be read. */
  readonly isRead?: (read: Awaited<Read>) => boolean
  /** Whether a result is as it must be. No assertion: those of chai would take most of the time. */
  readonly holds?: (read: Awaited<Read>, input: Input) => boolean
  /** For what takes long for each input: the part of the usual number, such as 0.1. */
  readonly share?: number
}

/** A parser and its inputs, whatever their types are. */
export interface FuzzedParser {
  readonly name: string
  readonly share: number
  /** Fails where a valid input is refused, since mutations of it would prove little. */
  readonly readsSeeds: () => Promise<void>
  /** Reads one hostile input; says whether it was read. */
  readonly round: (random: Random) => boolean | Promise<boolean>
  /** Reads each of a few inputs that are so many characters long. */
  readonly readsLong: (length: number, took: (milliseconds: number, input: string) => void) => Promise<void>
}

const shown = (input: unknown): string =>
  (input instanceof Uint8Array ? `bytes ${Buffer.from(input).toString("hex")}` : JSON.stringify(input)).slice(0, 2_000)

const isNoRefusal = (read: unknown): boolean => read !== null && read !== undefined && read !== false

interface Inputs<Input> {
  readonly mutated: (seeds: ReadonlyArray<Input>, random: Random) => Input
  readonly long: (seeds: ReadonlyArray<Input>, length: number) => ReadonlyArray<Input>
}

const fuzzed = <Input, Read>(under: ParserUnderTest<Input, Read>, { long, mutated }: Inputs<Input>): FuzzedParser => {
  const { holds = () => true, isRead = isNoRefusal, name, parse, seeds, share = 1 } = under

  const blamed = (input: Input, cause: unknown): Error =>
    new Error(`${name} fails on ${shown(input)}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })

  const settle = (read: Awaited<Read>, input: Input): boolean => {
    if (!holds(read, input)) throw new Error(`its result breaks what must hold: ${inspect(read)}`)
    return isRead(read)
  }

  const later = async (read: PromiseLike<Awaited<Read>>, input: Input): Promise<boolean> => {
    try {
      return settle(await read, input)
    } catch (cause) {
      throw blamed(input, cause)
    }
  }

  const isLater = (read: unknown): read is Promise<Awaited<Read>> => read instanceof Promise
  const isNow = (read: unknown): read is Awaited<Read> => !(read instanceof Promise)

  const judge = (input: Input): boolean | Promise<boolean> => {
    try {
      const read: unknown = parse(input)
      if (isLater(read)) return later(read, input)
      return isNow(read) && settle(read, input)
    } catch (cause) {
      throw blamed(input, cause)
    }
  }

  return {
    name,
    share,
    readsSeeds: async () => {
      for (const seed of seeds) assert.isTrue(await judge(seed), `${name} refuses ${shown(seed)}`)
    },
    round: (random) => judge(mutated(seeds, random)),
    readsLong: async (length, took) => {
      for (const input of long(seeds, length)) {
        const began = performance.now()
        await judge(input)
        took(performance.now() - began, shown(input).slice(0, 100))
      }
    },
  }
}

/** The most characters of a piece that is repeated; longer ones repeat what shorter ones do. */
const mostRepeated = 8

/** The most places of a valid text that get a deeply nested value. */
const mostNested = 30

/** Each piece repeated, alone and within a valid text; then JSON that is nested deeply, also in the place of each value. */
const longTexts = (seeds: ReadonlyArray<string>, length: number): ReadonlyArray<string> => {
  const [seed = ""] = seeds
  const half = seed.length >> 1
  const pieces = new Set([...hostilePieces.filter((piece) => piece.length <= mostRepeated), ...seeds])
  const repeated = Array.from(pieces).flatMap((piece) => {
    const middle = lengthened(piece, length)
    return [middle, `${seed.slice(0, half)}${middle}${seed.slice(half)}`]
  })
  const deep = nestedArrays(length / 2)
  const nested = scalarSpans(seed)
    .slice(0, mostNested)
    .map(([from, to]) => `${seed.slice(0, from)}${deep}${seed.slice(to)}`)
  return [...repeated, deep, ...nested]
}

const longBytes = (seeds: ReadonlyArray<Uint8Array>, length: number): ReadonlyArray<Uint8Array> =>
  seeds.flatMap((seed) => [
    Uint8Array.from({ length }, (_, at) => seed[at % Math.max(1, seed.length)] ?? 0),
    ...[0, 0x30, 0x80, 0xff].map((byte) => new Uint8Array(length).fill(byte)),
  ])

/** A row of the table: a parser of text. */
export const parser = <Read>(under: ParserUnderTest<string, Read>): FuzzedParser =>
  fuzzed(under, { mutated: mutatedText, long: longTexts })

/** A row of the table: a parser of bytes. */
export const bytesParser = <Read>(under: ParserUnderTest<Uint8Array, Read>): FuzzedParser =>
  fuzzed(under, { mutated: mutatedBytes, long: longBytes })

const rounds = inForm({ short: 2_000, full: 1_000_000 })

/** Long enough that quadratic work takes minutes, and linear work a fraction of a second. */
const longLength = 524_288

/** Far from both, on any machine. */
const mostMs = 20_000

const hour = 3_600_000

const attack = async ({ round, share }: FuzzedParser): Promise<number> => {
  const random = randomFrom(testSeed)
  let read = 0
  const wanted = Math.ceil(rounds * share)
  for (let run = 0; run < wanted; run++) {
    const outcome = round(random)
    if (outcome instanceof Promise ? await outcome : outcome) read += 1
    // Lets the runner speak to its workers.
    if (run % 50_000 === 49_999) await new Promise((resolve) => setImmediate(resolve))
  }
  return read
}

/** A test for each parser, and in the full form another about long inputs. */
export const describeParsers = (title: string, parsers: ReadonlyArray<FuzzedParser>): void =>
  void describe(title, () => {
    for (const each of parsers) {
      it(
        `${each.name}: answers whatever it reads`,
        async () => {
          await each.readsSeeds()
          const read = await attack(each)
          if (isFullForm)
            process.stdout.write(`${each.name}: ${Math.ceil(rounds * each.share)} inputs, ${read} of them read\n`)
        },
        hour,
      )
      if (!isFullForm) continue
      it(
        `${each.name}: takes no more than linear time`,
        () =>
          each.readsLong(longLength, (took, input) => {
            assert.isBelow(took, mostMs, `for ${input}`)
          }),
        hour,
      )
    }
  })
