# syntax=docker/dockerfile:1
# The server of Consent Service. Nothing in the final image but Node, the service, and the drivers of the databases: no shell, no
# package manager. `node deploy/check-image.mjs` builds and runs it without a registry.
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm-slim
ARG RUN_IMAGE=gcr.io/distroless/nodejs24-debian12:nonroot

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY . .
# No package runs a script of its own; SQLite is the one that Node has built in.
RUN npx -y pnpm@10 install --frozen-lockfile --ignore-scripts \
      --filter consent-service-workspace --filter "@consent-service/image..." \
 && npx tsc -b packages/service \
 && node scripts/copy-viewer.mjs \
 && node packages/browser/build.mjs \
 && node verifier/build.mjs \
 && node packages/service/build.mjs \
 && npx -y pnpm@10 --filter "@consent-service/image" deploy --prod --legacy --ignore-scripts /app \
 && node deploy/image/prune.mjs /app \
 && mkdir /data /evidence

FROM ${RUN_IMAGE}
LABEL org.opencontainers.image.title="consent-service" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /app /app
COPY --from=build --chown=65532:65532 /data /data
COPY --from=build --chown=65532:65532 /evidence /evidence
# node:sqlite still announces itself as experimental, once for each start.
ENV NODE_ENV=production \
    NODE_OPTIONS=--disable-warning=ExperimentalWarning
WORKDIR /data
VOLUME /data
USER 65532:65532
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["/nodejs/bin/node", "/app/healthcheck.mjs"]
ENTRYPOINT ["/nodejs/bin/node", "/app/node_modules/consent-service/bin/consent-service.js"]
CMD ["serve"]
