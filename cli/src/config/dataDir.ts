import { homedir } from 'node:os';
import { join } from 'node:path';

/** `--data`, `SHP_DATA`, else the platform's place for data. */
export function dataDir(flag: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  if (flag) return flag;
  if (env.SHP_DATA) return env.SHP_DATA;
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'shp');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'shp', 'data');
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'shp');
}
