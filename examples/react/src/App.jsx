import { createConsent } from "@consent-service/browser"
import { ConsentFrame, ConsentGate, ConsentProvider, useConsent } from "@consent-service/react"

// On the server, and in the first render of the browser, nothing optional is allowed.
const consent = createConsent({ backendURL: "/consent" })

const Choices = () => {
  const { openDialog } = useConsent()
  return <button onClick={() => openDialog()}>Privacy choices</button>
}

export const App = () => (
  <ConsentProvider consent={consent}>
    <h1>Shop</h1>
    <p id="state">
      <ConsentGate category="measurement" fallback="Measurement is off">
        Measurement is on
      </ConsentGate>
    </p>
    <ConsentFrame category="functionality" src="https://video.example/embed/7" title="Product video" />
    <Choices />
  </ConsentProvider>
)
