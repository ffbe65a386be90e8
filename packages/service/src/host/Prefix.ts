/**
 * Which requests of a host are the service's: all below a prefix, or without one those that it has a route for.
 *
 * @module
 */
import { isBelow, normalizeBasePath } from "@consent-service/adapter-http/request"
import type { ConsentService } from "../ConsentService.js"
import { ConsentConfigurationError } from "../configuration/ConsentConfigurationError.js"

/** The parts of a service that an entry needs: a `ConsentService`, or the `ConsentHttp` of a composition of layers. */
export type Mountable = Pick<ConsentService, "kernel" | "owns">

/** Where a host has the service. */
export interface MountOptions {
  /**
   * The whole path that the service is below, such as `/consent`. Everything below it is the service's; other requests
   * are the host's. Without a prefix the service answers the paths it has a route for, and the host all others.
   */
  readonly prefix?: string
}

/** A prefix in comparable form, with the checks that hosts need. */
export interface Mount {
  /** With a leading slash and no trailing one; `""` when there is none. */
  readonly prefix: `/${string}` | ""
  /** Whether a path is the service's. */
  readonly takes: (path: string) => boolean
}

const plainPrefix = /^(?:\/[^/\\?#*:]+)*$/

const isPlain = (prefix: string): prefix is Mount["prefix"] => plainPrefix.test(prefix)

/**
 * Reads where a host has the service.
 *
 * @throws ConsentConfigurationError when the prefix is no plain path
 */
export const mountAt = (service: Pick<Mountable, "owns">, options: MountOptions = {}): Mount => {
  const { prefix: given = "" } = options
  const prefix = typeof given === "string" ? normalizeBasePath(given) : "?"
  if (!isPlain(prefix))
    throw new ConsentConfigurationError([
      { option: "prefix", message: "must be a path such as /consent, without wildcards, parameters or a query" },
    ])
  return { prefix, takes: prefix === "" ? service.owns : (path) => isBelow(path, prefix) }
}

/**
 * The beginning of a path with as many segments as the pattern of a mount, whose parameters appear in the path as values:
 * `/shops/garden` of `/shops/garden/init` for `/shops/:shop`.
 */
export const mountMatching = (pattern: string, path: string): string => {
  const { length } = pattern.split("/").filter((segment) => segment !== "")
  return path
    .split("/", length + 1)
    .join("/")
    .replace(/\/$/, "")
}
