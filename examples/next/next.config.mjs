/** @type {import("next").NextConfig} */
export default {
  output: "standalone",
  // The service has drivers that a bundler cannot see through: it is loaded from node_modules.
  serverExternalPackages: ["consent-service"],
}
