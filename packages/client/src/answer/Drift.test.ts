import { problemTable } from "@consent-service/adapter-http/answer"
import { api, NeedsKey } from "@consent-service/adapter-http/api"
import { InitBody } from "@consent-service/core/visitor"
import { ManifestDocument } from "@consent-service/core/manifest"
import * as Schemas from "@consent-service/adapter-http/api"
import * as HttpApi from "@effect/platform/HttpApi"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Context from "effect/Context"
import * as Either from "effect/Either"
import * as fc from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { build } from "esbuild"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { createContext, runInContext } from "node:vm"
import { gzipSync } from "node:zlib"
import * as Routes from "../methods/Routes.js"
import type { Read, Received } from "./Received.js"
import { clientVersion } from "../request/Version.js"
import { isObject } from "./Shape.js"

/*
 * Compares this package's copies with their sources: the declared API and its own package.json; and
 * checks its promises about runtimes.
 */

/** The routes of this package by endpoint. */
const routes = {
  status: Routes.statusRoute,
  init: Routes.initRoute,
  manifest: Routes.manifestRoute(() => undefined),
  readSubject: Routes.readRoute,
  saveConsent: Routes.saveRoute,
  linkSubject: Routes.linkRoute,
  readReceipt: Routes.receiptRoute,
  listSubjects: Routes.listRoute,
  checkConsent: Routes.checkRoute(() => []),
  experimentSummary: Routes.summaryRoute,
  publishDocument: Routes.publishRoute,
  listConsents: Routes.recordsRoute,
  readPerson: Routes.personRoute,
  readPersonPage: Routes.personPageRoute,
  erase: Routes.eraseRoute,
  readErasure: Routes.erasureRoute,
  placeHold: Routes.placeHoldRoute,
  releaseHold: Routes.releaseHoldRoute,
  listHolds: Routes.holdsRoute,
  issueEvidencePack: Routes.packRoute,
} as const

const allCodes = Array.from(new Set(Object.values(problemTable).map(({ code }) => code)))

/** The declaration of each endpoint, in the form of a route. */
const declaredRoutes = () => {
  const found = new Map<string, unknown>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, successes }) => {
      const isError = Schema.is(Schema.make<unknown>(endpoint.errorSchema.ast))
      found.set(endpoint.name, {
        method: endpoint.method,
        path: endpoint.path,
        needsKey: Context.get(endpoint.annotations, NeedsKey),
        codes: allCodes.filter((code) => isError({ message: "", cause: { code } })).sort(),
        statuses: Array.from(successes.keys()).sort(),
      })
    },
  })
  return found
}

describe("the routes", () => {
  it.each(Object.entries(routes))("%s is the declared one: method, path, key, codes, statuses", (name, route) => {
    const { codes, method, needsKey, path, statuses } = route
    const sorted = { method, path, needsKey, codes: [...codes].sort(), statuses: [...statuses].sort() }
    assert.deepStrictEqual<unknown>(sorted, declaredRoutes().get(name))
  })
})

const runs = { fastCheck: { numRuns: 50 } }

/** Times that may be null. */
const optionalTimes = ["validUntil", "releasedAt"]

const timeMembers = [
  "timestamp",
  "createdAt",
  "givenAt",
  "policyEffectiveDate",
  "effectiveDate",
  "placedAt",
  ...optionalTimes,
]

/** Values of a site or a visitor, whose members are not the service's. */
const foreign = [
  "metadata",
  "preferences",
  "choice",
  "vendorChoice",
  "appliedPreferences",
  "results",
  "bySurface",
  "grants",
  "categories",
  "deleted",
  "entry",
]

/** Replaces the times in a body, wherever the service writes one. */
const withTimes = (value: unknown, change: (text: string) => unknown, key = ""): unknown => {
  if (Array.isArray(value)) return value.map((item) => withTimes(item, change))
  if (isObject(value) && !foreign.includes(key))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTimes(inner, change, name)]))
  return typeof value === "string" && timeMembers.includes(key) ? change(value) : value
}

const isoTimes = fc.array(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  { minLength: 1, maxLength: 6 },
)

type AnySchema = Schema.Schema.AnyNoContext

/** Whether a schema accepts a body. */
const takes = (schema: AnySchema): ((body: unknown) => boolean) => {
  const decode = Schema.decodeUnknownEither(schema)
  return (body) => Either.isRight(decode(body))
}

/**
 * Bodies of a schema, as parsed JSON. The schemas allow any string as a time; here it is always ISO 8601, because no
 * other ever arrives, and the reader requires it.
 */
const bodiesOf = (schema: AnySchema): fc.Arbitrary<unknown> =>
  fc
    .tuple(Arbitrary.make(schema), isoTimes)
    .map(([value, times]) => {
      let count = 0
      const next = () => times[count++ % times.length]
      const body: unknown = withTimes(JSON.parse(JSON.stringify(value)), next)
      return body
    })
    // JSON has neither NaN nor undefined, so a round trip changes them.
    .filter(takes(schema))

interface Answer {
  readonly schema: AnySchema
  readonly bodies: fc.Arbitrary<unknown>
  /** The reader of the call that this body answers. */
  readonly readerFor: (body: unknown) => (received: Received) => Read<unknown>
  /** The caller's view of a body, with times as dates. */
  readonly data: (dated: unknown) => unknown
}

const received = (body: unknown): Received => ({
  status: 200,
  headers: new Headers(),
  body,
  text: JSON.stringify(body),
  bytes: null,
})

const itself = (dated: unknown): unknown => dated

const answer = (schema: AnySchema, readerFor: Answer["readerFor"], data: Answer["data"] = itself): Answer => ({
  schema,
  bodies: bodiesOf(schema),
  readerFor,
  data,
})

const without = (dated: unknown, member: string): unknown =>
  isObject(dated) ? Object.fromEntries(Object.entries(dated).filter(([name]) => name !== member)) : dated

const withoutOk = (dated: unknown): unknown => without(dated, "ok")

/** Treats the types in a check's answer as the requested ones. */
const typesIn = (body: unknown): ReadonlyArray<string> =>
  isObject(body) && isObject(body["results"]) ? Object.keys(body["results"]) : []

/** The answers that are checked completely. */
const answers: Readonly<Record<string, Answer>> = {
  status: answer(Schemas.Status, () => Routes.statusRoute.read),
  readSubject: answer(Schemas.SubjectState, () => Routes.readRoute.read),
  saveConsent: answer(Schemas.ConsentReceipt, () => Routes.saveRoute.read, withoutOk),
  linkSubject: answer(Schemas.LinkedSubject, () => Routes.linkRoute.read),
  readReceipt: answer(
    Schemas.SignedReceipt,
    () => Routes.receiptRoute.read,
    (receipt) => ({ status: "issued", receipt }),
  ),
  listSubjects: answer(Schemas.SubjectList, () => Routes.listRoute.read),
  checkConsent: answer(Schemas.ConsentCheck, (body) => Routes.checkRoute(() => typesIn(body)).read),
  experimentSummary: answer(Schemas.ExperimentSummary, () => Routes.summaryRoute.read),
  publishDocument: answer(Schemas.PublishedPolicy, () => Routes.publishRoute.read),
  listConsents: answer(Schemas.RecordPage, () => Routes.recordsRoute.read),
  readPerson: answer(Schemas.PersonReport, () => Routes.personRoute.read),
  erase: answer(
    Schemas.ErasureProof,
    () => Routes.erasureRoute.read,
    (certificate) => ({ status: "erased", certificate }),
  ),
  "erase, as a dry run": answer(
    Schemas.ErasurePreview,
    () => Routes.eraseRoute.read,
    (preview) => ({ status: "dry-run", preview: without(preview, "dryRun") }),
  ),
  placeHold: answer(Schemas.Hold, () => Routes.placeHoldRoute.read),
  listHolds: answer(Schemas.HoldList, () => Routes.holdsRoute.read),
}

/** Without the declared vendors, which the reader does not check and whose nested categories take too long to generate. */
const largeAnswers: Readonly<Record<string, Answer>> = {
  init: answer(InitBody.omit("vendors"), () => Routes.initRoute.read),
  manifest: answer(
    ManifestDocument.omit("vendors"),
    () => Routes.manifestRoute(() => undefined).read,
    (manifest) => ({ status: "modified", manifest, etag: null }),
  ),
}

describe("reads every declared answer, with times as dates", () => {
  for (const [name, { bodies, data, readerFor }] of Object.entries({ ...answers, ...largeAnswers }))
    it.prop(
      name,
      [bodies],
      ([body]) => {
        const dated = name in answers ? withTimes(body, (text) => new Date(text)) : body
        assert.deepStrictEqual<unknown>(readerFor(body)(received(body)), { data: data(dated) })
      },
      runs,
    )
})

type Path = ReadonlyArray<string>

const pathsOf = (value: unknown, path: Path = []): ReadonlyArray<Path> =>
  typeof value === "object" && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))]
    : [path]

const at = (value: unknown, path: Path): unknown =>
  path.reduce((outer, key) => new Map(Object.entries(Object(outer))).get(key), value)

/** A body with another value at a path; `undefined` removes a member. */
const changed = (value: unknown, [key, ...rest]: Path, to: unknown): unknown => {
  if (key === undefined) return to
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? changed(item, rest, to) : item))
  const entries = Object.entries(Object(value)).map(([name, inner]): readonly [string, unknown] => [
    name,
    name === key ? changed(inner, rest, to) : inner,
  ])
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
}

const kindOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "list" : typeof value)

/** One value of each kind; `undefined` removes it. */
const values = [undefined, null, true, 7, "text", [], {}]

/** A body, and its variants with one member missing or of another kind. */
const damaged = (bodies: fc.Arbitrary<unknown>) =>
  fc.tuple(bodies, fc.nat(), fc.nat()).map(([body, where, which]) => {
    const paths = pathsOf(body)
    const path = paths[where % paths.length] ?? []
    const others = values.filter((value) => kindOf(value) !== kindOf(at(body, path)))
    const to = others[which % others.length]
    return { body, path, to, damaged: changed(body, path, to) }
  })

/**
 * Why the reader may differ from the schema; null where it must not.
 *
 * - a time may be epoch milliseconds, and an optional one null: so that the client reads answers of older services
 * - every requested type must be in the answer, but the schema does not know which those are
 */
const acceptedOnPurpose = (path: Path, before: unknown, to: unknown): boolean | null => {
  const name = path.at(-1) ?? ""
  const isTime = timeMembers.includes(name) && typeof before === "string" && !path.some((key) => foreign.includes(key))
  if (isTime && typeof to === "number") return true
  if (optionalTimes.includes(name) && before === null && !path.some((key) => foreign.includes(key))) {
    if (typeof to === "number") return true
    if (typeof to === "string") return false
  }
  if (isTime && to === null && name === "policyEffectiveDate") return true
  return path.length === 2 && path[0] === "results" && to === undefined ? false : null
}

describe("an answer with one member missing or of another kind is read exactly where the schema accepts it", () => {
  const seen = new Set<boolean>()

  for (const [name, { bodies, readerFor, schema }] of Object.entries(answers)) {
    const isDeclared = takes(schema)
    it.prop(
      name,
      [damaged(bodies)],
      ([{ body, damaged: other, path, to }]) => {
        const expected = acceptedOnPurpose(path, at(body, path), to) ?? isDeclared(other)
        seen.add(expected)
        assert.strictEqual("data" in readerFor(body)(received(other)), expected)
      },
      runs,
    )
  }

  it("both outcomes occur", () => {
    assert.sameMembers([...seen], [true, false])
  })
})

const packageFile = new URL("../../package.json", import.meta.url)

describe("the package", () => {
  it("reports its version", () => {
    assert.strictEqual(clientVersion, JSON.parse(readFileSync(packageFile, "utf8")).version)
  })

  const bundle = async (format: "esm" | "iife") => {
    const { metafile, outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL("../index.ts", import.meta.url))],
      bundle: true,
      minify: true,
      platform: "neutral",
      target: "es2022",
      format,
      globalName: "sdk",
      metafile: true,
      write: false,
    })
    return { inputs: Object.keys(metafile.inputs), text: outputFiles[0]?.text ?? assert.fail("no bundle") }
  }

  it("is under 12,000 bytes, compressed, and has only its own code", async () => {
    const { inputs, text } = await bundle("esm")
    assert.isBelow(gzipSync(text, { level: 9 }).length, 12_000)
    assert.isAbove(inputs.length, 10)
    assert.isEmpty(inputs.filter((input) => !/(^|\/)packages\/client\/src\//.test(`packages/client/${input}`)))
    assert.notMatch(text, /\bimport\b|\brequire\b|\bprocess\b|\bBuffer\b/)
  })

  it("creates a client, a call and a token with only the globals that browsers and servers share", async () => {
    const asked: Array<unknown> = []
    const body = { subject: { id: "sub_1", externalId: "user", identityProvider: "external" } }
    const context = createContext({
      fetch: async (url: string, init: RequestInit) => {
        asked.push(url, init.method, init.body, new Headers(init.headers).get("x-cs-version"))
        return Response.json(body)
      },
      AbortController,
      AbortSignal,
      Headers,
      TextEncoder,
      URL,
      URLSearchParams,
      btoa,
      clearTimeout,
      crypto,
      setTimeout,
    })
    const { text } = await bundle("iife")
    const answered: unknown = await runInContext(
      `${text}
      const client = sdk.createConsentClient({ baseUrl: "https://consent.example/api", apiKey: "key" })
      const call = client.subjects.identify("sub_1", { externalId: "user" })
      const token = sdk.createIdentityToken({ externalId: "user", signingKey: "x".repeat(32) })
      Promise.all([call, token]).then(([result, token]) => JSON.stringify([result.data, token.split(".").length]))`,
      context,
    )
    assert.deepStrictEqual(JSON.parse(String(answered)), [body, 3])
    const url = "https://consent.example/api/subjects/sub_1"
    assert.deepStrictEqual(asked, [url, "PATCH", `{"externalId":"user"}`, clientVersion])
  })
})
