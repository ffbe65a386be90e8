/** A small time stamp authority made by OpenSSL, and what is needed to verify its stamps. */
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Why there is no authority; null where there is OpenSSL. CI installs it, and fails where a test is skipped. */
export const opensslProblem: string | null =
  spawnSync("openssl", ["version"]).status === 0 ? null : "openssl is not installed"

/** An authority in a folder. */
export interface TestAuthority {
  /** The answer to a request. */
  readonly answer: (request: Uint8Array) => Uint8Array
  /** What `openssl ts -verify` says of a stamp: whether it is one of this text by this authority. */
  readonly verifies: (answer: string, text: string) => boolean
  readonly remove: () => void
}

const settings = (folder: string) => `[ tsa ]
default_tsa = tsa1
[ tsa1 ]
serial = ${folder}/serial
signer_cert = ${folder}/tsa.crt
signer_key = ${folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`

/** Makes an authority with a certificate of its own. */
export const makeAuthority = (): TestAuthority => {
  const folder = mkdtempSync(join(tmpdir(), "cs-tsa-"))
  const file = (name: string): string => join(folder, name)
  const openssl = (...args: ReadonlyArray<string>) => execFileSync("openssl", [...args], { stdio: "pipe" })
  for (const name of ["ca.key", "tsa.key"]) {
    openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", file(name))
  }
  openssl("req", "-x509", "-new", "-key", file("ca.key"), "-subj", "/CN=Test CA", "-days", "9", "-out", file("ca.crt"))
  openssl("req", "-new", "-key", file("tsa.key"), "-subj", "/CN=Test TSA", "-out", file("tsa.csr"))
  writeFileSync(file("ext"), "extendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature\n")
  const signing = ["-CA", file("ca.crt"), "-CAkey", file("ca.key"), "-CAcreateserial", "-days", "9"]
  openssl("x509", "-req", "-in", file("tsa.csr"), ...signing, "-extfile", file("ext"), "-out", file("tsa.crt"))
  writeFileSync(file("cnf"), settings(folder))
  writeFileSync(file("serial"), "01\n")
  return {
    answer: (request) => {
      writeFileSync(file("q.tsq"), request)
      openssl("ts", "-reply", "-config", file("cnf"), "-queryfile", file("q.tsq"), "-out", file("r.tsr"))
      return new Uint8Array(readFileSync(file("r.tsr")))
    },
    verifies: (answer, text) =>
      spawnSync("openssl", ["ts", "-verify", "-in", answer, "-data", text, "-CAfile", file("ca.crt")]).status === 0,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
