/** @type {import("next").NextConfig} */
export default {
  // Optional: for `node .next/standalone/server.js`. Without it, run `npx next start`.
  output: "standalone",
  // The service loads its database driver at run time, so it must not be bundled.
  serverExternalPackages: ["consent-service"],
}
