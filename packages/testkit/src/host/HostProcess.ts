/**
 * An example's own process: it starts, serves consent below `/consent`, and ends in order.
 *
 * @module
 */
import { assert, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"

/** The address in its output: one of `node:net`, or a URL. */
const printedPort = /(?:port: |https?:\/\/\S+:)(\d+)/

const start = async (main: URL) => {
  // Node.js colors addresses where the test runner allows colors.
  const env = { ...process.env, PORT: "0", DATABASE_URL: "sqlite::memory:", FORCE_COLOR: "0" }
  const child = spawn(process.execPath, [fileURLToPath(main)], { env, stdio: ["ignore", "pipe", "inherit"] })
  onTestFinished(() => void child.kill("SIGKILL"))
  const exit = once(child, "exit")
  let printed = ""
  const port = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString()
      const found = printedPort.exec(printed)?.[1]
      if (found !== undefined) resolve(found)
    })
    void exit.then(([code]) => reject(new Error(`it exited with ${code}, having printed: ${printed}`)))
  })
  return { child, exit, origin: `http://localhost:${await port}` }
}

/**
 * Defines the test of a program that listens on the port in `PORT` and prints where, with its service below `/consent` on
 * the database in `DATABASE_URL`.
 *
 * @example
 * ```ts
 * import { programLaw } from "@consent-service/testkit/HostLaws"
 *
 * programLaw(new URL("../dist/main.js", import.meta.url))
 * ```
 */
export const programLaw = (main: URL): void => {
  it("the program serves consent next to the shop, and ends in order on SIGTERM [sqlite]", async () => {
    const { child, exit, origin } = await start(main)
    assert.include(await (await fetch(origin)).text(), "the shop")
    assert.strictEqual((await fetch(`${origin}/consent/init`)).status, 200)
    assert.strictEqual((await fetch(`${origin}/consent/subjects/sub_unknown1234`)).status, 404)
    child.kill("SIGTERM")
    assert.deepStrictEqual(await exit, [0, null])
  }, 120_000)
}
