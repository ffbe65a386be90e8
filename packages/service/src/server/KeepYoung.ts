/**
 * How V8 collects the garbage of a server.
 *
 * @module
 */
import { setFlagsFromString } from "node:v8"

/**
 * Has V8 place every new object among the young ones, which are collected often and at little cost.
 *
 * V8 places objects of a kind among the old ones when most of that kind have survived a collection. Requests that
 * arrive together are alive together, so a server looks to it as if all of its objects were long-lived. From then on each
 * of them, and everything that it refers to, waits for a full collection.
 */
export const keepNewObjectsYoung = (): void => setFlagsFromString("--no-allocation-site-pretenuring")
