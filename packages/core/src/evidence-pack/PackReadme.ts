/**
 * The page of a pack that is read first: what the pack is, what it proves, and what it does not.
 *
 * @module
 */
import type { PackManifest } from "../evidence/PackManifest.js"
import { escaped, htmlPage } from "../markup/Html.js"

/** What the page tells about. */
export interface PackSummary extends Pick<PackManifest, "createdAt" | "origin" | "software" | "unproven" | "withheld"> {
  /** The names of the records. */
  readonly records: ReadonlyArray<string>
}

const style =
  "body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}" +
  "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}code{overflow-wrap:anywhere}td,th{text-align:start;vertical-align:top;padding:.2rem 1rem .2rem 0}"

const files: ReadonlyArray<readonly [name: string, what: string]> = [
  ["records/", "The records as they are stored, one a file. Times are UTC. The files are JSON and open in any editor."],
  [
    "receipts/",
    "The proof of each record: that the log has it, when it was logged, and that it has not changed since.",
  ],
  [
    "notices/*/notice.html",
    "What the banner said, as a page. It is reconstructed from archived texts and settings, and is not a screenshot.",
  ],
  [
    "notices/*/",
    "The same as it was archived: rule.json is the complete rule, texts.json the texts, manifest.json the configuration. The SHA-256 of texts.json is the textsDigest that rule.json names; the revision in manifest.json is its manifestRevision.",
  ],
  [
    "documents/",
    "Versions of legal documents that records name: type, version, hash and date. The text itself is not stored.",
  ],
  [
    "log/",
    "The newest checkpoint of the log when the pack was made, the keys that have signed its checkpoints, and how the checkpoints of the receipts continue in the pack's own.",
  ],
  ["manifest.json", "The SHA-256 of every other file."],
  ["manifest.tlog-proof", "The proof that the log has an entry with the SHA-256 of manifest.json."],
  ["verify.html, verify.mjs", "A page and a program that verify all of this without a network."],
]

const proves: ReadonlyArray<string> = [
  "Each record is exactly the one that was logged at the time its receipt says, and neither it nor anything before it in the log was changed since.",
  "The files of this pack are those that it was made with: none was altered, left out or added.",
]

const provesNot: ReadonlyArray<string> = [
  "Who sat in front of the browser, or that this person is who they say they are.",
  "That consent was free or informed. What the visitor could read is in the notices; how it was drawn on the screen is not.",
  "That the clock of the server was right. A witness's or a time stamp's clock is another's; the service's is its own.",
  "That there are no other records: the pack has those that its selection names and that were on record when it was made.",
]

const list = (items: ReadonlyArray<string>): string =>
  `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join("")}</ul>`

const codes = (names: ReadonlyArray<string>): string =>
  `<ul>${names.map((name) => `<li><code>${escaped(name)}</code></li>`).join("")}</ul>`

const howToVerify = (origin: string): string =>
  `<h2>How to verify it</h2><ol><li>Get the verifier key of the log <code>${escaped(origin)}</code> from a source other than this pack: a pack that brings its own key proves nothing.</li><li>Open <code>verify.html</code> in a browser, paste the key, and choose the zip file. Nothing leaves the page. Or run <code>node verify.mjs pack.zip --key KEY</code>.</li><li>For more certainty get <code>verify.html</code> from the maker of the software and compare: the copy in here came from the same hands as the rest.</li></ol>`

const unsigned =
  "<h2>This pack is not signed</h2><p>The service has no key that signs its evidence log. The files are what was stored, and nothing in here proves it.</p>"

const unprovenPart = ({ origin, unproven }: PackSummary): string =>
  origin === null || unproven.length === 0
    ? ""
    : `<h2>Records without a proof</h2><p>The log does not have these records. They are what is stored, and nothing proves that they were not changed.</p>${codes(unproven)}`

const withheldPart = ({ withheld }: PackSummary): string =>
  withheld.length === 0
    ? ""
    : `<p>Left out on request: ${escaped(withheld.join(", "))}. The receipts commit to it and verify without it.</p>`

/** Writes the page. */
export const packReadme = (summary: PackSummary): string => {
  const { createdAt, origin, records, software } = summary
  const title = "Evidence of consent"
  const rows = files.map(([name, what]) => `<tr><td><code>${escaped(name)}</code></td><td>${escaped(what)}</td></tr>`)
  const body = [
    `<h1>${title}</h1><p>This pack was made on ${escaped(createdAt)} by ${escaped(software)}. It has ${records.length} ${records.length === 1 ? "record" : "records"} of what visitors of a website decided about cookies and similar technologies, and what they were shown.</p>`,
    withheldPart(summary),
    origin === null ? unsigned : `${howToVerify(origin)}<h2>What it proves</h2>${list(proves)}`,
    `<h2>What it does not prove</h2>${list(provesNot)}`,
    unprovenPart(summary),
    `<h2>What is in it</h2><table>${rows.join("")}</table><h2>The records</h2>${codes(records)}`,
  ]
  return htmlPage({ language: "en", title, style, body: body.join("") })
}
