import type { AssessmentRow } from '@shp/shared/api/objects';
import { rowWith } from '../api/pages.ts';
import { sourceOfArg } from '../complete/sources.ts';
import type { AnyCommand } from './command.ts';
import type { Shp } from './context.ts';
import type { Parsed } from './parse.ts';

const NUMBER = /^GXXSD-\d{4}-\d{6,}$/i;

/** A command's words, with the id in place of each assessment that is named by its number. */
export async function withIds(command: AnyCommand, args: Parsed['args'], shp: Shp): Promise<Parsed['args']> {
  const idOf = async (word: string) => (NUMBER.test(word) ? await idByNumber(shp, word.toUpperCase()) : null) ?? word;
  const read: Parsed['args'] = [];
  for (const [place, given] of args.entries()) {
    const arg = command.args[place];
    if (given === undefined || !arg || sourceOfArg(command, arg) !== 'assessments') read.push(given);
    else if (typeof given === 'string') read.push(await idOf(given));
    else {
      const ids: string[] = [];
      for (const word of given) ids.push(await idOf(word));
      read.push(ids);
    }
  }
  return read;
}

async function idByNumber(shp: Shp, number: string): Promise<string | null> {
  const api = await shp.api();
  const row = await rowWith(
    number,
    (one: AssessmentRow) => one.number,
    (paging) => api.call('GET assessment/query', { sortby: 'number', desc: false, ...paging }),
  );
  return row?.id ?? null;
}
