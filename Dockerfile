# Landfall: the server, the worker and every command. docs/deployment.md explains how to run it.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY pnpm-lock.yaml pnpm-workspace.yaml package.json ./
# The packages of the lock file, in a layer that changes only with it.
RUN npx --yes pnpm@12 fetch --prod
COPY packages ./packages
RUN npx --yes pnpm@12 install --frozen-lockfile --prod --offline --filter landfall...

# The pages of the dashboard. The tools that build them do not go into the image.
FROM node:24-bookworm-slim AS dashboard
WORKDIR /app
COPY pnpm-lock.yaml pnpm-workspace.yaml package.json tsconfig.base.json ./
COPY packages ./packages
RUN npx --yes pnpm@12 install --frozen-lockfile --filter @landfall/dashboard...
RUN npx --yes pnpm@12 --filter @landfall/dashboard exec vite build --logLevel warn

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 LANDFALL_DATA=/data
COPY --from=build /app /app
COPY --from=dashboard /app/packages/dashboard/dist /app/packages/dashboard/dist
# The only folder that is written to.
RUN mkdir -p /data && chown 1000:1000 /data
WORKDIR /data
VOLUME /data
# The user `node` of the image.
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/healthz').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=16", "--expose-gc", "--no-allocation-site-pretenuring", "--heap-growing-percent=50", "/app/packages/landfall/src/main.ts"]
CMD ["serve"]
