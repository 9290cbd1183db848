import type { Tui } from '@shp/shared/text/en/tui';

/** Where a key works: everywhere, or on one kind of screen. Help uses this order. */
export const PLACES = [
  'users',
  'assessments',
  'documents',
  'findings',
  'notices',
  'plan',
  'assessment',
  'items',
  'form',
  'sections',
  'jobs',
  'entry',
  'menu',
  'secret',
  'unsent',
  'confirm',
  'login',
  'list',
  'view',
  'app',
] as const;
export type Place = (typeof PLACES)[number];

/** A condition for a key; the screen gives the reason if it is not met. */
export type Need =
  | 'rows'
  | 'filterable'
  | 'city'
  | 'pane'
  | 'sortable'
  | 'exportable'
  | 'openRight'
  | 'profileRight'
  | 'passwordRight'
  | 'exportRight'
  | 'assignRight'
  | 'assignable'
  | 'stepRight'
  | 'scoreRight'
  | 'concludeRight'
  | 'answerRight'
  | 'formRight'
  | 'applyRight'
  | 'remarkRight'
  | 'unsent'
  | 'deleteRight'
  | 'manageRight'
  | 'changeRight'
  | 'uploadRight'
  | 'readersRight'
  | 'importRight'
  | 'linkRight'
  | 'undo'
  | 'resumable'
  | 'running'
  | 'report'
  | 'file'
  | 'steps'
  | 'unread';

export type KeyRow = {
  readonly id: keyof Tui['keys'];
  readonly place: Place;
  /** Key names from the terminal's input; a row without any is only in the palette. */
  readonly keys: readonly string[];
  /** Shown in the footer, in the order of this table until the room is used up. */
  readonly footer?: true;
  readonly needs?: readonly Need[];
  /** Works in all layers. */
  readonly always?: true;
  /** Does not change which keys work, so a held key need not wait for each frame. */
  readonly moves?: true;
};
export type KeyId = KeyRow['id'];

/** All keys; keyboard, footer, help and palette read this table. */
export const KEYS: readonly KeyRow[] = [
  { id: 'up', place: 'list', keys: ['up', 'k'], moves: true },
  { id: 'down', place: 'list', keys: ['down', 'j'], moves: true },
  { id: 'pageUp', place: 'list', keys: ['pageup', 'ctrl-b', ','], moves: true },
  { id: 'pageDown', place: 'list', keys: ['pagedown', 'ctrl-f', '.'], moves: true },
  { id: 'first', place: 'list', keys: ['home', 'g', '<'], moves: true },
  { id: 'last', place: 'list', keys: ['end', 'G', '>'], moves: true },
  { id: 'left', place: 'list', keys: ['left', 'h'], moves: true },
  { id: 'right', place: 'list', keys: ['right', 'l'], moves: true },
  { id: 'open', place: 'list', keys: ['enter'], footer: true, needs: ['rows', 'openRight'] },
  { id: 'filter', place: 'list', keys: ['/'], footer: true, needs: ['filterable'] },
  { id: 'filterForm', place: 'list', keys: ['f'], needs: ['filterable'] },
  { id: 'city', place: 'list', keys: ['c'], needs: ['city', 'rows'] },
  { id: 'sort', place: 'list', keys: ['s'], footer: true, needs: ['sortable'] },
  { id: 'sortLeft', place: 'list', keys: ['['], needs: ['sortable'] },
  { id: 'sortRight', place: 'list', keys: [']'], needs: ['sortable'] },
  { id: 'sortTurn', place: 'list', keys: ['\\'], needs: ['sortable'] },
  { id: 'select', place: 'list', keys: ['space'], footer: true, needs: ['rows'] },
  { id: 'selectPage', place: 'list', keys: ['a'], needs: ['rows'] },
  { id: 'selectAll', place: 'list', keys: ['A'], needs: ['rows'] },
  { id: 'unselect', place: 'list', keys: ['escape'] },
  { id: 'export', place: 'list', keys: ['e'], footer: true, needs: ['exportRight', 'exportable'] },
  { id: 'columns', place: 'list', keys: ['o'] },
  { id: 'detail', place: 'list', keys: ['p'], needs: ['pane'] },
  { id: 'views', place: 'list', keys: ['v'] },
  { id: 'saveView', place: 'list', keys: ['V'] },
  { id: 'copy', place: 'list', keys: ['y'], needs: ['rows'] },
  { id: 'copyId', place: 'list', keys: ['Y'], needs: ['rows'] },
  { id: 'copyCommand', place: 'list', keys: ['C'] },
  { id: 'refresh', place: 'list', keys: ['R', 'f5'] },
  { id: 'delete', place: 'list', keys: ['d'], footer: true, needs: ['deleteRight', 'rows'] },
  { id: 'add', place: 'users', keys: ['n'], footer: true, needs: ['importRight'] },
  { id: 'import', place: 'users', keys: ['i'], footer: true, needs: ['importRight'] },
  { id: 'change', place: 'users', keys: ['E'], footer: true, needs: ['changeRight', 'rows'] },
  { id: 'recoverOrReset', place: 'users', keys: ['r'], footer: true, needs: ['manageRight', 'rows'] },
  { id: 'bin', place: 'users', keys: ['b'] },
  { id: 'link', place: 'users', keys: ['+'], footer: true, needs: ['linkRight', 'rows'] },
  { id: 'unlink', place: 'users', keys: ['-'], footer: true, needs: ['linkRight', 'rows'] },
  { id: 'assign', place: 'assessments', keys: ['x'], footer: true, needs: ['assignRight', 'rows', 'assignable'] },
  { id: 'advance', place: 'assessments', keys: ['t'], footer: true, needs: ['stepRight', 'rows', 'steps'] },
  { id: 'balance', place: 'assessments', keys: ['b'], footer: true, needs: ['assignRight', 'rows', 'assignable'] },
  { id: 'apply', place: 'assessments', keys: ['n'], footer: true, needs: ['applyRight'] },
  { id: 'waiting', place: 'assessments', keys: ['w'], footer: true },
  { id: 'addDocuments', place: 'documents', keys: ['n'], footer: true, needs: ['uploadRight'] },
  { id: 'readers', place: 'documents', keys: ['E'], footer: true, needs: ['readersRight', 'rows'] },
  { id: 'openDocument', place: 'documents', keys: ['O'], footer: true, needs: ['rows', 'openRight'] },
  { id: 'findingStep', place: 'findings', keys: ['t'], footer: true, needs: ['steps'] },
  { id: 'openFindingFile', place: 'findings', keys: ['o'], footer: true, needs: ['openRight'] },
  { id: 'readNotices', place: 'notices', keys: ['r'], footer: true, needs: ['rows', 'unread'] },
  { id: 'scrollUp', place: 'view', keys: ['up', 'k'], moves: true },
  { id: 'scrollDown', place: 'view', keys: ['down', 'j'], moves: true },
  { id: 'scrollPageUp', place: 'view', keys: ['pageup', 'ctrl-b', ','], moves: true },
  { id: 'scrollPageDown', place: 'view', keys: ['pagedown', 'ctrl-f', '.'], moves: true },
  { id: 'scrollFirst', place: 'view', keys: ['home', 'g', '<'], moves: true },
  { id: 'scrollLast', place: 'view', keys: ['end', 'G', '>'], moves: true },
  { id: 'searchKeys', place: 'view', keys: ['/'], footer: true },
  { id: 'close', place: 'view', keys: ['escape', 'q'], footer: true },
  { id: 'planStart', place: 'plan', keys: ['s'], footer: true },
  { id: 'planSize', place: 'plan', keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], footer: true },
  { id: 'planMore', place: 'plan', keys: ['+', '='] },
  { id: 'planFewer', place: 'plan', keys: ['-'] },
  { id: 'nextPart', place: 'assessment', keys: ['right', 'l', ']'], footer: true },
  { id: 'previousPart', place: 'assessment', keys: ['left', 'h', '['] },
  { id: 'openPart', place: 'assessment', keys: ['enter'], footer: true, needs: ['rows', 'openRight'] },
  { id: 'step', place: 'assessment', keys: ['t'], footer: true, needs: ['steps'] },
  { id: 'answerRemark', place: 'assessment', keys: ['a'], footer: true, needs: ['answerRight'] },
  { id: 'remark', place: 'assessment', keys: ['m'], footer: true, needs: ['remarkRight'] },
  { id: 'unsentRemarks', place: 'assessment', keys: ['M'], footer: true, needs: ['unsent'] },
  { id: 'conclude', place: 'assessment', keys: ['c'], footer: true, needs: ['concludeRight'] },
  { id: 'assignHere', place: 'assessment', keys: ['x'], footer: true, needs: ['assignRight'] },
  { id: 'importScores', place: 'assessment', keys: ['i'], footer: true, needs: ['scoreRight'] },
  { id: 'addFiles', place: 'assessment', keys: ['n'], footer: true, needs: ['uploadRight'] },
  { id: 'openFile', place: 'assessment', keys: ['o'], footer: true, needs: ['openRight'] },
  { id: 'download', place: 'assessment', keys: ['e'], footer: true, needs: ['exportRight'] },
  { id: 'readItem', place: 'items', keys: ['enter', 'e'], footer: true },
  { id: 'score', place: 'items', keys: ['enter', 'e'], footer: true, needs: ['scoreRight'] },
  { id: 'scoreDigit', place: 'items', keys: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'], needs: ['scoreRight'] },
  { id: 'itemAfter', place: 'items', keys: [']'], footer: true },
  { id: 'itemBefore', place: 'items', keys: ['['] },
  { id: 'nextUnscored', place: 'items', keys: ['n'], footer: true, needs: ['scoreRight'] },
  { id: 'nextSection', place: 'sections', keys: ['n'], footer: true },
  { id: 'previousSection', place: 'sections', keys: ['p'], footer: true },
  { id: 'section', place: 'sections', keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], footer: true },
  { id: 'editPart', place: 'sections', keys: ['enter'], footer: true, needs: ['formRight'] },
  { id: 'edit', place: 'form', keys: ['enter'], footer: true, needs: ['profileRight'] },
  { id: 'save', place: 'entry', keys: ['enter', 'ctrl-s'], footer: true },
  { id: 'chooseFiles', place: 'entry', keys: ['ctrl-f'], footer: true },
  { id: 'choose', place: 'menu', keys: ['enter'], footer: true, needs: ['rows'] },
  { id: 'mark', place: 'menu', keys: ['space'], footer: true, needs: ['rows'] },
  { id: 'removeView', place: 'menu', keys: ['ctrl-d'], footer: true, needs: ['rows'] },
  { id: 'mode', place: 'menu', keys: ['tab'], footer: true },
  { id: 'editor', place: 'menu', keys: ['ctrl-o'], footer: true },
  { id: 'cancel', place: 'menu', keys: ['escape', 'q'], footer: true },
  { id: 'copyPassword', place: 'secret', keys: ['y'], footer: true },
  { id: 'copyRemarks', place: 'unsent', keys: ['y'], footer: true },
  { id: 'removeRemarks', place: 'unsent', keys: ['d'], footer: true },
  { id: 'yes', place: 'confirm', keys: ['y', 'enter'], footer: true },
  { id: 'no', place: 'confirm', keys: ['n', 'escape', 'q'], footer: true },
  { id: 'jobOpen', place: 'jobs', keys: ['enter'], footer: true, needs: ['rows'] },
  { id: 'jobStop', place: 'jobs', keys: ['x'], footer: true, needs: ['running'] },
  { id: 'jobFile', place: 'jobs', keys: ['o'], footer: true, needs: ['file'] },
  { id: 'jobReport', place: 'jobs', keys: ['e'], footer: true, needs: ['report'] },
  { id: 'jobUndo', place: 'jobs', keys: ['u'], footer: true, needs: ['undo'] },
  { id: 'jobResume', place: 'jobs', keys: ['r'], footer: true, needs: ['resumable'] },
  { id: 'jobForget', place: 'jobs', keys: ['d'], footer: true, needs: ['resumable'] },
  { id: 'logIn', place: 'login', keys: ['enter'], footer: true },
  { id: 'newCode', place: 'login', keys: ['ctrl-r'], footer: true },
  { id: 'otherAccount', place: 'login', keys: ['ctrl-o'], footer: true },
  { id: 'server', place: 'login', keys: ['ctrl-s'], footer: true },
  { id: 'withoutPicture', place: 'login', keys: ['ctrl-p'], footer: true },
  { id: 'nextField', place: 'login', keys: ['tab', 'down'] },
  { id: 'previousField', place: 'login', keys: ['shift-tab', 'up'] },
  { id: 'quit', place: 'login', keys: ['escape'], footer: true },
  { id: 'undo', place: 'app', keys: ['u'] },
  { id: 'jobs', place: 'app', keys: ['J'] },
  { id: 'commands', place: 'app', keys: ['@'] },
  { id: 'findings', place: 'app', keys: ['F'] },
  { id: 'notices', place: 'app', keys: ['N'] },
  { id: 'nextTab', place: 'app', keys: ['tab'] },
  { id: 'previousTab', place: 'app', keys: ['shift-tab'] },
  { id: 'tab', place: 'app', keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] },
  { id: 'profile', place: 'app', keys: [] },
  { id: 'password', place: 'app', keys: [], needs: ['passwordRight'] },
  { id: 'live', place: 'app', keys: [] },
  { id: 'skinDark', place: 'app', keys: [] },
  { id: 'skinLight', place: 'app', keys: [] },
  { id: 'skinContrast', place: 'app', keys: [] },
  { id: 'language', place: 'app', keys: ['ctrl-t'], always: true },
  { id: 'mouse', place: 'app', keys: [] },
  { id: 'logOut', place: 'app', keys: [] },
  { id: 'palette', place: 'app', keys: [':'], footer: true },
  { id: 'help', place: 'app', keys: ['?'], footer: true },
  { id: 'back', place: 'app', keys: ['q'], footer: true },
  { id: 'redraw', place: 'app', keys: ['ctrl-l'], always: true },
  { id: 'suspend', place: 'app', keys: ['ctrl-z'], always: true },
  { id: 'interrupt', place: 'app', keys: ['ctrl-c'], always: true },
];

/** The names of the keys of these rows. */
export function keysOf(...ids: readonly KeyId[]): string[] {
  return KEYS.filter(({ id }) => ids.includes(id)).flatMap(({ keys }) => keys);
}

/** The keys that move in a list or a text, and open a row. */
export const ROW_KEYS: readonly string[] = keysOf('up', 'down', 'pageUp', 'pageDown', 'first', 'last', 'open');
