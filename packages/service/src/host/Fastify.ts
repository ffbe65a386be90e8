/**
 * The service in Fastify, as a plugin.
 *
 * @module
 */
import { parseTarget } from "@consent-service/adapter-http/request"
import { toNodeAnswerer } from "@consent-service/adapter-http/shell/NodeShell"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { ConsentService } from "../ConsentService.js"
import { mountMatching } from "./Prefix.js"

/** The parts of a request that the plugin reads. */
export interface FastifyRequestLike {
  readonly raw: IncomingMessage
  readonly ip: string
  /** There with `trustProxy` only. */
  readonly ips?: ReadonlyArray<string> | undefined
}

/** The methods of a reply that the plugin calls. */
export interface FastifyReplyLike {
  readonly raw: ServerResponse
  hijack(): unknown
  callNotFound(): unknown
}

/** The methods of an instance that the plugin calls. */
export interface FastifyLike {
  readonly prefix: string
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    parser: (request: unknown, payload: unknown, done: (error: Error | null) => void) => void,
  ): unknown
  all(path: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => void): unknown
  addHook(name: "onClose", hook: () => Promise<void>): unknown
}

/** The options of the plugin's `register`. */
export interface ConsentPluginOptions {
  readonly service: ConsentService
  /** Where the service is, such as `/consent`; Fastify reads it. */
  readonly prefix?: string
}

/**
 * The plugin. Below a prefix it answers everything; without one it leaves paths that are not the service's to the
 * application's not-found handler.
 *
 * Bodies reach the service unparsed: no content-type parser of Fastify runs inside the plugin. With
 * `trustProxy`, the client's address is Fastify's `request.ip`, unless the service has `trustedProxies`. When the
 * application closes, it completes running requests, then the plugin disposes of the service.
 *
 * @example
 * ```ts
 * import { createConsentService } from "consent-service"
 * import { consentPlugin } from "consent-service/fastify"
 * import fastify from "fastify"
 *
 * const app = fastify()
 * const service = createConsentService({ database: "sqlite:./consent.db" })
 * await app.register(consentPlugin, { prefix: "/consent", service })
 * ```
 */
export const consentPlugin = (instance: FastifyLike, options: ConsentPluginOptions, done: () => void): void => {
  const { service } = options
  const answer = toNodeAnswerer(service.kernel)
  const handle = ({ ip, ips, raw }: FastifyRequestLike, reply: FastifyReplyLike): void => {
    const path = parseTarget(raw.url ?? "/").path
    if (instance.prefix === "" && !service.owns(path)) return void reply.callNotFound()
    // Fastify has nothing more to send.
    reply.hijack()
    answer(raw, reply.raw, { mount: mountMatching(instance.prefix, path), client: ips === undefined ? null : ip })
  }
  instance.removeAllContentTypeParsers()
  // Not read by Fastify: the service reads the bytes itself, with its own limit.
  instance.addContentTypeParser("*", (_, __, parsed) => parsed(null))
  if (instance.prefix !== "") instance.all("", handle)
  instance.all("/*", handle)
  instance.addHook("onClose", () => service.dispose())
  done()
}
