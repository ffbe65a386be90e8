/**
 * The bodies of `/init` as bytes. The part that visitors of a rule and language share is written and encoded once; whole
 * bodies are kept for as long as visitors of the same place keep coming.
 *
 * @module
 */
import type { InitBody } from "@consent-service/core/visitor"
import type { SelectedTranslation } from "@consent-service/core/translation"
import type { PolicyResolution } from "@consent-service/core/policy"
import { recent } from "@consent-service/core/primitives"
import { inUtf8, joined, type Utf8 } from "../answer/Answer.js"
import type { Opened } from "../compression/Codec.js"
import type { Compressible } from "../compression/Compressible.js"
import type { Compression } from "../compression/Compression.js"

/**
 * Makes the finder of the part of one manifest's `/init` bodies that many visitors share: it opens the object and holds
 * all members but the last two, which {@link ownText} writes.
 *
 * Parts are kept by the resolution and the translation, objects that all visitors of a rule and language share. Their
 * number is at most the rules of the manifest times the languages that it serves.
 *
 * @param prepare - makes the cached form of a part; called once for each
 *
 * @example
 * ```ts
 * import { makeSharedPart, ownText } from "@consent-service/adapter-http/init"
 * import { compileManifest } from "@consent-service/core/manifest"
 * import { resolveVisitor, unknownVisitor } from "@consent-service/core/visitor"
 *
 * const manifest = compileManifest({}, { hosting: "self-hosted", geolocation: true })
 * const { body } = resolveVisitor(manifest, unknownVisitor)
 * const sharedPart = makeSharedPart((text) => text)
 * JSON.parse(sharedPart(body) + ownText(body)).jurisdiction // "NONE"
 * ```
 */
export const makeSharedPart = <A>(prepare: (text: string) => A): ((body: InitBody) => A) => {
  const parts = new Map<PolicyResolution, Map<SelectedTranslation, { readonly kept: A }>>()

  return (body) => {
    const byTranslation = parts.get(body.policyResolution) ?? new Map<SelectedTranslation, { readonly kept: A }>()
    const known = byTranslation.get(body.translations)
    if (known !== undefined) return known.kept
    const { jurisdiction: _, location: __, ...shared } = body
    const kept = prepare(JSON.stringify(shared).slice(0, -1))
    parts.set(body.policyResolution, byTranslation.set(body.translations, { kept }))
    return kept
  }
}

/**
 * What follows the shared part, as JSON: the members of one visitor, and the end of the object.
 *
 * @example
 * ```ts
 * import { ownText } from "@consent-service/adapter-http/init"
 * import { compileManifest } from "@consent-service/core/manifest"
 * import { resolveVisitor, unknownVisitor } from "@consent-service/core/visitor"
 *
 * const manifest = compileManifest({}, { hosting: "self-hosted", geolocation: true })
 * ownText(resolveVisitor(manifest, unknownVisitor).body)
 * // ',"jurisdiction":"NONE","location":{"countryCode":null,"regionCode":null}}'
 * ```
 */
export const ownText = ({ jurisdiction, location }: InitBody): string =>
  `,${JSON.stringify({ jurisdiction, location }).slice(1)}`

/** A member of `/init` bodies as bytes, with a comma in front. Members that differ have different numbers. */
export interface NumberedMember {
  readonly number: number
  readonly bytes: Utf8
}

/** About a megabyte of bodies, plus vendor lists and compressed forms. Longer locations than these are not real. */
const remembered = { bodies: 128, listed: 16, characters: 256 }

/** Writes the bodies of one manifest. */
export interface InitBodies {
  /**
   * A body that many visitors get. The bytes are shared: do not modify them.
   *
   * @param own - its `ownText`
   */
  readonly usual: (body: InitBody, own: string) => Compressible<Utf8>
  /** Like `usual`, with a vendor list. */
  readonly listed: (body: InitBody, own: string, list: NumberedMember) => Compressible<Utf8>
  /**
   * The common beginning of many bodies: all but further members and the closing brace.
   *
   * @param own - its `ownText`
   * @param list - null for bodies without a vendor list
   */
  readonly opened: (body: InitBody, own: string, list: NumberedMember | null) => Compressible<Opened>
  /**
   * A body for one visitor only.
   *
   * @param own - its `ownText`
   * @param members - further members, each with a comma in front
   */
  readonly longer: (body: InitBody, own: string, members: ReadonlyArray<string | Utf8>) => Utf8
}

const ofBodies = { bound: remembered.bodies, longestKey: remembered.characters }
const ofListed = { bound: remembered.listed, longestKey: remembered.characters }

/**
 * Makes the writer of one manifest's bodies.
 *
 * @example
 * ```ts
 * import { noCompression } from "@consent-service/adapter-http/compression"
 * import { makeInitBodies, ownText } from "@consent-service/adapter-http/init"
 * import { compileManifest } from "@consent-service/core/manifest"
 * import { resolveVisitor, unknownVisitor } from "@consent-service/core/visitor"
 *
 * const manifest = compileManifest({}, { hosting: "self-hosted", geolocation: true })
 * const { body } = resolveVisitor(manifest, unknownVisitor)
 * const { bytes } = makeInitBodies(noCompression).usual(body, ownText(body))
 * JSON.parse(new TextDecoder().decode(bytes)).appName // "cs"
 * ```
 */
export const makeInitBodies = (compression: Compression): InitBodies => {
  const recentUsual = recent<Compressible<Utf8>>(ofBodies)
  const recentListed = recent<Compressible<Utf8>>(ofListed)
  const recentOpened = recent<Compressible<Opened>>(ofBodies)
  const recentOpenedLists = recent<Compressible<Opened>>(ofListed)
  let parts = 0
  const sharedPart = makeSharedPart((text) => ({ number: (parts += 1), bytes: inUtf8(text) }))
  const longer: InitBodies["longer"] = (body, own, members) =>
    joined([sharedPart(body).bytes, own.slice(0, -1), ...members, "}"])
  return {
    usual: (body, own) => {
      const { bytes, number } = sharedPart(body)
      return recentUsual.findOrMake(`${number}${own}`, () => compression.repeated(joined([bytes, own])))
    },
    listed: (body, own, list) => {
      const { number } = sharedPart(body)
      const write = () => compression.repeated(longer(body, own, [list.bytes]))
      return recentListed.findOrMake(`${number} ${list.number}${own}`, write)
    },
    opened: (body, own, list) => {
      const { bytes, number } = sharedPart(body)
      const start = [bytes, own.slice(0, -1)]
      if (list === null) return recentOpened.findOrMake(`${number}${own}`, () => compression.opened(joined(start)))
      const write = () => compression.opened(joined([...start, list.bytes]))
      return recentOpenedLists.findOrMake(`${number} ${list.number}${own}`, write)
    },
    longer,
  }
}
