const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])?$/;

/** The remote PostgreSQL host if the connection would be unencrypted without `sslmode` saying so; else null. */
export function plaintextPgHost(url: string, env: NodeJS.ProcessEnv): string | null {
  if (env.PGSSLMODE || !URL.canParse(url)) return null;
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const explicit = searchParams.has('sslmode') || searchParams.has('ssl');
  return explicit || host.startsWith('/') || LOCAL.test(host) ? null : host;
}
