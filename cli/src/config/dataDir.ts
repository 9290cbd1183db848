import { join } from 'node:path';
import { home } from './home.ts';

const VARIABLE = 'SHP_DATA';

/** `--data`, `SHP_DATA`, else the platform's place for data. @throws NoHome */
export function dataDir(flag: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  if (flag) return flag;
  if (env.SHP_DATA) return env.SHP_DATA;
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? join(home(VARIABLE), 'AppData', 'Local'), 'shp');
  if (process.platform === 'darwin') return join(home(VARIABLE), 'Library', 'Application Support', 'shp', 'data');
  return join(env.XDG_DATA_HOME || join(home(VARIABLE), '.local', 'share'), 'shp');
}
