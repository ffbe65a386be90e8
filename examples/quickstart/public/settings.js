// Configures the banner from the page's address, before the service's script runs. A real page has a fixed configuration
// without a location: the service gets the location from its proxy or CDN.
{
  const settings = new URLSearchParams(location.search)
  const [country, region] = (settings.get("place") ?? "").split("-")
  const language = settings.get("language")
  const colorScheme = settings.get("scheme") || "system"
  const position = settings.get("position") || "bottom"
  const blocking = settings.get("layout") === "modal"

  Object.assign(document.documentElement.dataset, { scheme: colorScheme, position })
  window.cs = window.cs || []
  window.cs.push([
    "config",
    {
      ...(country && { country }),
      ...(region && { region }),
      ...(language && { language }),
      ui: { colorScheme, banner: { position, blocking } },
    },
  ])
}
