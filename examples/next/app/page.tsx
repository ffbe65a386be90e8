import { ConsentFrame, ConsentGate } from "@consent-service/react"
import { connection } from "next/server"
import { Suspense } from "react"

/** Rendered for each request, and streamed after the rest of the page. */
const Recommendations = async () => {
  await connection()
  await new Promise((resolve) => setTimeout(resolve, 500))
  return (
    <ConsentGate category="experience" fallback="Allow personalization to see recommendations">
      Recommended for you
    </ConsentGate>
  )
}

export default function Page() {
  return (
    <main>
      <p>the shop</p>
      <ConsentFrame category="functionality" src="https://video.example/embed/7" title="Product video" />
      <p id="state">
        <Suspense fallback="Loading recommendations">
          <Recommendations />
        </Suspense>
      </p>
    </main>
  )
}
