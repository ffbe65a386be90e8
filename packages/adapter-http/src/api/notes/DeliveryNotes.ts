/**
 * What the document says of the routes that deliver files, beside their schemas.
 *
 * @module
 */
import { documented, header, type HeaderNotes } from "../../openapi/Annotations.js"
import { cacheable, conditional, uncached } from "./Headers.js"

const sniffless: HeaderNotes = { "x-content-type-options": header("The type is what it says", "nosniff") }

/** @param summary - what the script is */
export const scriptNote = (summary: string) =>
  documented({
    summary,
    description:
      "One classic script: a line that hands over this instance's configuration, then the bundle. A page needs " +
      "nothing but a script element.",
    parameters: { language: "de" },
    requestHeaders: { ...conditional, host: header("What the script calls back, unless script.backendURL is set") },
    answerHeaders: {
      200: {
        ...cacheable,
        ...sniffless,
        "cross-origin-resource-policy": header("Pages of other sites load it", "cross-origin"),
      },
      304: cacheable,
    },
  })

export const vendorListNote = documented({
  summary: "One edition of the IAB Global Vendor List",
  description:
    "What `gvlReference` in `/init` refers to, where `gvl.delivery` is `reference`. The address stands for one list " +
    "for ever, so that caches may keep it.",
  parameters: { version: "142", language: "en", vendors: "1,2,755" },
  requestHeaders: conditional,
  answerHeaders: { 200: cacheable, 304: cacheable },
})

export const specNote = documented({
  summary: "This document",
  answerHeaders: { 200: uncached },
})

export const docsNote = documented({
  summary: "This document as an interactive page",
  description: "Loads nothing from other hosts, and runs under a strict content-security policy.",
  answerHeaders: {
    200: {
      ...uncached,
      ...sniffless,
      "content-security-policy": header("What the page may load: its own files"),
      "referrer-policy": header("What the page tells of itself: nothing", "no-referrer"),
    },
  },
})

export const docsFileNote = documented({
  summary: "A file of the interactive page",
  parameters: { file: "viewer.css" },
  answerHeaders: { 200: { "cache-control": header("How long it may be kept", "public, max-age=3600"), ...sniffless } },
})
