import { appendFileSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, expect } from "vitest"
const stat = () => { const f = readFileSync("/proc/self/stat","utf8").split(") ")[1].split(" "); return f.slice(11,15).map(Number) }
const started = Date.now()
let atCollect = null
beforeAll(() => { atCollect = stat() })
afterAll(() => {
  const [u,s,cu,cs] = stat()
  appendFileSync("/tmp/citime-cpu.tsv", [expect.getState().testPath?.replace(process.cwd()+"/",""), ((u+s)/100).toFixed(2), ((cu+cs)/100).toFixed(2), ((atCollect[0]+atCollect[1])/100).toFixed(2), ((Date.now()-started)/1000).toFixed(1)].join("\t")+"\n")
})
