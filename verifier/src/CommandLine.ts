/** `node verify.mjs FILE… --key KEY`: verifies receipts and evidence packs. */
import type { VerifyEd25519 } from "@consent-service/core/evidence"
import { contentVerifier, type TrustTexts } from "./Report.js"

export const usage = `Usage: node verify.mjs FILE... --key KEY [--witness KEY]... [--quorum N] [--json]

Verifies receipts of an evidence log, and evidence packs. Nothing is sent anywhere.

  FILE            a receipt, as JSON or as a tlog-proof, or the zip of an evidence pack
  --key KEY       a verifier key of the log, which you have from a source you trust; repeat it for more
  --witness KEY   a verifier key of a witness; repeat it for more
  --quorum N      how many witnesses have to have cosigned; 0 by default
  --json          one JSON object a line instead of text
  -h, --help      print this and exit

Exits with 0 when all are verified, 1 when one is refused, 2 when it cannot begin.

Example: node verify.mjs receipt.json --key "consent.shop.example/evidence+7b36f050+AQOh…"
`

/** What a command line asks for. */
interface Asked extends TrustTexts {
  readonly files: ReadonlyArray<string>
  readonly json: boolean
}

type Parsed =
  | { readonly _tag: "Asked"; readonly asked: Asked }
  | { readonly _tag: "Help" }
  | { readonly _tag: "Wrong"; readonly message: string }

const wrong = (message: string): Parsed => ({ _tag: "Wrong", message })

/** Reads the arguments behind the name of the program. */
export const parseArguments = (args: ReadonlyArray<string>): Parsed => {
  const files: Array<string> = []
  const keys: Array<string> = []
  const witnesses: Array<string> = []
  let [quorum, json] = ["0", false]
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === "-h" || arg === "--help") return { _tag: "Help" }
    if (arg === "--json") json = true
    else if (arg === "--key" || arg === "--witness" || arg === "--quorum") {
      const value = rest.shift()
      if (value === undefined) return wrong(`${arg} needs a value`)
      if (arg === "--quorum") quorum = value
      else (arg === "--key" ? keys : witnesses).push(value)
    } else if (arg.startsWith("-")) return wrong(`unknown option ${arg}`)
    else files.push(arg)
  }
  if (files.length === 0) return wrong("no file is given")
  if (keys.length === 0) return wrong("no --key is given: a proof is worth as much as the key one trusts")
  if (!/^\d{1,3}$/.test(quorum)) return wrong(`--quorum takes a number from 0 to 999, not ${JSON.stringify(quorum)}`)
  return { _tag: "Asked", asked: { files, keys, witnesses, quorum: Number(quorum), json } }
}

/** What a command line needs of its platform. */
export interface Platform {
  /** Reads a file; rejects when it cannot be read. */
  readonly readFile: (path: string) => Promise<Uint8Array>
  readonly out: (line: string) => void
  readonly error: (line: string) => void
}

/** Runs a command line. @returns the exit code */
export const runCommandLine = async (
  args: ReadonlyArray<string>,
  { error, out, readFile }: Platform,
  verify: VerifyEd25519,
): Promise<0 | 1 | 2> => {
  const parsed = parseArguments(args)
  if (parsed._tag === "Help") return (out(usage), 0)
  if (parsed._tag === "Wrong") return (error(`verify: ${parsed.message}\n\n${usage}`), 2)
  const { files, json, ...trust } = parsed.asked
  const verifier = contentVerifier(trust, verify)
  if (typeof verifier !== "function") {
    return (error(verifier.wrong.map((key) => `verify: not a verifier key: ${key}`).join("\n")), 2)
  }
  let code: 0 | 1 | 2 = 0
  for (const file of files) {
    const content = await readFile(file).catch(() => null)
    if (content === null) {
      error(`verify: cannot read ${file}`)
      code = 2
      continue
    }
    const { lines, reason, verified } = await verifier(content)
    out(json ? JSON.stringify({ file, verified, reason, lines }) : `${file}\n  ${lines.join("\n  ")}`)
    if (!verified && code === 0) code = 1
  }
  return code
}
