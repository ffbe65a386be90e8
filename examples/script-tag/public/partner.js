// How a partner under the IAB framework learns what it may do: its listener is called immediately and on every change.
window.__tcfapi("addEventListener", 2, (data, success) => {
  if (!success) return
  const show = () => {
    document.getElementById("tc-event").textContent = data.eventStatus ?? `none, GDPR applies: ${data.gdprApplies}`
    document.getElementById("tc-string").textContent = data.tcString ?? "none"
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", show, { once: true })
  else show()
})
