import type { PackTexts } from "./Texts.js"

/** English. */
export const en: PackTexts = {
  title: "Evidence of consent",
  intro: (createdAt, software, records) =>
    `This pack was made on ${createdAt} by ${software}. It has ${records} ${records === 1 ? "record" : "records"} of what visitors of a website decided about cookies and similar technologies, and what they were shown.`,
  withheld: (parts) => `Left out on request: ${parts}. The receipts commit to it and verify without it.`,
  parts: { subject: "the ids of records and subjects", trace: "address, browser, language and metadata" },
  unsignedTitle: "This pack is not signed",
  unsigned:
    "The service has no key that signs its evidence log. The files are what was stored, and nothing in here proves it.",
  verifyTitle: "How to verify it",
  verify: [
    "Get the verifier key of the log named below from a source other than this pack: a pack that brings its own key proves nothing.",
    "Open verify.html in a browser, paste the key, and choose the zip file. Nothing leaves the page. Or run: node verify.mjs pack.zip --key KEY",
    "For more certainty get verify.html from the maker of the software and compare: the copy in here came from the same hands as the rest.",
  ],
  provesTitle: "What it proves",
  proves: [
    "Each record is exactly the one that was logged at the time its receipt says, and neither it nor anything before it in the log was changed since.",
    "The files of this pack are those that it was made with: none was altered, left out or added.",
  ],
  provesNotTitle: "What it does not prove",
  provesNot: [
    "Who sat in front of the browser, or that this person is who they say they are.",
    "That consent was free or informed. What the visitor could read is in the notices; how it was drawn on the screen is not.",
    "That the clock of the server was right. A witness's or a time stamp's clock is another's; the service's is its own.",
    "That there are no other records: the pack has those that its selection names and that were on record when it was made.",
  ],
  unprovenTitle: "Records without a proof",
  unproven:
    "The log does not have these records. They are what is stored, and nothing proves that they were not changed.",
  filesTitle: "What is in it",
  files: {
    "records/": "The records as they are stored, one a file. Times are UTC. The files are JSON and open in any editor.",
    "receipts/":
      "The proof of each record: that the log has it, when it was logged, and that it has not changed since.",
    "links/": "The proof of each link between a browser and an account of the person: when it was made, and by whom.",
    "notices/*/notice.html":
      "What the banner said, as a page. It is reconstructed from archived texts and settings, and is not a screenshot.",
    "notices/*/":
      "The same as it was archived: rule.json is the complete rule, texts.json the texts, manifest.json the configuration. The SHA-256 of texts.json is the textsDigest that rule.json names; the revision in manifest.json is its manifestRevision.",
    "documents/":
      "Versions of legal documents that records name: type, version, hash and date. The text itself is not stored.",
    "log/":
      "The newest checkpoint of the log when the pack was made, the keys that have signed its checkpoints, and how the checkpoints of the receipts continue in the pack's own.",
    "log/entries/": "The proof of the entries with which the keys of the log were introduced, one after another.",
    "log/timestamps/":
      "Where the log has them: what an authority with another clock answered (.tsr) for what is in checkpoint.txt. With the authority's certificate, openssl ts -verify -data checkpoint.txt -in FILE.tsr -CAfile CERTIFICATE says when that tree existed at the latest. It contains all records whose entry has a lower number than its size.",
    "manifest.json": "The SHA-256 of every other file.",
    "manifest.tlog-proof": "The proof that the log has an entry with the SHA-256 of manifest.json.",
    "verify.html, verify.mjs": "A page and a program that verify all of this without a network.",
  },
  recordsTitle: "The records",
}
