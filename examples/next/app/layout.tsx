import type { ReactNode } from "react"

const marketing = `console.log("an inline snippet")`

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <script src="/consent/cs.js" />
        {/* An allowed script is another element than React rendered. Without the property, `next dev` warns of that. */}
        <script
          type="text/plain"
          data-cs-category="measurement"
          src="https://stats.example/s.js"
          suppressHydrationWarning
        />
        <script
          type="text/plain"
          data-cs-category="marketing"
          dangerouslySetInnerHTML={{ __html: marketing }}
          suppressHydrationWarning
        />
      </head>
      <body>
        {children}
        <a href="#cs-preferences">Privacy choices</a>
      </body>
    </html>
  )
}
