/** A TLS server on this machine for the names `rebound.example` and `localhost`, with a certificate made for these tests. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createServer } from "node:https"
import type { Socket } from "node:net"
import { TLSSocket } from "node:tls"
import { type Behaviour, listening } from "./ListServer.js"

/** The certificate, which signs itself: `openssl req -x509 -newkey ec -days 36500`. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBvTCCAWKgAwIBAgIUJpgR0/o/7MM2UR1POyLuzqSXC8IwCgYIKoZIzj0EAwIw
HzEdMBsGA1UEAwwUdGVzdCBvZiB2ZW5kb3IgbGlzdHMwIBcNMjYxMTI3MDM0MTIw
WhgPMjEyNjExMDMwMzQxMjBaMB8xHTAbBgNVBAMMFHRlc3Qgb2YgdmVuZG9yIGxp
c3RzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEMprMF3c+hh5+i0HysZ9BIxqX
gh+82w4T7j2uOJizZXBBkioI0MuCt/5nLd6cwI3pQxahKsC/aj14v0rPnbZhLaN6
MHgwHQYDVR0OBBYEFKACaxgcMEBrpARPFRH+67nzFFLsMB8GA1UdIwQYMBaAFKAC
axgcMEBrpARPFRH+67nzFFLsMA8GA1UdEwEB/wQFMAMBAf8wJQYDVR0RBB4wHIIP
cmVib3VuZC5leGFtcGxlgglsb2NhbGhvc3QwCgYIKoZIzj0EAwIDSQAwRgIhAIB4
cRk1xhEoddOAC1rv7a9qIk2XB53nvBmjxWI79C31AiEA1UsMnebvpBLu54mqLxQn
pothJzDT/jyXcGIJhtyNQZc=
-----END CERTIFICATE-----
`

/** Its key, which protects nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgN0D4nrLH1ZL0bADh
wOp9d1f/Qe8u+dH0rRngnO5xVlGhRANCAAQymswXdz6GHn6LQfKxn0EjGpeCH7zb
DhPuPa44mLNlcEGSKgjQy4K3/mct3pzAjelDFqEqwL9qPXi/Ss+dtmEt
-----END PRIVATE KEY-----
`

/** Where a request went, by what the client said. */
export interface Seen {
  readonly host: string | undefined
  readonly serverName: string | undefined
  readonly headers: ReadonlyArray<string>
}

/** A server, and the requests that it got. */
export interface TlsServer {
  readonly port: number
  readonly seen: ReadonlyArray<Seen>
  /** How many connections were opened. */
  readonly connections: () => number
}

const serverNameOf = (socket: Socket): string | undefined =>
  socket instanceof TLSSocket && typeof socket.servername === "string" ? socket.servername : undefined

/** Starts a server that closes with the scope. */
export const startTlsServer = (behaviour: Behaviour): Effect.Effect<TlsServer, never, Scope.Scope> =>
  Effect.gen(function* () {
    const seen: Array<Seen> = []
    let connections = 0
    const server = createServer({ key, cert: certificate }, (request, response) => {
      const { headers, socket } = request
      seen.push({ host: headers.host, serverName: serverNameOf(socket), headers: Object.keys(headers).toSorted() })
      behaviour(request, response)
    })
    server.on("connection", () => void connections++)
    return { port: yield* listening(server), seen, connections: () => connections }
  })
