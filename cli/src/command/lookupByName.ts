import type { DocumentFile, FileItem } from '@shp/shared/api/objects';
import type { AccessToken } from '@shp/shared/api/sessionObjects';
import type { Api } from '../api/client.ts';
import { allPages } from '../api/pages.ts';
import type { CommandContext } from './context.ts';
import { ambiguous, nearestOf, notFound } from './lookup.ts';

/** An object that a word names by id, or by one of its names if no other has it. @throws ApiError 404, 409 */
function named<T extends { readonly id: string }>(
  context: CommandContext,
  word: string,
  all: readonly T[],
  namesOf: (one: T) => readonly string[],
): T {
  const byId = all.find(({ id }) => id === word);
  if (byId) return byId;
  const found = all.filter((one) => namesOf(one).includes(word));
  if (found.length > 1) {
    const keys = found.map(({ id }) => id);
    throw ambiguous(context, word, keys);
  }
  const [first] = found;
  if (first) return first;
  throw notFound(context, word, nearestOf(word, [...new Set(all.flatMap(namesOf))]));
}

/** The names of a file: its title, and that with its ending. */
const namesOfFile = ({ title, extension }: { title: string; extension: string }) => [`${title}.${extension}`, title];

/** The id of a document by id or title. @throws ApiError 404, 409 */
export async function findDocument(context: CommandContext, api: Api, word: string): Promise<string> {
  const all: DocumentFile[] = [];
  for await (const page of allPages((paging) => api.call('GET document/list', paging))) {
    if (page.some(({ id }) => id === word)) return word;
    all.push(...page);
  }
  return named(context, word, all, namesOfFile).id;
}

/** A file of an assessment by id or title. @throws ApiError 404, 409 */
export const findFile = (context: CommandContext, files: readonly FileItem[], word: string): FileItem =>
  named(context, word, files, namesOfFile);

/** The id of one's access token by id or name. @throws ApiError 404, 409 */
export async function findToken(context: CommandContext, api: Api, word: string): Promise<string> {
  const tokens: readonly AccessToken[] = await api.call('GET session/tokens', {});
  return named(context, word, tokens, ({ name }) => [name]).id;
}
