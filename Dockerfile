# syntax=docker/dockerfile:1
# The portal with its embedded databases: docker build -t callboard .   How to run it: docs/guide/deploy.md

FROM node:24-bookworm-slim AS web
WORKDIR /callboard
COPY . .
RUN node scripts/build.mjs && node scripts/notices.mjs > THIRD-PARTY-NOTICES.txt

FROM node:24-bookworm-slim AS server
WORKDIR /callboard
COPY package.json package-lock.json ./
COPY packages/contract/package.json packages/contract/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
RUN npm ci --omit=dev --no-audit --no-fund -w apps/server -w packages/contract
COPY packages/contract packages/contract
COPY apps/server apps/server
COPY --from=web /callboard/apps/web/dist apps/web/dist
COPY --from=web /callboard/THIRD-PARTY-NOTICES.txt LICENSE ./

FROM node:24-bookworm-slim
# Who may write to /data, to what several processes share in /files, and nowhere else.
RUN useradd --system --uid 10001 --home-dir /data callboard && install -d -o callboard -m 700 /data /files
COPY --from=server /callboard /callboard
WORKDIR /callboard
# As `npm start` sets them; compiled modules are kept while the container lives.
ARG COMMIT=
ENV CALLBOARD_COMMIT=${COMMIT} \
    NODE_ENV=production \
    UV_THREADPOOL_SIZE=16 \
    NODE_OPTIONS=--max-semi-space-size=64 \
    NODE_COMPILE_CACHE=/tmp/callboard-compiled \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data
USER callboard
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "apps/server/src/main.ts"]
CMD ["serve"]
