/**
 * `consent-service script-tag`: the tag of a script for pages that pin it with `integrity`.
 *
 * @module
 */
import { scriptPolicies, type ScriptVariant } from "@consent-service/adapter-http/script"
import * as Either from "effect/Either"
import { scriptTag } from "../http/ScriptTag.js"
import { type Command, type CommandResult, usageError } from "./Command.js"
import { misconfigured } from "./Misconfigured.js"
import { serverOptions, settingsOf } from "./ServerOptions.js"

const bundles: ReadonlyMap<string, ScriptVariant> = new Map([
  ["full", "full"],
  ["headless", "headless"],
  ["iab", "iab"],
])

const failed = (error: string): CommandResult => ({ ok: false, data: { error }, lines: [], error })

const addressIn = (text: string): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.search}${url.hash}` === "" ? url : null
}

const fromRequest =
  "script.backendURL is not set: the script holds the address that its request was sent to, and the digest is right only where the service itself receives that scheme and host; behind a proxy, set script.backendURL"

const notEmbedded =
  "the policy does not travel with the script: it differs by location or needs a vendor list, or the script is headless; pages request it"

/** The command. */
export const scriptTagCommand: Command = {
  name: "script-tag",
  synopsis:
    "script-tag [--bundle headless|iab] [--url URL] [--language TAG] [--policy embedded|requested] [--config FILE] [--json]",
  summary: "print the tag that pins a script, with its digest and its integrity",
  options: {
    bundle: { type: "string", help: "full, headless or iab; full when left out" },
    url: { type: "string", help: "the service's address in pages; script.backendURL when left out" },
    language: { type: "string", help: "the language that the page would name with ?language=" },
    policy: {
      type: "string",
      help: "embedded, where the policy is to travel with the script, or requested; script.policy when left out",
    },
    config: serverOptions.config,
  },
  run: async (given) => {
    if (given.positionals.length > 0) return usageError("expected no argument: the address is named by --url")
    const variant = bundles.get(given.value("bundle") ?? "full")
    if (variant === undefined) return usageError("--bundle must be full, headless or iab")
    const named = given.value("url")
    if (named !== null && addressIn(named) === null)
      return usageError("--url must be an absolute http: or https: URL without a query, like https://consent.example")
    const policy = given.value("policy")
    if (policy !== null && !scriptPolicies.some((one) => one === policy))
      return usageError("--policy must be embedded or requested")
    const settings = await settingsOf(given)
    if (Either.isLeft(settings)) return misconfigured(settings.left.issues)
    const { backendURL } = settings.right.script
    const address = addressIn(named ?? backendURL ?? "")
    if (address === null) return usageError("name the service's address with --url, or set script.backendURL")
    const written = await scriptTag(settings.right, { variant, address, policy, language: given.value("language") })
    if (Either.isLeft(written)) return failed(written.left)
    const notices = [
      ...(backendURL === undefined ? [fromRequest] : []),
      ...(policy === "embedded" && !written.right.hasPolicy ? [notEmbedded] : []),
    ]
    const notice = notices.length === 0 ? null : notices.join("\n")
    return { ok: true, data: { ...written.right, notice }, lines: [written.right.tag], error: notice }
  },
}
