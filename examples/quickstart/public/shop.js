// A site's side of the service, by hand: ask what to show, show it, save what the visitor decided, read it back.
// (Sites load the ready-made script instead; this page shows what travels.)

const optional = ["functionality", "experience", "measurement", "marketing"]
const element = (id) => document.getElementById(id)
const banner = element("banner")

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

const newSubjectId = () => {
  const random = crypto.getRandomValues(new Uint8Array(24))
  return `sub_${Array.from(random, (byte) => base58[byte % 58]).join("")}`
}

const subjectId = () => {
  const known = localStorage.getItem("subject-id") ?? newSubjectId()
  localStorage.setItem("subject-id", known)
  return known
}

const place = () => {
  const [country, region] = element("place").value.split("-")
  return { country: country || null, region: region ?? null }
}

const call = async (path, options) => {
  const response = await fetch(path, options)
  const body = await response.json()
  if (!response.ok) throw new Error(`${body.cause.code}: ${body.message}`)
  return body
}

const askInit = () => {
  const query = new URLSearchParams(Object.entries(place()).filter(([, value]) => value !== null))
  return call(`/init?${query}`)
}

const node = (tag, properties, ...children) => {
  const created = Object.assign(document.createElement(tag), properties)
  created.append(...children)
  return created
}

const button = (name, text, onclick) => {
  const created = node("button", { type: "button", textContent: text, onclick })
  created.dataset.action = name
  return created
}

const showRecord = async () => {
  const state = await call(`/subjects/${subjectId()}`)
  const [latest] = state.consents
  const granted = optional.filter((category) => latest.preferences[category])
  element("summary").textContent =
    `${state.consents.length} on record. Latest under ${latest.jurisdiction}: ` +
    (granted.length > 0 ? `granted ${granted.join(", ")}.` : "everything optional refused.")
  element("record").textContent = JSON.stringify(state, null, 2)
  element("record").hidden = false
}

const save = async (init, preferences, consentAction, uiSource) => {
  const { fingerprints, policy } = init.policyResolution
  const givenAt = Date.now()
  const receipt = (value) => ({
    value,
    confirmedAt: givenAt,
    basis: { kind: "choice-v1", fingerprint: fingerprints.choice },
  })
  const categories = Object.fromEntries(policy.scope.map((category) => [category, receipt(preferences[category])]))
  await call("/subjects", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      type: "cookie_banner",
      subjectId: subjectId(),
      domain: location.host,
      givenAt,
      preferences: { necessary: true, ...preferences },
      choice: { version: 3, categories },
      consentAction,
      uiSource,
      policyId: policy.id,
      fingerprint: fingerprints.policy,
      country: init.location.countryCode,
      region: init.location.regionCode,
      language: navigator.language,
    }),
  })
  banner.hidden = true
  await showRecord()
}

const all = (scope, value) => Object.fromEntries(scope.map((category) => [category, value]))

const show = (title, text, content, actions) => {
  banner.replaceChildren(
    node("h2", { id: "banner-title", textContent: title }),
    node("p", { id: "banner-text", textContent: text }),
    ...content,
    node("div", { className: "actions" }, ...actions),
  )
  banner.hidden = false
  banner.focus()
}

const showCustomize = (init) => {
  const { consentManagerDialog, consentTypes, common } = init.translations.translations
  const { preselectedCategories, scope } = init.policyResolution.policy
  const boxes = scope.map((category) => {
    const box = node("input", { type: "checkbox", name: category, checked: preselectedCategories.includes(category) })
    return node("label", {}, box, ` ${consentTypes[category].title}: ${consentTypes[category].description}`)
  })
  const chosen = () =>
    Object.fromEntries(scope.map((category) => [category, banner.querySelector(`input[name=${category}]`).checked]))
  show(
    consentManagerDialog.title,
    consentManagerDialog.description,
    [node("fieldset", {}, ...boxes)],
    [button("save", common.save, () => attempt(() => save(init, chosen(), "custom", "dialog")))],
  )
}

const showChoice = (init) => {
  const { cookieBanner, common } = init.translations.translations
  const { actions, scope } = init.policyResolution.policy
  const decide = (value, action) => () => attempt(() => save(init, all(scope, value), action, "banner"))
  show(
    cookieBanner.title,
    cookieBanner.description,
    [],
    [
      button("reject", common.rejectAll, decide(false, "necessary")),
      button("accept", common.acceptAll, decide(true, "all")),
      ...(actions.allowed.includes("customize")
        ? [button("customize", common.customize, () => showCustomize(init))]
        : []),
    ],
  )
}

// Closing a notice decides nothing, so nothing is saved; opting out does.
const showNotice = (init) => {
  const { cookieBanner, common, rights } = init.translations.translations
  const { scope } = init.policyResolution.policy
  show(
    cookieBanner.noticeTitle,
    cookieBanner.noticeDescription,
    [],
    [
      button("opt-out", rights.optOut, () => attempt(() => save(init, all(scope, false), "necessary", "banner"))),
      button("dismiss", common.dismiss, () => {
        banner.hidden = true
      }),
    ],
  )
}

const describe = ({ jurisdiction, policyResolution, translations }) =>
  policyResolution.status === "matched"
    ? `Rule “${policyResolution.policyId}” (${policyResolution.policy.model}, by ${policyResolution.matchedBy}); ` +
      `jurisdiction ${jurisdiction}; texts in ${translations.language}.`
    : `No rule applies (${policyResolution.status}); jurisdiction ${jurisdiction}.`

const prompts = {
  choice: showChoice,
  notice: showNotice,
  none: () => {
    banner.hidden = true
  },
}

const refresh = async () => {
  banner.hidden = true
  const init = await askInit()
  element("policy").textContent = describe(init)
  if (init.policyResolution.status === "matched") prompts[init.policyResolution.policy.prompt](init)
}

const attempt = async (work) => {
  try {
    await work()
  } catch (error) {
    element("summary").textContent = `That did not work: ${error.message}`
  }
}

element("place").onchange = () => attempt(refresh)
element("reopen").onclick = () => attempt(refresh)
if (localStorage.getItem("subject-id") !== null) attempt(showRecord)
attempt(refresh)
