import { statfs } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { lastBackup } from './backup/record.ts';
import type { Services } from './context.ts';
import { HttpError } from './httpError.ts';
import { databaseBytes } from './store/db/database.ts';
import { countSessions } from './store/repositories/sessions.ts';
import { readSettings } from './store/repositories/settings.ts';

/** Seconds: a list takes a few milliseconds, an export some seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Prometheus metrics of the process and of every call, on a separate address, because they are for operators only. */
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

  private readonly loginsFailed = new Counter({
    name: 'shp_logins_failed_total',
    help: 'Logins and confirmations with a wrong account or password since the start of this process',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Adds an installation's metrics. `directories`: its data directories, to report free disk space. */
  observe({ db, health, data }: Services, directories: readonly string[], callsWaiting: () => number): void {
    this.gauge('shp_database_bytes', 'Size of the database, with the log that is not yet in it', () =>
      databaseBytes(db.probe, data),
    );
    this.gauge('shp_writable', '1 where a test write of the last 10 s succeeded', async () =>
      (await health.condition()).database === 'ok' ? 1 : 0,
    );
    this.gauge('shp_audit_whole', '0 where rows are missing at the end of the audit', async () =>
      (await health.condition()).auditIsWhole ? 1 : 0,
    );
    this.gauge('shp_backup_age_seconds', 'Time since the newest backup; +Inf where there is none', () => {
      const at = lastBackup(data);
      return at === null ? Number.POSITIVE_INFINITY : Math.max(0, (Date.now() - at) / 1000);
    });
    this.gauge('shp_sessions', 'Sessions that are still good', async () =>
      countSessions(db.probe, await readSettings(db.probe), db.now()),
    );
    this.gauge('shp_calls_waiting', 'Calls that wait for their turn', callsWaiting);
    const free = new Gauge({
      name: 'shp_disk_free_bytes',
      help: 'Room that is left on the disk of a directory',
      labelNames: ['path'],
      registers: [this.registry],
      async collect() {
        for (const path of directories) {
          const { bavail, bsize } = await statfs(path).catch(() => ({ bavail: Number.NaN, bsize: 1 }));
          free.set({ path }, bavail * bsize);
        }
      },
    });
  }

  /** A gauge read at each scrape. It becomes NaN if reading fails, so that the others are still reported. */
  private gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        gauge.set(await attempt(read));
      },
    });
  }

  /** Measures every call. Requests outside the call table count as `other`, which keeps labels few. */
  watch(app: FastifyInstance): void {
    app.addHook('onError', async (_request, _reply, error) => {
      if (error instanceof HttpError && error.code === 'bad_credentials') this.loginsFailed.inc();
    });
    app.addHook('onResponse', async (request, reply) => {
      const { url = '' } = request.routeOptions;
      const call = url.startsWith('/api/') ? url.slice('/api/'.length) : 'other';
      this.calls.observe({ method: request.method, call, status: reply.statusCode }, reply.elapsedTime / 1000);
    });
  }

  /** Serves the metrics at `http://HOST:PORT/metrics`. */
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

async function attempt(read: () => number | Promise<number>): Promise<number> {
  try {
    return await read();
  } catch {
    return Number.NaN;
  }
}
