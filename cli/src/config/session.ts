import { type Config, changeConfig, type StoredSession } from './config.ts';

/** The configuration directory and the current server. */
type Place = { readonly configDir: string; readonly server: string };

/** Saves a session for its server, if the configuration can be written. */
export function saveSession({ configDir, server }: Place, session: StoredSession): Promise<void> {
  return keep(configDir, (config) => {
    config.sessions[server] = session;
    config.current = server;
  });
}

/** Deletes an invalid session (docs/spec/screens.md#session), but not a newer one of the same server. */
export function deleteSession({ configDir, server }: Place, token: string | null | undefined): Promise<void> {
  return keep(configDir, (config) => {
    if (config.sessions[server]?.token === token) delete config.sessions[server];
  });
}

/** Write errors are ignored: an unsaved session lasts as long as the UI, and an undeleted one is rejected next time. */
function keep(dir: string, change: (config: Config) => void): Promise<void> {
  return changeConfig(dir, change).catch(() => {});
}
