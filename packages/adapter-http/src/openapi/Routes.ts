/**
 * The routes of the document: the platform's output for each endpoint, joined with the endpoint's note.
 *
 * @module
 */
import * as HttpApi from "@effect/platform/HttpApi"
import type * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"
import type { ProblemTag } from "../answer/Problem.js"
import { problemTags, type RouteNote, RouteNotes, TakesRest } from "../api/Annotations.js"
import { type Documentations, payloadSchema, tidied } from "./JsonSchemas.js"
import type {
  DeclaredApi,
  Example,
  JsonSchema,
  MediaType,
  Operation,
  Parameter,
  PathItem,
  Response,
} from "./DocumentTypes.js"
import { answerHeaders, errorResponse, headerParameters, problemsOf } from "./Errors.js"

/** An endpoint as the declaration reflects it. */
type Reflected = Parameters<Parameters<typeof HttpApi.reflect>[1]["onEndpoint"]>[0]

type GeneratedOperation = NonNullable<OpenApi.OpenAPISpecPathItem["get"]>

const membersOf = (ast: AST.AST): ReadonlyArray<AST.AST> => (AST.isUnion(ast) ? ast.types : [ast])

const propertyOf = (ast: AST.AST, name: string): ReadonlyArray<AST.AST> =>
  AST.isTypeLiteral(ast) ? ast.propertySignatures.flatMap((one) => (one.name === name ? [one.type] : [])) : []

/** The codes of an error body; none for a foreign body. */
const codesOf = (ast: AST.AST): ReadonlyArray<string> =>
  propertyOf(ast, "cause")
    .flatMap((cause) => propertyOf(cause, "code"))
    .flatMap(membersOf)
    .flatMap((code) => (AST.isLiteral(code) && typeof code.literal === "string" ? [code.literal] : []))

const tagsOf = (status: number, ast: AST.AST): ReadonlyArray<ProblemTag> =>
  Option.getOrElse(AST.getAnnotation<ReadonlyArray<ProblemTag>>(problemTags)(ast), () =>
    problemsOf(status, codesOf(ast)),
  )

const withExamples = (schema: JsonSchema, examples: Readonly<Record<string, Example>> | undefined): MediaType => ({
  schema,
  ...(examples === undefined ? {} : { examples }),
})

/** The responses of a route, without the platform's decode error, which is never sent. */
const errorResponses = ({ errors }: Reflected): ReadonlyArray<readonly [status: number, response: Response]> =>
  Array.from(errors).flatMap(([status, { ast }]) => {
    const tags = Option.toArray(ast)
      .flatMap(membersOf)
      .flatMap((member) => tagsOf(status, member))
    return tags.length === 0 ? [] : [[status, errorResponse(Array.from(new Set(tags)))] as const]
  })

/** The component's description of the body; else the declaration's, else the route's. */
const descriptionOf = (
  response: OpenApi.OpenApiSpecResponse,
  note: RouteNote | null,
  documentations: Documentations,
): string => {
  const [body] = Object.values(response.content ?? {})
  if (body === undefined || note === null) return response.description
  const name = "$ref" in body.schema ? body.schema.$ref.replace(/^.*\//, "") : ""
  return documentations.get(name)?.description ?? note.summary
}

const answers = (
  { successes }: Reflected,
  { responses }: GeneratedOperation,
  note: RouteNote | null,
  documentations: Documentations,
): ReadonlyArray<readonly [status: number, response: Response]> =>
  Array.from(successes.keys(), (status) => {
    const generated = responses[status] ?? { description: "" }
    const headers = answerHeaders([], note?.answerHeaders?.[status])
    const bodies = Object.entries(generated.content ?? {}).map(
      ([type, { schema }]) => [type, withExamples(tidied({ ...schema }), note?.answers?.[status])] as const,
    )
    const texts = Object.entries(note?.texts?.[status] ?? {}).map(
      ([type, examples]) => [type, withExamples({ type: "string" }, examples)] as const,
    )
    const body = bodies.length === 0 ? {} : { content: Object.fromEntries([...bodies, ...texts]) }
    return [status, { description: descriptionOf(generated, note, documentations), headers, ...body }] as const
  })

const isRefusal = ([status]: readonly [status: number, response: Response]): boolean => status >= 400 && status < 500

/** For routes without a specific refusal. */
const outsideRefusals: Readonly<Record<string, Response>> = {
  "4XX": {
    description:
      "Not sent by this route: the HTTP server or a proxy in front of it refused the request, such as with 431 for headers that are too large. The body may not be JSON",
  },
}

const responsesOf = (
  route: Reflected,
  generated: GeneratedOperation,
  note: RouteNote | null,
  documentations: Documentations,
): Readonly<Record<string, Response>> => {
  const responses = [...answers(route, generated, note, documentations), ...errorResponses(route)]
  return { ...Object.fromEntries(responses), ...(responses.some(isRefusal) ? {} : outsideRefusals) }
}

/** The name of the parameter that takes the rest of the path; null for a route without one. */
const restOf = ({ endpoint }: Reflected): string | null => {
  const [, name = null] = /:(\w+)$/.exec(endpoint.path) ?? []
  return Context.get(endpoint.annotations, TakesRest) ? name : null
}

const parametersOf = (
  generated: GeneratedOperation,
  note: RouteNote | null,
  rest: string | null,
): ReadonlyArray<Parameter> => [
  ...generated.parameters.map(({ schema, ...parameter }) => {
    const example = note?.parameters?.[parameter.name]
    const { description: _, ...form } = tidied({ ...schema })
    const takesRest = parameter.in === "path" && parameter.name === rest
    return {
      ...parameter,
      schema: form,
      ...(example === undefined ? {} : { example }),
      ...(takesRest ? ({ "x-takes-rest": true } as const) : {}),
    }
  }),
  ...headerParameters(note?.requestHeaders),
]

const describeRoute = (route: Reflected, generated: GeneratedOperation, documentations: Documentations) => {
  const note = Context.get(route.endpoint.annotations, RouteNotes)
  const { description, operationId, security, summary, tags } = generated
  const payloads = Array.from(route.payloads, ([type, { ast }]) => ({ type, ...payloadSchema(ast) }))
  const content = payloads.map(({ schema, type }) => [type, withExamples(tidied(schema), note?.requests)] as const)
  const operation: Operation = {
    operationId,
    tags,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    parameters: parametersOf(generated, note, restOf(route)),
    ...(content.length === 0 ? {} : { requestBody: { required: true, content: Object.fromEntries(content) } }),
    responses: responsesOf(route, generated, note, documentations),
    ...(security.length === 0 ? {} : { security }),
  }
  return { operation, components: payloads.map(({ components }) => components) }
}

/** The documented routes, and the schemas of their bodies. */
export interface DescribedRoutes {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: Readonly<Record<string, JsonSchema>>
}

/** Joins every endpoint of a declaration with the platform's output for it. */
export const describeRoutes = (
  declared: DeclaredApi,
  generated: OpenApi.OpenAPISpec,
  documentations: Documentations,
): DescribedRoutes => {
  const paths: Record<string, PathItem> = {}
  const components: Record<string, JsonSchema> = {}
  HttpApi.reflect(declared, {
    onGroup: () => {},
    onEndpoint: (route) => {
      const path = route.endpoint.path.replaceAll(/:(\w+)/g, "{$1}")
      const method = route.endpoint.method.toLowerCase()
      const found = Object.entries(generated.paths[path] ?? {}).find(([name]) => name === method)
      if (found === undefined) return
      const described = describeRoute(route, found[1], documentations)
      paths[path] = { ...paths[path], [method]: described.operation }
      Object.assign(components, ...described.components)
    },
  })
  return { paths, components }
}
