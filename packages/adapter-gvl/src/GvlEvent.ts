/**
 * What happens to vendor lists, for whoever logs and counts it.
 *
 * @module
 */
import * as Data from "effect/Data"
import type { FetchFailure } from "./FetchFailed.js"

export type GvlEvent = Data.TaggedEnum<{
  /** A list is in use from now on, or was confirmed to be the newest. */
  Loaded: {
    readonly language: string
    readonly from: "endpoint" | "cache"
    readonly version: number
    readonly vendors: number
    /** How long it took, in milliseconds. */
    readonly tookMs: number
  }
  /** No list could be had; it is tried again. */
  Failed: {
    readonly language: string
    readonly reason: FetchFailure
    readonly message: string
    readonly tookMs: number
    /** Not before so many milliseconds, and only if somebody asks for the list. */
    readonly retryInMs: number
    /** Whether visitors are still served the last good list. */
    readonly serving: boolean
  }
  /** A list is served no more: the source failed for too long, or nobody asked for it. */
  Dropped: { readonly language: string; readonly because: "too-old" | "unused" }
  /** The external cache could not be used, or what it held was no list; it goes on without. */
  CacheFailed: { readonly operation: "read" | "write"; readonly message: string }
}>

export const GvlEvent = Data.taggedEnum<GvlEvent>()

/** Receives events: a plain function that must not throw and is not waited for. */
export type OnGvlEvent = (event: GvlEvent) => void
