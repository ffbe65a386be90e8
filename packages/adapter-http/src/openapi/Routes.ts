/**
 * The routes of the document: what the platform generated of each endpoint, joined with the endpoint's note.
 *
 * @module
 */
import * as HttpApi from "@effect/platform/HttpApi"
import type { HttpApiDecodeError } from "@effect/platform/HttpApiError"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"
import type { ProblemTag } from "../answer/Problem.js"
import { problemTags, type RouteNote, RouteNotes } from "./Annotations.js"
import type { Example, JsonSchema, MediaType, Operation, Parameter, PathItem, Response } from "./DocumentTypes.js"
import { errorResponse, problemsOf } from "./ErrorAnswers.js"
import { answerHeaders, headerParameters } from "./Headers.js"
import { tidied } from "./JsonSchemas.js"
import { payloadSchema } from "./PayloadSchemas.js"
import { schemaTexts } from "./SchemaTexts.js"

/** A declaration whose routes are documented. */
export type DeclaredApi = HttpApi.HttpApi<string, HttpApiGroup.HttpApiGroup.Any, HttpApiDecodeError, never>

/** An endpoint as the declaration reflects it. */
type Reflected = Parameters<Parameters<typeof HttpApi.reflect>[1]["onEndpoint"]>[0]

type GeneratedOperation = NonNullable<OpenApi.OpenAPISpecPathItem["get"]>

const membersOf = (ast: AST.AST): ReadonlyArray<AST.AST> => (AST.isUnion(ast) ? ast.types : [ast])

const propertyOf = (ast: AST.AST, name: string): ReadonlyArray<AST.AST> =>
  AST.isTypeLiteral(ast) ? ast.propertySignatures.flatMap((one) => (one.name === name ? [one.type] : [])) : []

/** The codes that an error body can have; none of a body that is not ours. */
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

/** What the platform made of a body that is none of ours: its own decode error, which is never answered. */
const errorResponses = ({ errors }: Reflected): ReadonlyArray<readonly [status: number, response: Response]> =>
  Array.from(errors).flatMap(([status, { ast }]) => {
    const tags = Option.toArray(ast)
      .flatMap(membersOf)
      .flatMap((member) => tagsOf(status, member))
    return tags.length === 0 ? [] : [[status, errorResponse(Array.from(new Set(tags)))] as const]
  })

/** What the component says that the body is; else what the declaration says, else what the route is for. */
const descriptionOf = (response: OpenApi.OpenApiSpecResponse, note: RouteNote | null): string => {
  const [body] = Object.values(response.content ?? {})
  if (body === undefined || note === null) return response.description
  const name = "$ref" in body.schema ? body.schema.$ref.replace(/^.*\//, "") : ""
  return schemaTexts[name]?.description ?? note.summary
}

const answers = (
  { successes }: Reflected,
  { responses }: GeneratedOperation,
  note: RouteNote | null,
): ReadonlyArray<readonly [status: number, response: Response]> =>
  Array.from(successes.keys(), (status) => {
    const generated = responses[status] ?? { description: "" }
    const headers = answerHeaders([], note?.answerHeaders?.[status])
    const bodies = Object.entries(generated.content ?? {}).map(
      ([type, { schema }]) => [type, withExamples(tidied({ ...schema }), note?.answers?.[status])] as const,
    )
    const body = bodies.length === 0 ? {} : { content: Object.fromEntries(bodies) }
    return [status, { description: descriptionOf(generated, note), headers, ...body }] as const
  })

const parametersOf = (generated: GeneratedOperation, note: RouteNote | null): ReadonlyArray<Parameter> => [
  ...generated.parameters.map(({ schema, ...parameter }) => {
    const example = note?.parameters?.[parameter.name]
    const { description: _, ...form } = tidied({ ...schema })
    return { ...parameter, schema: form, ...(example === undefined ? {} : { example }) }
  }),
  ...headerParameters(note?.requestHeaders),
]

const describeRoute = (route: Reflected, generated: GeneratedOperation) => {
  const note = Context.get(route.endpoint.annotations, RouteNotes)
  const { description, operationId, security, summary, tags } = generated
  const payloads = Array.from(route.payloads, ([type, { ast }]) => ({ type, ...payloadSchema(ast) }))
  const content = payloads.map(({ schema, type }) => [type, withExamples(tidied(schema), note?.requests)] as const)
  const operation: Operation = {
    operationId,
    tags,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    parameters: parametersOf(generated, note),
    ...(content.length === 0 ? {} : { requestBody: { required: true, content: Object.fromEntries(content) } }),
    responses: Object.fromEntries([...answers(route, generated, note), ...errorResponses(route)]),
    ...(security.length === 0 ? {} : { security }),
  }
  return { operation, components: payloads.map(({ components }) => components) }
}

/** The documented routes, and the schemas of what they take. */
export interface DescribedRoutes {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: Readonly<Record<string, JsonSchema>>
}

/** Joins every endpoint of a declaration with what was generated of it. */
export const describeRoutes = (declared: DeclaredApi, generated: OpenApi.OpenAPISpec): DescribedRoutes => {
  const paths: Record<string, PathItem> = {}
  const components: Record<string, JsonSchema> = {}
  HttpApi.reflect(declared, {
    onGroup: () => {},
    onEndpoint: (route) => {
      const path = route.endpoint.path.replaceAll(/:(\w+)/g, "{$1}")
      const method = route.endpoint.method.toLowerCase()
      const found = Object.entries(generated.paths[path] ?? {}).find(([name]) => name === method)
      if (found === undefined) return
      const described = describeRoute(route, found[1])
      paths[path] = { ...paths[path], [method]: described.operation }
      Object.assign(components, ...described.components)
    },
  })
  return { paths, components }
}
