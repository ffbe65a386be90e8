import type { ReactNode } from "react"

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <script src="/consent/cs.js" />
      </head>
      <body>{children}</body>
    </html>
  )
}
