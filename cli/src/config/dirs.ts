import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The user has no home directory, for example a container job with a bare user id; `variable` sets the folder instead.
 */
export class NoHome extends Error {
  override readonly name = 'NoHome';
  constructor(
    readonly variable: string,
    options?: ErrorOptions,
  ) {
    super(variable, options);
  }
}

/** The home directory. @throws NoHome */
function home(variable: string): string {
  try {
    return homedir();
  } catch (error) {
    throw new NoHome(variable, { cause: error });
  }
}

/** The data directory: `--data`, `SHP_DATA`, else the platform's default. @throws NoHome */
export function dataDir(flag: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  if (flag) return flag;
  if (env.SHP_DATA) return env.SHP_DATA;
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? join(home('SHP_DATA'), 'AppData', 'Local'), 'shp');
  if (process.platform === 'darwin') return join(home('SHP_DATA'), 'Library', 'Application Support', 'shp', 'data');
  return join(env.XDG_DATA_HOME || join(home('SHP_DATA'), '.local', 'share'), 'shp');
}

/** The configuration directory: `SHP_CONFIG_DIR`, else the platform's default. @throws NoHome */
export function configDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env.SHP_CONFIG_DIR) return env.SHP_CONFIG_DIR;
  if (process.platform === 'win32')
    return join(env.APPDATA ?? join(home('SHP_CONFIG_DIR'), 'AppData', 'Roaming'), 'shp');
  if (process.platform === 'darwin') return join(home('SHP_CONFIG_DIR'), 'Library', 'Application Support', 'shp');
  return join(env.XDG_CONFIG_HOME || join(home('SHP_CONFIG_DIR'), '.config'), 'shp');
}
