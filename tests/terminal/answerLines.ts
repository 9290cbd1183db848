import type { AnyCommand } from '../../cli/src/command/command.ts';
import { exampleOf } from './examples.ts';

/** Needs PostgreSQL: tests/nightly. Factors are added at a terminal: factors.test.ts. */
const ELSEWHERE = ['migrate-data', 'factor add', 'factor remove', 'factor codes'];

/** Who runs a line. */
export type Who = 'admin' | 'station' | 'expert' | 'other';
export type Line = { readonly who?: Who; readonly line: string; readonly keep?: Readonly<Record<string, string>> };

/** The four kinds of user have the same verbs and code; one stands for all. */
const users: readonly Line[] = [
  'list --size 2 --sort-by account',
  'add --account every --division 450325 --name E --address x --legal-person x --contact x --phone 0771-1234567 --capacity 1',
  'show every',
  'update every --phone 13800000001',
  'delete every --yes',
  'recover every',
  'reset-password every --yes',
  'reset-factor every --yes',
  'import stations.csv --dry-run',
].map((line) => ({ line: `stations ${line}` }));

/**
 * Lines of commands that need more than their first example, in an order in which each succeeds; `$NAME` is a value kept
 * from an earlier answer.
 */
const LINES: readonly Line[] = [
  { line: 'profile update --name every' },
  { line: 'stats report -o r.xlsx' },
  ...users,
  ...['supervise stations supervisor1 --size 2', 'supervise assessments supervisor1'].map(line_),
  ...['supervise link supervisor1 every', 'supervise unlink supervisor1 every'].map(line_),
  { line: 'assessments list --status first_passed --sort-by number --size 2', keep: { first: '0.number' } },
  ...['show', 'events', 'form', 'scores show'].map((verb) => ({ line: `assessments ${verb} $first` })),
  { line: 'assessments assign $first --experts expert03 --replace --dry-run' },
  { who: 'station', line: 'assessments add --level 3', keep: { own: 'id' } },
  { who: 'station', line: 'assessments validate $own' },
  { who: 'station', line: 'files upload $own a.pdf --category businessLicence', keep: { file: '0.id' } },
  { who: 'station', line: 'files list $own' },
  { who: 'station', line: 'files download $own $file -o got' },
  { who: 'station', line: 'files delete $own $file --yes' },
  { who: 'station', line: 'assessments delete $own --yes' },
  { line: 'assessments list --status returned --sort-by number --size 2', keep: { returned: '0.number' } },
  { line: 'assessments answer-remark $returned' },
  { line: 'assessments list --status submitted --sort-by number --size 2', keep: { first: '0.number' } },
  { line: 'assessments advance $first first_passed -m x' },
  { who: 'expert', line: 'assessments list --waiting --sort-by number --size 1', keep: { review: '0.number' } },
  { who: 'expert', line: 'assessments conclude $review -m x --draft' },
  { who: 'expert', line: 'assessments scores import $review sheet.csv --yes' },
  { line: 'documents upload a.pdf', keep: { file: '0.id' } },
  { line: 'documents list --size 1' },
  { line: 'documents roles $file --roles station' },
  { line: 'documents download $file -o copy.pdf' },
  { line: 'documents delete $file --yes' },
  { line: 'standard list', keep: { version: '0.version' } },
  { line: 'standard export' },
  { line: 'standard import standard.json' },
  { line: 'standard use $version' },
  ...[
    'settings set minExperts 3',
    'settings preset ordinary --yes',
    'settings holidays import holidays.csv',
    'settings holidays show 2027',
    'settings holidays remove 2027',
    'audit list --size 1',
  ].map(line_),
  { line: 'audit witness --state head.json' },
  { line: 'findings add --station station0060 -m x', keep: { finding: 'no' } },
  ...['findings list --size 1', 'findings show $finding'].map(line_),
  { who: 'station', line: 'findings step $finding planned -m x --due 2027-01-31' },
  { line: 'notices read --all' },
  { line: 'notices preferences set --when daily --kind returned' },
  { line: 'api GET basic/status' },
  { line: 'token create --name every', keep: { token: 'id' } },
  { line: 'token revoke $token' },
  { line: 'sessions list' },
  ...['server add every http://127.0.0.1:9', 'server list', 'server remove every'].map(line_),
  ...["alias set every 'stations list'", 'alias list', 'alias delete every'].map(line_),
  { line: 'backup $folder/small.tar --data $data', keep: { file: 'file' } },
  ...['backup verify $file', 'backup list $folder', 'restore $file --data $folder/restored'].map(line_),
  ...['keys rotate --data $folder/restored', 'keys reseal --data $folder/restored'].map(line_),
  ...['doctor --data $data', 'unlock admin --data $data', 'version'].map(line_),
  { who: 'other', line: 'login --account station0055 --password-stdin' },
  { who: 'other', line: 'sessions list', keep: { session: '0.id' } },
  { who: 'other', line: 'sessions revoke $session' },
  { who: 'other', line: 'login --account station0055 --password-stdin' },
  { who: 'other', line: 'server use $server' },
  { who: 'other', line: 'password --old-password-stdin' },
  { who: 'other', line: 'logout' },
];
function line_(line: string): Line {
  return { line };
}

/** The four kinds of user have the same verbs and code; `stations` stands for all. */
const isOtherKind = (name: string) => /^(?:managers (?!tree)|experts |supervisors )/.test(name);

/** The command of a line. */
function commandIn(line: string, commands: readonly AnyCommand[]): AnyCommand | undefined {
  return commands
    .filter(({ name }) => `${line} `.startsWith(`${name} `))
    .sort((one, other) => other.name.length - one.name.length)[0];
}

/** A line for every command that answers: those above, else its first example. */
export function answerLines(commands: readonly AnyCommand[]): readonly Line[] {
  const known = new Set(LINES.map(({ line }) => commandIn(line, commands)?.name));
  const others = commands.filter(
    ({ name, prints }) => prints && !known.has(name) && !ELSEWHERE.includes(name) && !isOtherKind(name),
  );
  return [...others.map((command) => ({ line: exampleOf(command) })), ...LINES];
}
