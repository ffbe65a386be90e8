/**
 * A log of three entries with its keys and a receipt, for the examples of several routes. The receipt verifies.
 *
 * @module
 */
import { givenAt, subjectId } from "./Examples.js"

export const path = { id: subjectId, consentId: "cns_5HxTq1vYw8" } as const

/** The private key of this example, which is public. */
export const verifierKey = "evidence.example/shop+7b36f050+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"

const formerKey = "evidence.example/shop+2d4d968c+ASVDuS/xCVURR2rcg2nbbdyTNmWhGXjdoUBO4QZsqVWd"

export const checkpoint =
  "evidence.example/shop\n3\n2GboE54Li4MRe4SSr7aPLD3BPuFVBVMU59q+IwDmV6w=\n\n" +
  "\u2014 evidence.example/shop ezbwUD0YZ/wYT3f+uEvrK3hJR4jFAvNcAQnig1SGm2q5DZ9HtEdHrvmRPMyzSiHW2aJ1rGuTuMH/I9n6ZYd13JR5qwM=\n"

const act =
  '{"action":"custom","choice":{"categories":{"marketing":{"basis":{"kind":"legacy-v2"},"confirmedAt":1763725200000,' +
  '"value":false},"measurement":{"basis":{"kind":"legacy-v2"},"confirmedAt":1763725200000,"value":true}},"version":3},' +
  '"contentDigest":"50d858e0985ecc7f60418aaf0cc5ab587f42c2570a884095a9e8ccacd0f6545c","createdAt":1763725200400,' +
  '"decisionId":null,"decisionSource":null,"documentId":null,"domain":"shop.example","experiment":null,' +
  '"givenAt":1763725200000,"jurisdiction":"GDPR","model":"opt-in","preferences":{"marketing":false,"measurement":true,' +
  '"necessary":true},"tcString":null,"timeToDecisionMs":4200,"type":"cookie_banner","uiSource":"dialog",' +
  '"validUntil":null,"vendorChoice":null}'

const trace = { commitment: "25b952e4228c5f96a2d8652e2f9a319481acfc34c14f702f336fbfbb2692387e" }

const subjectPart = {
  key: "662695282f845cf0fa9037455fae874c4e1af60b60c5582c6b12cc41fa5f4948",
  text: `{"id":"${path.consentId}","subjectId":"${path.id}"}`,
}

const proof = "gvrzCyf7Qcn7AftROmBBuUcsJNAtQ40KGGNOjB0eX9QxePuDc+CtuR4YNNGk254irpxvdxz8AlPsIJ7vfeGjgg=="

/** With the part `trace` withheld. */
export const receipt = {
  format: "consent-service/receipt/v1",
  origin: "evidence.example/shop",
  index: 1,
  entry: {
    kind: 1,
    time: givenAt + 1_000,
    parts: {
      act: { key: "7757f2f376efaf4952f881b499f194db667eb30ab464f040f23c125099c92246", text: act },
      subject: subjectPart,
      trace,
    },
  },
  proof,
  checkpoint,
} as const

/** The head of the same receipt as text, with the entry shortened. */
export const tlogProof =
  "c2sp.org/tlog-proof@v1\nextra eyJraW5kIjoxLCJwYXJ0cyI6…\nindex 1\n" +
  "gvrzCyf7Qcn7AftROmBBuUcsJNAtQ40KGGNOjB0eX9Q=\nMXj7g3PgrbkeGDTRpNueIq6cb3cc/AJT7CCe733ho4I=\n\n" +
  checkpoint

/** After a key rotation. */
export const keys = {
  origin: "evidence.example/shop",
  keys: [
    { key: verifierKey, from: 2, until: null },
    { key: formerKey, from: 1, until: 2 },
  ],
}

export const consistency = {
  from: 1,
  to: 3,
  proof: ["jEDm9Dp6AfbvTYQVZPh4KEdlyJMNOvcURBWdOJGJcxU=", "MXj7g3PgrbkeGDTRpNueIq6cb3cc/AJT7CCe733ho4I="],
}
