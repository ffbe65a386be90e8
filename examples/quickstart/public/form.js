// The settings form: shows the settings in the page's address, and puts changes there.
const form = document.getElementById("settings")
const focusKey = "demo-focus"

const show = () => {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const select = form.elements[name]
    if (!(select instanceof HTMLSelectElement)) continue
    // A place that is not listed is shown as requested.
    if (name === "place" && ![...select.options].some((option) => option.value === value)) select.add(new Option(value))
    select.value = value
  }
  const { layout, position } = form.elements
  if (position.value !== "center") return
  layout.value = "modal"
  layout.disabled = true
}

const go = ({ target }) => {
  sessionStorage.setItem(focusKey, target.name)
  const settings = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""))
  location.assign(settings.size === 0 ? "/" : `/?${settings}`)
}

/** Fills in the form and follows it. The control that was changed has the focus again after the page was reloaded. */
export const startForm = () => {
  show()
  form.addEventListener("change", go)
  form.elements[sessionStorage.getItem(focusKey)]?.focus()
  sessionStorage.removeItem(focusKey)
  document.getElementById("forget").addEventListener("click", async () => {
    await window.cs.clearRecords()
    location.reload()
  })
}
