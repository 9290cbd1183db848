import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDir } from '@shp/server/os/ensureDir';
import { isSystemError } from '../lib/errors.ts';
import { withLock } from '../lib/lock.ts';

export type StoredSession = { token: string; account: string; expiresAt: string };
/** A saved filter and order of a list, with the API's names. */
export type ListView = {
  query: Record<string, string | boolean | readonly (string | number)[]>;
  sort?: { by: string; desc: boolean };
};
/**
 * `skin`: dark, light or contrast. `live`: lists refresh by themselves. `detail`: the pane beside a list. `mouse`: clicks
 * and the wheel. `views`: saved views by server, list and name.
 */
export type TuiChoices = {
  skin?: string;
  live?: boolean;
  detail?: boolean;
  mouse?: boolean;
  views?: Record<string, Record<string, Record<string, ListView>>>;
};
export type Config = {
  /** The current server's address. */
  current?: string;
  /** Addresses by server name. */
  servers: Record<string, string>;
  /** Sessions by address. */
  sessions: Record<string, StoredSession>;
  /** The user's own command lines by name. */
  aliases?: Record<string, string>;
  /** Choices of the terminal UI. */
  tui?: TuiChoices;
};

/** The configuration is not valid JSON; the file stays unchanged. */
export class DamagedConfig extends Error {
  override readonly name = 'DamagedConfig';
  constructor(
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(path, options);
  }
}

/** The configuration cannot be read or written. */
export class UnusableConfig extends Error {
  override readonly name = 'UnusableConfig';
  constructor(readonly trouble: NodeJS.ErrnoException) {
    super(trouble.message, { cause: trouble });
  }
}

const fileOf = (dir: string) => join(dir, 'config.json');

/** @throws DamagedConfig, UnusableConfig */
export function readConfig(dir: string): Config {
  let text: string;
  try {
    text = readFileSync(fileOf(dir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { servers: {}, sessions: {} };
    throw new UnusableConfig(error as NodeJS.ErrnoException);
  }
  let stored: Partial<Config>;
  try {
    stored = JSON.parse(text);
  } catch (error) {
    throw new DamagedConfig(fileOf(dir), { cause: error });
  }
  return { ...stored, servers: stored.servers ?? {}, sessions: stored.sessions ?? {} };
}

/**
 * Changes the configuration under a lock, so that parallel commands do not lose changes.
 * @throws DamagedConfig, UnusableConfig
 */
export async function changeConfig(dir: string, change: (config: Config) => void): Promise<void> {
  try {
    ensureDir(dir, 0o700);
    await withLock(fileOf(dir), { wait: 5_000 }, async () => {
      const config = readConfig(dir);
      change(config);
      // Only changes load `conf`; reads skip it and save 50 ms.
      const { default: Conf } = await import('conf');
      const store = new Conf<Config>({
        cwd: dir,
        configName: 'config',
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
        serialize: (value) => `${JSON.stringify(value, null, 2)}\n`,
      });
      store.store = config;
      chmodSync(fileOf(dir), 0o600);
    });
  } catch (error) {
    throw isSystemError(error) ? new UnusableConfig(error) : error;
  }
}
