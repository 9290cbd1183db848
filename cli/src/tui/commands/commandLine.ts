import { kebab } from '../../command/command.ts';
import type { ListDef, Query } from '../list/definition.ts';
import type { ListModel } from '../list/model.ts';
import type { Selection } from '../list/selection.ts';
import { DEFAULT_SORT, type Sort } from '../list/sort.ts';

/** The field by which commands name the rows of a list, by the list's name. */
const REFS: Readonly<Record<string, string>> = {
  assessments: 'number',
  managers: 'account',
  experts: 'account',
  stations: 'account',
  supervisors: 'account',
  findings: 'no',
  documents: 'id',
};

/** Flags that are named otherwise than the key of the call. */
const FLAGS: Readonly<Record<string, string>> = { keyword: 'search', filter: 'search', isDeleted: 'deleted' };

/** A command line as a shell takes it. */
export function commandLine(...words: readonly string[]): string {
  return ['shp', ...words].map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** `--KEY VALUE` for each value that is there; a comma joins several, and true stands alone. */
export function flags(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) return [];
    const flag = `--${kebab(FLAGS[key] ?? key)}`;
    return value === true ? [flag] : [flag, String(value ?? '')];
  });
}

/** The command that lists the same rows; null if no command has this list. */
export function listCommand(name: string, query: Query, sort: Sort | null): string | null {
  if (REFS[name] === undefined) return null;
  const isUsual = sort === null || (sort.by === DEFAULT_SORT.by && sort.desc === DEFAULT_SORT.desc);
  const order = isUsual ? [] : flags({ sortBy: sort.by, desc: sort.desc });
  return commandLine(name, 'list', ...flags(query), ...order);
}

/**
 * The command that does something with all rows of a target: it names picked rows, and reads those of a filter from
 * their list. Null if commands do not name the rows of this list.
 */
export function targetCommand<R extends { id: string }>(
  { def: { name } }: { readonly def: Pick<ListDef<R>, 'name'> },
  target: Selection<R>,
  wordsWith: (refs: readonly string[]) => readonly string[],
): string | null {
  const field = REFS[name];
  if (field === undefined) return null;
  const refs = (rows: Iterable<R>) => [...rows].map((row) => String(row[field as keyof R]));
  if (target.kind === 'picked') return commandLine(...wordsWith(refs(target.rows.values())));
  const raw = ['--all', '--fields', field, '--format', 'tsv', '--headings', 'none'];
  const list = commandLine(name, 'list', ...flags(target.query), ...raw);
  const except = refs(target.except.values()).flatMap((ref) => ['-e', ref]);
  const chosen = except.length === 0 ? list : `${list} | grep -vxF ${except.map(quoted).join(' ')}`;
  return `${chosen} | ${commandLine(...wordsWith(['-']))}`;
}

/** The command of the list on the screen. */
export function commandOfList<R extends { id: string }>({ def, state }: ListModel<R>): string | null {
  return listCommand(def.name, state.query, state.sort);
}
