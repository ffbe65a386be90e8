/**
 * Chooses the form of an answer that a client accepts: which bodies are compressed, and with which headers.
 *
 * @module
 */
import { recent } from "@consent-service/core/primitives"
import * as Effect from "effect/Effect"
import {
  type Answer,
  type ContentHeaders,
  matchesEntityTag,
  notModified,
  prepared,
  type Utf8,
} from "../answer/Answer.js"
import type { Lookup } from "../request/Target.js"
import { acceptedForms, type Form } from "./AcceptEncoding.js"
import { compressionLimit, makeBudget } from "./Budget.js"
import { type Codec, type Effort, type Opened, platformCodec } from "./Codec.js"
import { type Compressible, type Compressibles, makeCompressibles, shortest } from "./Compressible.js"

/** Headers of an answer in each form. */
export type HeadersByForm<Headers extends Readonly<Record<string, string>>> = { readonly [form in Form]: Headers }

/** A body that many requests get, with its headers. */
export interface Entity {
  /** Null where it is never compressed. */
  readonly body: Compressible<Utf8> | null
  readonly bytes: Utf8
  readonly headers: HeadersByForm<ContentHeaders>
  /** The headers of the 304, which exists where the headers have an entity tag. */
  readonly unchanged: HeadersByForm<Readonly<Record<string, string>>>
}

/** The headers of an entity. */
export interface EntityHeaders {
  /** The headers of both the 200 and the 304: `etag` and caching. */
  readonly caching: Readonly<Record<string, string>>
  /** The headers of the 200 only. */
  readonly content: ContentHeaders
}

/** What is sent as the body. */
export interface Chosen<A> {
  readonly form: Form
  /** Null in the form `identity`. */
  readonly made: A | null
}

type Sent = Answer<never> | Effect.Effect<Answer<never>>

/** Compresses answers. */
export interface Compression {
  /** Prepares a body that is sent again and again. It is compressed when it is first requested, and kept with it. */
  readonly entity: (bytes: Utf8, headers: EntityHeaders, effort: Effort) => Entity
  /** The same body, and what was made of it, with other headers. */
  readonly withHeaders: (entity: Entity, headers: EntityHeaders) => Entity
  /** Answers with an entity, or with 304. Waits for its compression, once. */
  readonly answer: (header: Lookup, entity: Entity) => Sent
  /** The headers of answers that are sometimes compressed. */
  readonly headers: (headers: ContentHeaders) => HeadersByForm<ContentHeaders>
  /** A body that is compressed at its second request, and sent uncompressed until then. */
  readonly repeated: (bytes: Utf8) => Compressible<Utf8>
  /** The beginning of such bodies, which at most `longestEnd` differing bytes follow. */
  readonly opened: (bytes: Utf8) => Compressible<Opened>
  /** What to send for a repeated body. */
  readonly choose: <A>(header: Lookup, body: Compressible<A>) => Chosen<A> | Promise<Chosen<A>>
  /** Whether a client accepts any available coding. */
  readonly isWanted: (header: Lookup) => boolean
}

/** Of one representation, as strong tags are compared byte for byte: `"a1"` is `"a1-gzip"` in gzip (RFC 9110, 8.8.3.3). */
export const tagIn = (etag: string, form: Form): string =>
  form === "identity" ? etag : `${etag.slice(0, -1)}-${form}"`

/** The tag of the uncompressed representation. */
export const identityTag = (etag: string): string => etag.replace(/-(?:br|gzip)"$/, '"')

const headersIn = <Headers extends Readonly<Record<string, string>>>(headers: Headers, form: Form) => {
  const { etag, vary = "Origin" } = headers
  return {
    ...headers,
    ...(etag === undefined ? {} : { etag: tagIn(etag, form) }),
    vary: `${vary}, Accept-Encoding`,
  }
}

const unchangedByForm = (headers: EntityHeaders["caching"]): Entity["unchanged"] => ({
  identity: headersIn(headers, "identity"),
  br: headersIn(headers, "br"),
  gzip: headersIn(headers, "gzip"),
})

const byForm = (headers: ContentHeaders): HeadersByForm<ContentHeaders> => ({
  identity: headersIn(headers, "identity"),
  br: { ...headersIn(headers, "br"), "content-encoding": "br" },
  gzip: { ...headersIn(headers, "gzip"), "content-encoding": "gzip" },
})

const asItIs = <A>(headers: A): { readonly [form in Form]: A } => ({ identity: headers, br: headers, gzip: headers })

const unchosen = { form: "identity", made: null } as const

/** The first form that exists, or will exist where the client waits. */
const choose = <A>(
  forms: ReadonlyArray<Form>,
  body: Compressible<A>,
  waits: boolean,
): Chosen<A> | Promise<Chosen<A>> => {
  for (const form of forms) {
    if (form === "identity") return unchosen
    const made = body.made(form, waits)
    if (made === null) {
      if (waits) continue
      return unchosen
    }
    if (!(made instanceof Promise)) return made.form === null ? unchosen : { form, made: made.form }
    return waits ? made.then((known) => (known === null ? unchosen : { form, made: known })) : unchosen
  }
  return unchosen
}

/** More headers than browsers send, and longer than any of them. */
const remembered = { bound: 64, longestKey: 256 }

const makeAccepted = () => {
  const known = recent<ReadonlyArray<Form>>(remembered)
  const none = acceptedForms(null)
  return (header: Lookup): ReadonlyArray<Form> => {
    const value = header("accept-encoding")
    return value === null ? none : known.findOrMake(value, () => acceptedForms(value))
  }
}

/** A 304 for a client that has any acceptable representation; else null. */
const unchangedFor = (header: Lookup, { unchanged }: Entity, forms: ReadonlyArray<Form>): Answer<never> | null => {
  const ifNoneMatch = header("if-none-match")
  if (ifNoneMatch === null) return null
  const held = forms.find((form) => {
    const { etag } = unchanged[form]
    return etag !== undefined && matchesEntityTag(ifNoneMatch, etag)
  })
  return held === undefined ? null : notModified(unchanged[held])
}

const sent = ({ bytes, headers }: Entity, { form, made }: Chosen<Utf8>): Answer<never> =>
  prepared(made ?? bytes, headers[form])

const onlyIdentity = acceptedForms(null)

/** A body that is never compressed. */
const plain = <A>(bytes: Utf8): Compressible<A> => ({ bytes, made: () => null })

const uncompressed = (bytes: Utf8, { caching, content }: EntityHeaders): Entity => ({
  body: null,
  bytes,
  headers: asItIs({ ...content, ...caching }),
  unchanged: asItIs(caching),
})

const compressed = (body: Compressible<Utf8>, { caching, content }: EntityHeaders): Entity => ({
  body,
  bytes: body.bytes,
  headers: byForm({ ...content, ...caching }),
  unchanged: unchangedByForm(caching),
})

const withoutCodec: Compression = {
  entity: uncompressed,
  withHeaders: ({ bytes }, headers) => uncompressed(bytes, headers),
  answer: (header, entity) => unchangedFor(header, entity, onlyIdentity) ?? sent(entity, unchosen),
  headers: asItIs,
  repeated: plain,
  opened: plain,
  choose: () => unchosen,
  isWanted: () => false,
}

const withBodies = ({ opened, whole }: Compressibles): Compression => {
  const accepted = makeAccepted()
  /** A client that refuses every form gets the uncompressed one (RFC 9110, 12.5.3, leaves that open). */
  const formsOf = (header: Lookup): ReadonlyArray<Form> => {
    const forms = accepted(header)
    return forms.length === 0 ? onlyIdentity : forms
  }
  return {
    ...withoutCodec,
    entity: (bytes, headers, effort) =>
      bytes.length < shortest ? uncompressed(bytes, headers) : compressed(whole(bytes, effort, "first"), headers),
    withHeaders: ({ body, bytes }, headers) =>
      body === null ? uncompressed(bytes, headers) : compressed(body, headers),
    answer: (header, entity) => {
      if (entity.body === null) return withoutCodec.answer(header, entity)
      const forms = formsOf(header)
      const unchanged = unchangedFor(header, entity, forms)
      if (unchanged !== null) return unchanged
      const chosen = choose(forms, entity.body, true)
      return chosen instanceof Promise
        ? Effect.map(
            Effect.promise(() => chosen),
            (made) => sent(entity, made),
          )
        : sent(entity, chosen)
    },
    headers: byForm,
    repeated: (bytes) => (bytes.length < shortest ? plain(bytes) : whole(bytes, "quick", "second")),
    opened: (bytes) => (bytes.length < shortest ? plain(bytes) : opened(bytes, "second")),
    choose: (header, body) => {
      const forms = formsOf(header)
      return choose(forms, body, !forms.includes("identity"))
    },
    isWanted: (header) => formsOf(header)[0] !== "identity",
  }
}

/**
 * Makes the compression of answers over a codec; without one, every answer is sent uncompressed.
 *
 * @example
 * ```ts
 * import { makeCompression } from "@consent-service/adapter-http/compression"
 *
 * const compression = makeCompression(null)
 * compression.headers({ "content-type": "application/json" }).br["content-encoding"] // undefined
 * ```
 */
export const makeCompression = (codec: Codec | null): Compression =>
  codec === null
    ? withoutCodec
    : withBodies(
        makeCompressibles(
          codec,
          makeBudget(compressionLimit, () => performance.now()),
        ),
      )

/** Compresses nothing. */
export const noCompression: Compression = makeCompression(null)

/** Shared by all instances of a process, because they share its CPU. */
export const platformCompression: Compression = makeCompression(platformCodec)
