// Where the visitor says he is, before the tag asks the service which rule holds there. A real shop has no such file: the
// service knows the place from what its proxy or CDN tells it.
const [country, region] = (new URLSearchParams(location.search).get("place") ?? "").split("-")
window.cs = window.cs || []
window.cs.push(["config", { ...(country && { country }), ...(region && { region }) }])
