# One image with the server, its console and the command. Built from the repository: docker build -t shp .
FROM node:20-bookworm AS build
WORKDIR /src
# Dependencies are fetched, and two of them compiled, again only where their list has changed.
COPY package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY server/package.json server/
COPY cli/package.json cli/
COPY web/package.json web/
RUN npm ci --no-audit --no-fund
COPY . .
# What has native code is taken as it was just compiled; its sources, and what browsers would need, stay behind.
RUN npm run package \
  && npm install --global --prefix /opt/shp --ignore-scripts --no-audit --no-fund ./build/shp-*.tgz \
  && cd /opt/shp/lib/node_modules/shp/node_modules \
  && install -D -t better-sqlite3/build/Release /src/node_modules/better-sqlite3/build/Release/better_sqlite3.node \
  && rm -rf better-sqlite3/deps better-sqlite3/src @img/sharp-wasm32

FROM node:20-bookworm-slim
COPY --from=build /opt/shp /opt/shp
ENV PATH=/opt/shp/bin:$PATH NODE_ENV=production SHP_DATA=/data SHP_PORT=8080
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.SHP_PORT+'/api/health').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["shp"]
CMD ["serve", "--host", "0.0.0.0"]
