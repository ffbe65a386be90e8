import type { ReactNode } from "react"

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <script src="/consent/cs.js" async />
      </head>
      <body>{children}</body>
    </html>
  )
}
