/**
 * The option `evidence.publish`: where the files of the log are published.
 *
 * @module
 */
import { foreign, NonBlank } from "@consent-service/core/authored"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { LogFiles, PutLogFile } from "../evidence/FunctionPublisher.js"

const form =
  "must be { directory }, a function that takes { path, bytes, type, cacheControl }, or { put, latest } with such a function"

const isFunctionOrLeftOut = (value: unknown): boolean => value === undefined || typeof value === "function"

const isFiles = (value: unknown): boolean =>
  typeof value === "function" ||
  (Predicate.isRecord(value) &&
    typeof value["put"] === "function" &&
    isFunctionOrLeftOut(value["latest"]) &&
    Object.keys(value).every((name) => name === "put" || name === "latest"))

/** The schema of the option. */
export const PublishOption = Schema.Union(
  foreign<PutLogFile | LogFiles>(isFiles, form),
  Schema.Struct({
    /** A directory that the service may write to, relative to its working directory. */
    directory: NonBlank,
  }),
)
