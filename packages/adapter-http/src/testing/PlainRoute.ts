/** A minimal route and a minimal request. */
import type { Exchange } from "../kernel/Exchange.js"
import type { Route } from "../kernel/Route.js"

/** The settings of a route except its path and its handler. */
export const plainRoute: Omit<Route, "method" | "template" | "run"> = {
  takesRest: false,
  takesBody: false,
  needsKey: false,
  cors: "trusted-origins",
  admit: () => null,
  refuse: (issues) => ({ _tag: "InputInvalid", issues }),
}

/** A request with an empty JSON object as its body. */
export const anExchange = (method: string, path: string, headers: Readonly<Record<string, string>> = {}): Exchange => ({
  method,
  path,
  search: "",
  scheme: "https",
  host: "consent.test",
  header: (name) => headers[name] ?? null,
  body: async () => new TextEncoder().encode("{}"),
  peer: null,
  mount: "",
  waitUntil: null,
})
