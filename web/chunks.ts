import { fileURLToPath } from 'node:url';
import { ROUTES } from '../shared/src/domain/routes.ts';
import { screenFile } from './src/app/screenFile.ts';

// Which chunk each module of the console is built into. A screen needs no entry here: what it shares with other screens is
// found from the route table and the imports.

/** Areas of texts that one file a language holds, so that none is waited for on its own: the start, any list, home, any review. */
const TEXTS = {
  'sign-in': ['common', 'login'],
  console: ['web', 'react-admin'],
  documents: ['documents'],
  home: ['hints', 'home'],
  review: ['review', 'rules', 'managing', 'expert', 'finalReview'],
};

/** The file of a module that holds such texts. */
function textsOf(id: string): string | null {
  const [, lang, area = ''] = /\/text\/(zh|en)\/([\w-]+)\.ts$/.exec(id) ?? [];
  const found = Object.entries(TEXTS).find(([, areas]) => areas.includes(area));
  return found ? `texts-${found[0]}-${lang}` : null;
}

const source = (file: string) => fileURLToPath(new URL(`src/${file}`, import.meta.url));
const OWN = /\/(?:web|shared)\/src\//;
/** The shell of the console, which every page loads. */
const SHELL = [source('app/App.tsx')];
/** The first page after a login. */
const FIRST_PAGE = [...SHELL, source(screenFile('/'))];
const OUTBOX = [source('app/outbox/OutboxRunner.tsx')];
/** The screens that are not the page of one assessment: what they need must not bring those pages' code along. */
const LISTS = ROUTES.filter(({ path }) => !path.includes(':id')).map(({ path }) => source(screenFile(path)));

/** Re-export every module of their package; only the used parts are built. */
const BARREL = /\/(?:@mui\/material|ra-ui-materialui\/dist)\/index\.m?js$/;

type Graph = { getModuleInfo(id: string): { importers: string[]; dynamicImporters: string[] } | null };

/** Whether one of these files imports a module, directly or through others; with `lazily` also on demand. */
function isUsedBy(
  files: readonly string[],
  id: string,
  graph: Graph,
  lazily = false,
  seen = new Set<string>(),
): boolean {
  if (files.includes(id)) return true;
  seen.add(id);
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
  const users = lazily ? [...importers, ...dynamicImporters] : importers;
  return users.some((user) => !seen.has(user) && !BARREL.test(user) && isUsedBy(files, user, graph, lazily, seen));
}

/** Constants of the pages of assessments and of lists' dialogs alike: beside the pages, they would bring their code along. */
const LIMITS = /\/shared\/src\/domain\/assessment\/textLimits\./;

/**
 * What pages of assessments share with pages that load nothing else of them: the bar at the foot with the settings, short
 * names of chapters with the charts.
 */
const APART = /\/(?:web\/src\/assessment\/steps\/FootBar\.tsx|text\/chapterTitles\.ts)$/;

/** The chunk of our own modules that lists share, with the fields and dialogs that they open; the first page loads none. */
function commonChunk(id: string, graph: Graph): string | null {
  if (isFirstPage(id, graph)) return null;
  if (LIMITS.test(id)) return 'common';
  if (!OWN.test(id) || id.includes('/web/src/screens/')) return null;
  return isUsedBy(LISTS, id, graph, id.includes('/web/src/ui/')) ? 'common' : null;
}

/** The lists of ra-core, which its index re-exports too. */
const LIST_CONTROLLERS = /\/ra-core\/dist\/controller\/list\//;

/** The chunk of the packages' modules that the first page needs. */
function firstLibraryChunk(id: string, graph: Graph): string | null {
  if (!id.includes('/node_modules/')) return null;
  return isNeededBy((user) => isFirstPage(user, graph), id, graph) ? 'libraries' : null;
}

/** The chunk of those that lists need, or that only later pages and dialogs share: a list loads none of the second. */
function libraryChunk(id: string, graph: Graph): string | null {
  if (!id.includes('/node_modules/')) return null;
  const isOfLists = (user: string) => isUsedBy(LISTS, user, graph) || commonChunk(user, graph) !== null;
  return isNeededBy(isOfLists, id, graph, true) ? 'tables' : 'widgets';
}

/** Whether a package's module serves some of our own; `lists`: through the lists of ra-core too. */
function isNeededBy(
  isOurs: (user: string) => boolean,
  id: string,
  graph: Graph,
  lists = false,
  seen = new Set<string>(),
): boolean {
  seen.add(id);
  if (!lists && LIST_CONTROLLERS.test(id)) return false;
  const { importers = [] } = graph.getModuleInfo(id) ?? {};
  return importers.some(
    (user) =>
      !seen.has(user) &&
      !BARREL.test(user) &&
      (OWN.test(user) ? isOurs(user) : isNeededBy(isOurs, user, graph, lists, seen)),
  );
}

/** Whether the shell or the home page needs one of our own modules. */
function isFirstPage(id: string, graph: Graph): boolean {
  return isUsedBy(FIRST_PAGE, id, graph);
}

/** The scopes of access tokens, which calls name: alone they would be a file of a hundred bytes. */
const SCOPES = /\/shared\/src\/domain\/accounts\/tokens\./;

/** The chunk of the shell's own modules, apart from its entry, which `firstFiles` looks for. */
function shellChunk(id: string, graph: Graph): string | null {
  if (SCOPES.test(id)) return 'console';
  return OWN.test(id) && !SHELL.includes(id) && isUsedBy(SHELL, id, graph) ? 'console' : null;
}

/** The chunk of the small modules that the shell or the home page shares with a few other pages: each alone would cost a wait. */
function homeChunk(id: string, graph: Graph): string | null {
  // Through the index of ra-core the shell would seem to use all of it.
  if (!OWN.test(id) && !/\/@mui\/|\/AddUndoableMutationContext\.|\/query-core\/.*\/mutation\./.test(id)) return null;
  return isFirstPage(id, graph) ? 'shared' : null;
}

/** The chunk of the outbox with the rules that it applies: the pages of everyone who edits load it. */
function outboxChunk(id: string, graph: Graph): string | null {
  return OWN.test(id) && isUsedBy(OUTBOX, id, graph) ? 'outbox' : null;
}

/** The form as a station or an administrator edits it: every other page of an assessment only reads it. */
const FORM_EDITOR =
  /\/web\/src\/assessment\/form\/(?:FormTab|FormIndex|FormField|ConditionField|Members|YesNo|useForm|useQuietProblem)\./;

/** The chunk of what only pages of an assessment share. */
function reviewChunk(id: string, graph: Graph): string | null {
  if (!OWN.test(id) || FORM_EDITOR.test(id) || /\/web\/src\/(?:screens|app|offline)\//.test(id)) return null;
  return isUsedBy(LISTS, id, graph, true) ? null : 'review';
}

/** The chunk of the rules among that: the printed page needs nothing else of it. */
function rulesChunk(id: string, graph: Graph): string | null {
  return id.includes('/shared/src/') && reviewChunk(id, graph) ? 'rules' : null;
}

/** The chunk of the offline copies: the login page needs it without the console. */
function deviceChunk(id: string): string | null {
  return /\/web\/src\/(?:offline\/(?:store|lock|device|timeText)|core\/i18n\/offlineTexts)\.ts$/.test(id)
    ? 'device'
    : null;
}

/** The chunk of what uploads a file to an assessment or to the documents. */
function uploadChunk(id: string, graph: Graph): string | null {
  return id.includes('/web/src/files/upload/') && isUsedBy(LISTS, id, graph, true) ? 'upload' : null;
}

/**
 * The first group that takes a module keeps it. There are few: on a slow connection each chunk costs a wait, as a browser fetches six
 * at a time, and large ones compress better.
 */
export const CHUNK_GROUPS = [
  // The sign-in page needs React and what the entry loads at once, nothing else.
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'start', tags: ['$initial'] },
  // Lists have them in both languages, and every page in one.
  { name: 'names', test: /\/text\/(?:zh|en)\/common\/names\.ts$/ },
  // After what the entry imports: the texts of one language must not hold what those of the other import too.
  { name: textsOf, debugName: 'texts' },
  // A group includes what its modules import: the first page's groups come before those of the lists.
  { name: firstLibraryChunk, debugName: 'libraries', minShareCount: 6 },
  { name: shellChunk, debugName: 'console' },
  { name: homeChunk, debugName: 'shared', minShareCount: 2 },
  { name: libraryChunk, debugName: 'tables', minShareCount: 6 },
  { name: commonChunk, debugName: 'common', minShareCount: 4 },
  // After the lists' groups, which keep what it imports.
  { name: 'apart', test: APART },
  { name: deviceChunk, debugName: 'device', minShareCount: 2 },
  { name: outboxChunk, debugName: 'outbox', minShareCount: 2 },
  { name: rulesChunk, debugName: 'rules', minShareCount: 2 },
  { name: uploadChunk, debugName: 'upload', minShareCount: 2 },
  { name: reviewChunk, debugName: 'review', minShareCount: 2 },
  { name: 'form', test: FORM_EDITOR },
].map((group, place, all) => ({ ...group, priority: all.length - place }));
