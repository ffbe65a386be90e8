/** @type {import("next").NextConfig} */
export default {
  output: "standalone",
  // The service loads its database driver at run time, so it must not be bundled.
  serverExternalPackages: ["consent-service"],
}
