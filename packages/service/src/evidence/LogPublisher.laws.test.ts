import { logPublisherLaws } from "@consent-service/testkit/LogPublisherLaws"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { directoryPublisher } from "./DirectoryPublisher.js"
import { functionPublisher } from "./FunctionPublisher.js"

logPublisherLaws("a publisher to a directory", {
  makePlace: Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "consent-published-"))),
      (made) => Effect.sync(() => rmSync(made, { recursive: true })),
    )
    // Not there before the first file.
    const directory = join(folder, "published", "log")
    const read = (path: string) =>
      Effect.sync(() =>
        existsSync(join(directory, path)) ? Option.some(readFileSync(join(directory, path))) : Option.none(),
      )
    return { open: Effect.sync(() => directoryPublisher(directory)), read }
  }),
})

logPublisherLaws("a publisher by functions", {
  makePlace: Effect.sync(() => {
    const files = new Map<string, Uint8Array>()
    const open = Effect.sync(() =>
      functionPublisher({
        put: async ({ bytes, path }) => {
          await new Promise((resolve) => setImmediate(resolve))
          files.set(path, bytes)
        },
        latest: async () => {
          const bytes = files.get("checkpoint")
          return bytes === undefined ? null : new TextDecoder().decode(bytes)
        },
      }),
    )
    return { open, read: (path: string) => Effect.sync(() => Option.fromNullable(files.get(path))) }
  }),
})
