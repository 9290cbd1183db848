import { changeConfig, type KeptSession } from '../config/config.ts';
import type { Shp } from '../core/context.ts';

/** Keeps a session under its server's address, as `shp login` does. */
export function keepSession({ configDir, server }: Shp, session: KeptSession): Promise<void> {
  return changeConfig(configDir, (config) => {
    config.sessions[server] = session;
    config.current = server;
  });
}

/** Forgets a session that is of no more use. */
export function forgetSession({ configDir, server }: Shp, token: string | null): Promise<void> {
  return changeConfig(configDir, (config) => {
    if (config.sessions[server]?.token === token) delete config.sessions[server];
  });
}
