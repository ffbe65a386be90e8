/** The page `verify.html`: a receipt or an evidence pack is dropped, or a receipt pasted, and nothing leaves the page. */
import { ed25519 } from "./Ed25519.js"
import { contentVerifier } from "./Report.js"
import { isZip } from "./Zip.js"

const field = (id: string): HTMLTextAreaElement => {
  const found = document.getElementById(id)
  if (found instanceof HTMLTextAreaElement) return found
  throw new Error(`the page lacks #${id}`)
}

const verdict = document.getElementById("verdict")
const [receipt, keys, witnesses] = [field("receipt"), field("keys"), field("witnesses")]
const verifyEd25519 = ed25519(globalThis.crypto?.subtle ?? null)

const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const show = (state: "verified" | "refused" | "waiting", lines: ReadonlyArray<string>): void => {
  if (verdict === null) return
  verdict.dataset["state"] = state
  verdict.replaceChildren(
    ...lines.map((line) => {
      const paragraph = document.createElement("p")
      paragraph.textContent = line
      return paragraph
    }),
  )
}

/** A pack that was chosen or dropped last; null once a receipt is pasted. */
let pack: Uint8Array | null = null

/** Which verification is the newest: the answers of older ones are dropped. */
let newest = 0

const verifyNow = async (): Promise<void> => {
  newest += 1
  const mine = newest
  const content = pack ?? new TextEncoder().encode(receipt.value.trim())
  if (content.length === 0 || keys.value.trim() === "") {
    return show("waiting", ["Waiting for a receipt or a pack, and a key."])
  }
  const trusted = linesOf(witnesses.value)
  const trust = { keys: linesOf(keys.value), witnesses: trusted, quorum: trusted.length }
  const verifier = contentVerifier(trust, verifyEd25519)
  if (typeof verifier !== "function") {
    return show(
      "refused",
      verifier.wrong.map((key) => `Not a verifier key: ${key}`),
    )
  }
  const { lines, verified } = await verifier(content)
  if (mine === newest) show(verified ? "verified" : "refused", lines)
}

for (const element of [keys, witnesses]) element.addEventListener("input", () => void verifyNow())

receipt.addEventListener("input", () => {
  pack = null
  void verifyNow()
})

const take = async (file: File | undefined): Promise<void> => {
  if (file === undefined) return
  const content = new Uint8Array(await file.arrayBuffer())
  pack = isZip(content) ? content : null
  receipt.value = pack === null ? new TextDecoder().decode(content) : ""
  await verifyNow()
}

const chosen = document.getElementById("file")
chosen?.addEventListener("change", () => {
  void take(chosen instanceof HTMLInputElement ? chosen.files?.[0] : undefined)
})

document.addEventListener("dragover", (event) => event.preventDefault())
document.addEventListener("drop", (event) => {
  event.preventDefault()
  void take(event.dataTransfer?.files[0])
})

void verifyNow()
