# syntax=docker/dockerfile:1
# One image with the server, its console and the command. Built from the repository: docker build -t shp .
FROM node:20-bookworm AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm run package \
  && npm install --global --prefix /opt/shp --no-audit --no-fund ./build/shp-*.tgz

FROM node:20-bookworm-slim
COPY --from=build /opt/shp /opt/shp
ENV PATH=/opt/shp/bin:$PATH NODE_ENV=production SHP_DATA=/data
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/api/health').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["shp"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080"]
