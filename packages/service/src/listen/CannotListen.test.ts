import { assert, describe, it } from "@effect/vitest"
import { CannotListenError } from "./CannotListen.js"

const failure = (code: string): Error => Object.assign(new Error(`listen ${code}`), { code })
const messageOf = (
  code: string,
  place: { readonly port: number; readonly host?: string; readonly isForMetrics?: true },
) => new CannotListenError(failure(code), { isForMetrics: false, ...place }).message

describe("a server that cannot listen", () => {
  it.each([
    [
      "EADDRINUSE",
      { port: 8787 },
      "port 8787 is already in use by another program; stop that program, or choose another port with the option port",
    ],
    [
      "EACCES",
      { port: 80, host: "0.0.0.0" },
      "this user is not allowed to listen on 0.0.0.0, port 80; choose a port of 1024 or above with the option port",
    ],
    [
      "ENOTFOUND",
      { port: 8787, host: "nowhere" },
      "nowhere, port 8787 is not an address of this machine; correct the option host",
    ],
    [
      "EADDRINUSE",
      { port: 9464, host: "127.0.0.1", isForMetrics: true as const },
      "127.0.0.1, port 9464 for metrics is already in use by another program; stop that program, or choose another port with the option metrics.port",
    ],
    ["EIO", { port: 8787 }, "cannot listen on port 8787: listen EIO; check the option port and the option host"],
  ])("for %s names the place and the fix", (code, place, message) =>
    assert.strictEqual(messageOf(code, place), message),
  )

  it("has the code of the system, and names the fix by what a caller calls it", () => {
    const error = new CannotListenError(failure("EADDRINUSE"), { port: 1, isForMetrics: false })
    assert.strictEqual(error.code, "EADDRINUSE")
    assert.match(error.messageFor({ port: "--port", host: "--host" }), / with --port$/)
  })
})
