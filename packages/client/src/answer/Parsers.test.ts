/** Whatever a server answers, and whatever is presented as a receipt, is read or refused. */
import { describeParsers, parser } from "@consent-service/test-engines/fuzz-suite"
import { verifyReceipt } from "../evidence/VerifyReceipt.js"
import { retryAfterMs } from "../retry/Retry.js"
import * as Read from "./ReadAnswer.js"
import { readError } from "./ReadError.js"
import * as ReadRecords from "./ReadRecords.js"

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const received = (text: string) => ({
  status: 200,
  headers: new Headers(),
  body: parsed(text),
  text,
  bytes: new TextEncoder().encode(text),
})

const now = 1_796_083_200_000

const error = JSON.stringify({
  message: "no",
  cause: { code: "INPUT_VALIDATION_FAILED", reason: "r", issues: [{ path: "body", message: "m" }] },
})

const readers = {
  status: Read.readStatus,
  subject: Read.readSubject,
  saved: Read.readSaved,
  receipt: Read.readReceipt,
  linked: Read.readLinked,
  subjects: Read.readSubjects,
  summary: Read.readSummary,
  published: Read.readPublished,
  init: Read.readInit,
  records: ReadRecords.readRecords,
  statistics: ReadRecords.readStatistics,
  person: ReadRecords.readPerson,
  erasure: ReadRecords.readErasure,
  hold: ReadRecords.readHold,
  holds: ReadRecords.readHolds,
}

/** Something of each answer: the members' names, with values that a reader looks into. */
const answer = JSON.stringify({
  version: "1",
  timestamp: "2026-11-27T00:00:00Z",
  client: { ip: null, acceptLanguage: null, region: { countryCode: null, regionCode: null } },
  subject: { id: "sub_1", externalId: null, createdAt: "2026-11-27T00:00:00Z" },
  subjects: [],
  consents: [{ id: "cns_1", type: "cookie_banner", givenAt: now, preferences: { marketing: true } }],
  records: [],
  holds: [{ id: "h", scope: {}, reason: "r", placedAt: now, releasedAt: null }],
  rows: [],
  isValid: true,
  next: null,
})

describeParsers("answers of a server", [
  ...Object.entries(readers).map(([name, read]) =>
    parser({
      name: `answer: ${name}`,
      seeds: [answer],
      parse: (text) => read(received(text)),
      isRead: (found) => typeof found === "object",
      // Data, or what is wrong with the answer.
      holds: (found) => "data" in found || found.problem !== "",
      share: 0.3,
    }),
  ),
  parser({
    name: "error",
    seeds: [error],
    parse: (text) => readError({ status: 400, requestId: "req_1", body: parsed(text) }, ["INPUT_VALIDATION_FAILED"]),
    holds: ({ code, message }) => code.length > 0 && typeof message === "string",
    share: 0.3,
  }),
  parser({
    name: "Retry-After",
    seeds: ["120", "Fri, 27 Nov 2026 03:00:00 GMT", "Friday, 27-Nov-26 03:00:00 GMT", "Fri Nov 27 03:00:00 2026"],
    parse: (text) => retryAfterMs(text, now),
    holds: (pause) => pause === null || pause >= 0,
  }),
  parser({
    name: "receipt to verify",
    seeds: ['{"format":"consent-service/receipt/v1","origin":"o","index":0,"entry":{},"proof":[],"checkpoint":""}'],
    parse: (text) => verifyReceipt(text, { keys: [] }),
    isRead: ({ verified }) => !verified,
    holds: ({ verified }) => !verified,
    share: 0.2,
  }),
])
