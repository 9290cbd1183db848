import { type Config, changeConfig, type KeptSession } from '../config/config.ts';
import type { Shp } from '../core/context.ts';

/** Keeps a session under its server's address, as `shp login` does. */
export function keepSession({ configDir, server }: Shp, session: KeptSession): void {
  keep(configDir, (config) => {
    config.sessions[server] = session;
    config.current = server;
  });
}

/** Forgets a session that is of no more use. */
export function forgetSession({ configDir, server }: Shp, token: string | null): void {
  keep(configDir, (config) => {
    if (config.sessions[server]?.token === token) delete config.sessions[server];
  });
}

/** Where nothing can be kept, a session lasts as long as the UI; one that is not forgotten is refused the next time. */
function keep(dir: string, change: (config: Config) => void): void {
  changeConfig(dir, change).catch(() => {});
}
