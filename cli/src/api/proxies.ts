/** The proxies that the environment names; what names none is absent. */
export type Proxies = { readonly http?: string; readonly https?: string };

/** Reads HTTP_PROXY and HTTPS_PROXY, small letters first, as curl does; an address may lack its `http://`. */
export function proxiesFrom(env: NodeJS.ProcessEnv): Proxies {
  const http = addressOf(env.http_proxy ?? env.HTTP_PROXY);
  const https = addressOf(env.https_proxy ?? env.HTTPS_PROXY) ?? http;
  return { ...(http ? { http } : {}), ...(https ? { https } : {}) };
}

function addressOf(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  return text.includes('://') ? text.trim() : `http://${text.trim()}`;
}

/** A proxy's address as it may be shown: without name and password. */
export function shownProxy(address: string): string {
  return URL.canParse(address) ? new URL(address).origin.replace(/^null$/, '') || address.replace(/\/\/.*@/, '//') : '';
}
