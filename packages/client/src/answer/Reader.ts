/**
 * Reads a body of a known shape.
 *
 * @module
 */
import type { Read, Received } from "./Received.js"
import { isOf, type Shape } from "./Shape.js"

/** Checks a body's shape, then converts it for the caller. */
export const reader =
  <Body, Data>(shape: Shape<Body>, make: (body: Body) => Data) =>
  ({ body }: Received): Read<Data> =>
    isOf(shape, body)
      ? { data: make(body) }
      : { problem: body === undefined ? "the body is not JSON" : (shape.problem(body, "") ?? "") }
