const { gates } = await import(process.cwd() + "/scripts/gates.mjs")
for (const g of gates.filter(({ id }) => process.argv.slice(2).includes(id))) {
  try {
    await g.check()
    console.log("ok", g.title)
  } catch (e) {
    console.log("FAILED", g.title, e.message, String(e.output ?? "").slice(-1500))
    process.exitCode = 1
  }
}
