// The id is there as soon as the visitor has decided something; until then there is no record to link.
for (const form of document.forms)
  form.addEventListener("submit", () => {
    form.elements.subjectId.value = window.cs.getSnapshot().subjectId ?? ""
  })

// When a logged-in visitor decides, the page links them itself: the token proves the account to the service.
const user = await (await fetch("/me", { cache: "no-store" })).json()
if (user !== null) {
  const { email, ...account } = user
  document.getElementById("who").textContent = `${email} is logged in.`
  await window.cs.identify(account)
}
