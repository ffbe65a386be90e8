/**
 * How V8 collects the garbage of an export.
 *
 * @module
 */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/**
 * Has V8 collect old objects once they have grown by a fifth. That counts from the first collection, which is made now.
 *
 * A heap may otherwise grow to several times of what is in use before it is collected, since V8 sees fast allocation and
 * enough memory. An export keeps one page of records and drops it, so that what is collected late is all garbage.
 */
export const keepHeapSmall = (): void => {
  setFlagsFromString("--heap-growing-percent=20")
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  setFlagsFromString("--no-expose-gc")
  if (typeof collect === "function") collect()
}
