/**
 * Stops a connection's statement as PostgreSQL's protocol has it: by a request on a connection of its own, with a secret that
 * only the server and the connection know.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { connect, type NetConnectOpts } from "node:net"

const isNumber = Predicate.isNumber

/** Where the server of a driver's connection listens, or null. */
const addressOf = (driver: object): NetConnectOpts | null => {
  if (!Predicate.hasProperty(driver, "host") || !Predicate.isString(driver.host)) return null
  if (!Predicate.hasProperty(driver, "port") || !isNumber(driver.port)) return null
  const { host, port } = driver
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** The length, the code of the request, the process, and its secret; null where the driver has none. */
const requestOf = (driver: object): Buffer | null => {
  if (!Predicate.hasProperty(driver, "processID") || !isNumber(driver.processID)) return null
  if (!Predicate.hasProperty(driver, "secretKey") || !isNumber(driver.secretKey)) return null
  const request = Buffer.alloc(16)
  for (const [index, value] of [16, 80_877_102, driver.processID, driver.secretKey].entries()) {
    request.writeInt32BE(value | 0, index * 4)
  }
  return request
}

/** How long a request may take: a server that does not answer does not stop anything either. */
const patienceMs = 1_000

/**
 * Asks the server of a driver's connection to stop its statement; ends when the server has taken the request, so that it cannot
 * hit a later statement. The server takes it without encryption, also where it demands that of others.
 */
export const cancelPgStatement = (driver: object): Effect.Effect<void> =>
  Effect.async((resume) => {
    const [address, request] = [addressOf(driver), requestOf(driver)]
    if (address === null || request === null) return resume(Effect.void)
    const socket = connect(address, () => socket.write(request))
    const timer = setTimeout(() => socket.destroy(), patienceMs)
    socket.on("error", () => socket.destroy()).resume()
    socket.once("close", () => {
      clearTimeout(timer)
      resume(Effect.void)
    })
  })
