import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Seconds; a list takes a few milliseconds, an export seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Figures of the process and of every call for Prometheus, on an address of their own: they are for operators only. */
export class Metrics {
  private readonly registry = new Registry();
  private server: Server | null = null;
  private readonly calls = new Histogram({
    name: 'shp_call_seconds',
    help: 'Time from a request to the end of its answer, by call and status',
    labelNames: ['method', 'call', 'status'],
    buckets: BUCKETS,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Measures every call of a server; what is no call of the table counts as `other`, so that labels stay few. */
  watch(app: FastifyInstance): void {
    app.addHook('onResponse', async (request, reply) => {
      const { url = '' } = request.routeOptions;
      const call = url.startsWith('/api/') ? url.slice('/api/'.length) : 'other';
      this.calls.observe({ method: request.method, call, status: reply.statusCode }, reply.elapsedTime / 1000);
    });
  }

  /** Serves the figures at `http://HOST:PORT/metrics`. */
  async listen(host: string, port: number): Promise<void> {
    const server = createServer(async (request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'Content-Type': this.registry.contentType }).end(await this.registry.metrics());
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    this.server = server;
  }

  async close(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
