/**
 * The client that the host laws use.
 *
 * @module
 */
import { openConnection, type RawConnection } from "./RawClient.js"

/** The API key of the services under test. */
export const hostApiKey = "host-laws-key-0123456789abcdef0123"
/** The origin whose pages may call the services under test. */
export const trustedOrigin = "https://shop.example"

/** An answer that has been read. */
export interface HostAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- parsed JSON, looked into by assertions only
  readonly json: () => any
}

type Sent = Readonly<Record<string, string>>

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** A valid save of a separate subject. @param shown the policy snapshot token, where there is one */
const actWith = (shown: Readonly<Record<string, string>>) => {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(22)), (byte) => base58[byte % base58.length])
  return {
    type: "cookie_banner",
    subjectId: `sub_${random.join("")}`,
    domain: "shop.example",
    givenAt: Date.now() - 1000,
    preferences: { necessary: true, measurement: true, marketing: false },
    ...shown,
  }
}

/** A client of a service that is mounted somewhere. */
export const clientOf = (origin: string, prefix: string, shown: Readonly<Record<string, string>> = {}) => {
  const base = `${origin}${prefix}`
  const send = async (path: string, init: RequestInit): Promise<HostAnswer> => {
    const response = await fetch(`${base}${path}`, init)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
  }
  return {
    origin,
    prefix,
    base,
    act: () => actWith(shown),
    send,
    get: (path: string, headers: Sent = {}) => send(path, { headers }),
    save: (body: unknown, headers: Sent = {}) =>
      send("/subjects", {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    /** Sends the head of a request, for a body to follow. */
    open: (method: string, path: string, headers: ReadonlyArray<string>): RawConnection => {
      const connection = openConnection(origin)
      const head = [`${method} ${prefix}${path} HTTP/1.1`, `Host: ${new URL(origin).host}`]
      connection.send([...head, "Content-Type: application/json", ...headers, "", ""].join("\r\n"))
      return connection
    },
  }
}

export type Client = ReturnType<typeof clientOf>

/** A client whose saves name the policy that the service signed, if it signs any. */
export const connect = async (origin: string, prefix: string): Promise<Client> => {
  const { policySnapshotToken } = (await clientOf(origin, prefix).get("/init?country=DE")).json()
  return clientOf(origin, prefix, typeof policySnapshotToken === "string" ? { policySnapshotToken } : {})
}
