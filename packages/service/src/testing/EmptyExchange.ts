/** A request and an answer without content, for what only counts them. */
import type { Exchange, Reply } from "@consent-service/adapter-http/kernel"

export const exchange: Exchange = {
  method: "GET",
  scheme: "http",
  host: null,
  path: "/",
  search: "",
  header: () => null,
  body: async () => new Uint8Array(),
  peer: null,
  mount: "",
  waitUntil: null,
}

export const reply: Reply = { status: 204, headers: {}, body: null }
