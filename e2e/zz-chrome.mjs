import { chromium } from "playwright-core"
import { createServer } from "node:http"
import { readFileSync } from "node:fs"
const stat = () => { const f = readFileSync("/proc/self/stat","utf8").split(") ")[1].split(" "); return f.slice(11,15).map(Number) }
const base = ["--no-sandbox","--disable-gpu","--disable-quic","--no-first-run","--disable-background-networking","--disable-component-update","--disable-sync","--host-resolver-rules=MAP *.test 127.0.0.1"]
const server = createServer((q,r)=>r.writeHead(200,{"content-type":"text/html"}).end(`<!doctype html><html><head><script>window.a=1</script></head><body><main><h1>x</h1><button>Hi</button></main>`)).listen(0)
await new Promise(r=>server.once("listening",r))
const port = server.address().port
const [,, n="20", exe="/usr/bin/chromium", ...extra] = process.argv
const t=performance.now()
const b = await chromium.launch({ executablePath: exe, args: [...base, ...extra] })
for (let i=0;i<Number(n);i++){ const c=await b.newContext(); const p=await c.newPage(); await p.goto(`http://s${i}.site.test:${port}/`); await p.getByRole("button").click(); await c.close() }
await b.close(); server.close()
const [u,s,cu,cs]=stat()
console.log(exe, n, extra.join(" "), "node", (u+s)/100, "chrome", (cu+cs)/100, "wall", ((performance.now()-t)/1000).toFixed(1))
process.exit(0)
