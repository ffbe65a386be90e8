import { runConsumer } from "./consumer/main.mjs"
import { verdictLine, countsOf } from "./consumer/suite.mjs"
const t=performance.now()
const v = await runConsumer({ built: true, full: false, keep: false }, (x) => console.log(((performance.now()-t)/1000).toFixed(1), verdictLine(x)))
console.log(countsOf(v), (performance.now()-t)/1000)
