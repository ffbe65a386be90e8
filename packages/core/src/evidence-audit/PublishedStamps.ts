/**
 * The trees that the published time stamps are of.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readCheckpoint } from "../evidence/Checkpoint.js"
import { logPaths } from "../evidence/LogFiles.js"
import type { Hash } from "../evidence/MerkleTree.js"
import { isObject, parsedJson } from "../evidence/ReadJson.js"
import { readTimestamp } from "../evidence/Timestamp.js"
import type { MirrorCheckpoint, ReadLogFile } from "../evidence-log/Mirror.js"
import { type Finding, findingOf } from "./Finding.js"

/** A tree that this one must begin with. */
export interface Target {
  readonly size: number
  readonly root: Hash
  /** What to say when it does not. */
  readonly finding: Finding
}

const utf8 = new TextDecoder()

interface ListedStamp {
  readonly answer: string
  readonly text: string
}

const listedIn = (bytes: Uint8Array): ReadonlyArray<ListedStamp> => {
  const list = parsedJson(utf8.decode(bytes))
  const stamps = isObject(list) && Array.isArray(list["timestamps"]) ? list["timestamps"] : []
  return stamps.flatMap((stamp) =>
    isObject(stamp) && typeof stamp["answer"] === "string" && typeof stamp["text"] === "string"
      ? [{ answer: stamp["answer"], text: stamp["text"] }]
      : [],
  )
}

/** Names of files that a list gives are not trusted. */
const isStampPath = (path: string): boolean =>
  /^timestamps\/\d{1,16}\/[\w.-]{1,300}$/.test(path) && !path.includes("..")

const wrongStamp = (path: string, why: string): Finding => findingOf("TimestampWrong", {}, `${path}: ${why}`)

const readStamp = (read: ReadLogFile, { answer, text }: ListedStamp, newest: MirrorCheckpoint) =>
  Effect.gen(function* () {
    if (!isStampPath(answer) || !isStampPath(text)) return wrongStamp(logPaths.timestamps, "it names other files")
    const [answered, stamped] = [Option.getOrNull(yield* read(answer)), Option.getOrNull(yield* read(text))]
    if (answered === null || stamped === null) return wrongStamp(answer, "it is missing, or what it stamps is")
    const checkpoint = utf8.decode(stamped)
    const body = readCheckpoint(checkpoint)
    if (body?.origin !== newest.origin) return wrongStamp(answer, "it is of another log")
    const reading = readTimestamp(answered, checkpoint, null)
    if (reading._tag === "Refused") return wrongStamp(answer, reading.reason)
    const finding = wrongStamp(answer, `it is of another tree of ${body.size} entries than the one that is published`)
    return { size: body.size, root: body.root, finding } satisfies Target
  })

/** The trees that authorities have stamped, behind a size. */
export const stampTargets = (read: ReadLogFile, newest: MirrorCheckpoint, from: number) =>
  Effect.gen(function* () {
    const list = Option.getOrNull(yield* read(logPaths.timestamps))
    const listed = list === null ? [] : listedIn(list)
    const sizeOf = ({ text }: ListedStamp): number => Number(text.split("/")[1])
    const due = listed.filter((stamp) => !(sizeOf(stamp) <= from || sizeOf(stamp) > newest.size))
    const stamps = yield* Effect.forEach(due, (stamp) => readStamp(read, stamp, newest))
    return {
      targets: stamps.flatMap((stamp) => ("root" in stamp ? [stamp] : [])),
      findings: stamps.flatMap((stamp) => ("root" in stamp ? [] : [stamp])),
    }
  })
