import { type Config, changeConfig, type KeptSession } from './config.ts';

/** Where the configuration is, and the server in use. */
type Place = { readonly configDir: string; readonly server: string };

/** Keeps a session under its server's address, as far as anything can be kept. */
export function keepSession({ configDir, server }: Place, session: KeptSession): Promise<void> {
  return keep(configDir, (config) => {
    config.sessions[server] = session;
    config.current = server;
  });
}

/** Forgets a session that is of no more use (SPEC.md section 8); another that has been begun meanwhile stays. */
export function forgetSession({ configDir, server }: Place, token: string | null | undefined): Promise<void> {
  return keep(configDir, (config) => {
    if (config.sessions[server]?.token === token) delete config.sessions[server];
  });
}

/** Where nothing can be kept, a session lasts as long as the UI; one that is not forgotten is refused the next time. */
function keep(dir: string, change: (config: Config) => void): Promise<void> {
  return changeConfig(dir, change).catch(() => {});
}
