import { ApiError } from '@shp/shared/api/errors';
import type { Input, JsonKey } from '@shp/shared/api/index';
import type { Assessment, FileItem, User } from '@shp/shared/api/objects';
import { isManaging } from '@shp/shared/domain/accounts/roles';
import { assessmentPath } from '@shp/shared/domain/addresses/assessmentPath';
import {
  BY_DEADLINE,
  FINDINGS_PAGE,
  FIRST_SHOWN,
  filterOfView,
  findingGroupsOf,
  UNCLOSED,
} from '@shp/shared/domain/addresses/findings';
import { FILE_TYPES, type FileExtension } from '@shp/shared/domain/assessment/files';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import { callServer } from '../core/client.ts';
import { nextOrder } from '../core/device.ts';
import { readSession } from '../core/session.ts';
import { scaled } from '../files/camera/scale.ts';
import { fileUrl } from '../files/fileUrl.ts';
import { digestOf, nameOf } from './device.ts';
import { stored, storedPicture } from './lock.ts';
import { type Answer, markTaken, openOfflineCopies, type Picture, type PictureSize } from './store.ts';

const MAX_PARALLEL = 4;

/** A call with an answer in the offline copy. */
type Wanted = { readonly key: JsonKey; readonly input: Record<string, unknown> };
const want = <K extends JsonKey>(key: K, input: Input<K>): Wanted => ({ key, input });

/** What the pages of every assessment read. */
const SHARED = [want('GET system/settings', {}), want('GET basic/division_tree', {}), want('GET file/category', {})];

/** The calls that the pages of an assessment make for this user (`core/assessmentQueries.ts`). */
function wantedOf({ id: user, role }: User, id: string, chapters: readonly string[]): Wanted[] {
  const own = role === 'expert' ? [user] : [];
  const managing = isManaging(role);
  return [
    want('GET assessment/events', { id }),
    want('GET assessment/standard', { asm_id: id }),
    want('GET assessment/next_steps', { id }),
    want('GET assessment/sum_station_score', { id }),
    want('GET assessment/experts', { id }),
    want('GET assessment/experts_conclusion', { id }),
    ...(role === 'station' ? [want('GET assessment/validate_station_submit', { id })] : []),
    ...(managing ? [want('GET assessment/result', { id }), want('GET assessment/manager_conclusion', { id })] : []),
    ...own.map((expertId) => want('GET assessment/sum_expert_score', { id, expertId })),
    ...chapters.flatMap((s1) => [
      want('GET assessment/standard/serial1', { id, s1 }),
      want('GET assessment/station_scores', { id, s1 }),
      ...own.map((expertId) => want('GET assessment/expert_scores', { id, expertId, s1 })),
      ...(managing ? [want('GET assessment/all_expert_scores', { id, s1 })] : []),
    ]),
  ];
}

/** What the tab of findings reads first: the list as it opens, those beside the scores, and each of them. */
async function findingsOf(role: User['role'], station: string): Promise<Wanted[]> {
  const listed = { station, ...filterOfView('unclosed'), ...BY_DEADLINE };
  const { first, rest } = findingGroupsOf(role);
  const unclosed = { station, state: [...UNCLOSED], size: 200 };
  const { items } = await callServer('GET finding/query', unclosed);
  return [
    ...first.map((view) => want('GET finding/query', { ...listed, ...filterOfView(view), size: FIRST_SHOWN })),
    want('GET finding/query', { ...listed, ...rest, page: 1, size: FINDINGS_PAGE }),
    want('GET finding/query', unclosed),
    ...items.map(({ id }) => want('GET finding', { id })),
  ];
}

const isPicture = ({ extension }: FileItem) =>
  FILE_TYPES[extension as FileExtension]?.type.startsWith('image/') ?? false;

/** The pictures of an assessment: its evidence, and its files. */
export async function picturesOf(id: string): Promise<FileItem[]> {
  const titles = await callServer('GET assessment/standard/serial1/titles', { id });
  const files: FileItem[] = [...(await callServer('GET file/list', { id }))];
  await mapLimit(titles, MAX_PARALLEL, async ({ serial }) => {
    files.push(...(await callServer('GET file/evidence', { asmId: id, serial1: serial })));
  });
  return files.filter(isPicture);
}

export type Progress = (done: number, total: number) => void;

/** Takes an assessment along: first its data, then previews of its pictures. @throws if the server cannot be reached */
export async function takeAlong(user: User, id: string, size: PictureSize, progress: Progress): Promise<void> {
  const database = await openOfflineCopies();
  const account = user.id;
  const [at, order] = [Date.now(), nextOrder()];
  const lock = (await database.get('holders', account))?.lock ?? null;
  const assessment = await callServer('GET assessment', { id });
  const titles = await callServer('GET assessment/standard/serial1/titles', { id });
  const serials = titles.map(({ serial }) => serial);
  const submissions = await callServer('GET assessment/submissions', { id });
  const compared = submissions.length > 1 ? submissions.slice(-2) : [];
  const wanted = [
    ...wantedOf(user, id, serials),
    want('GET file/list', { id }),
    ...serials.map((s1) => want('GET file/evidence', { asmId: id, serial1: s1 })),
    ...((await optional(findingsOf(user.role, assessment.station.id))) ?? []),
    ...compared.map(({ no }) => want('GET assessment/submission', { id, no })),
  ];
  const pictures = size === 0 ? [] : await picturesOf(id);
  const total = SHARED.length + wanted.length + pictures.length;
  let done = 0;
  let bytes = 0;
  const step = () => progress(++done, total);
  const rows: Answer[] = [];
  async function add(of: string, name: string, value: unknown) {
    bytes += JSON.stringify(value).length;
    rows.push({ account, assessment: of, name, at, order, value: await stored(lock, value) });
  }
  await add(id, nameOf('GET assessment', { id }), assessment);
  await add(id, nameOf('GET assessment/standard/serial1/titles', { id }), titles);
  await add(id, nameOf('GET assessment/submissions', { id }), submissions);
  await mapLimit([...SHARED, ...wanted], MAX_PARALLEL, async ({ key, input }) => {
    const value = await optional(callServer(key, input as never));
    if (value !== undefined) await add(SHARED.some((one) => one.key === key) ? '' : id, nameOf(key, input), value);
    step();
  });
  const previews: Picture[] = [];
  await mapLimit(pictures, 2, async (file) => {
    const preview = await optional(previewOf(file, size));
    if (preview) {
      bytes += preview.size;
      previews.push({ account, assessment: id, name: file.id, at, order, value: await storedPicture(lock, preview) });
    }
    step();
  });
  await store(user, assessment, { at, order, rows, previews, bytes, size });
  await navigator.storage?.persist?.();
}

type Made = { at: number; order: number; rows: Answer[]; previews: Picture[]; bytes: number; size: PictureSize };

/** Replaces the offline copy of the assessment, completely or not at all. */
async function store(
  user: User,
  assessment: Assessment,
  { at, order, rows, previews, bytes, size }: Made,
): Promise<void> {
  const database = await openOfflineCopies();
  const [account, { id, number, station }] = [user.id, assessment];
  const before = await database.get('holders', account);
  const lock = before?.lock ?? null;
  const token = await digestOf(readSession().token ?? '');
  const holder = { account, name: user.profile.name || user.account, token, lock };
  const owner = { ...holder, user: (await stored(lock, user)) as User };
  const transaction = database.transaction(['holders', 'taken', 'answers', 'pictures', 'deltas'], 'readwrite', {
    durability: 'strict',
  });
  const pictures = transaction.objectStore('pictures');
  for (const key of await pictures.index('of').getAllKeys([account, id])) void pictures.delete(key);
  for (
    let edit = await transaction.objectStore('deltas').index('of').openCursor([account, id]);
    edit;
    edit = await edit.continue()
  )
    if (edit.value.order < order) void edit.delete();
  void transaction.objectStore('holders').put(owner);
  for (const row of rows) void transaction.objectStore('answers').put(row);
  for (const row of previews) void transaction.objectStore('pictures').put(row);
  void transaction.objectStore('taken').put({
    account,
    assessment: id,
    station: station.name,
    number,
    path: assessmentPath(user.role, assessment),
    at,
    bytes,
    pictures: previews.length,
    size,
  });
  await transaction.done;
  markTaken();
}

async function previewOf(file: FileItem, size: PictureSize): Promise<Blob> {
  const response = await fetch(await fileUrl(file, 'show'));
  if (!response.ok) throw new ApiError(response.status, { code: 'not_found', message: '' });
  return scaled(await response.blob(), size);
}

/** An answer that this user or status may lack. */
async function optional<T>(made: Promise<T>): Promise<T | undefined> {
  try {
    return await made;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}
