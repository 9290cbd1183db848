const notSent = (count: number) => (count === 1 ? '1 remark not sent' : `${count} remarks not sent`);

/** Texts of the terminal UI's acts: assignments with a balance, resumable jobs, accounts, views. */
export const tuiActs = {
  overdue: 'Overdue',
  /** Why an access token closes a key. */
  token: {
    names: { read: 'read', export: 'export', write: 'write', accounts: 'accounts' },
    lacks: (scope: string) => `The access token lacks the scope ${scope}`,
    needs: (scope: string) => `needs ${scope}`,
    session: 'Not with an access token: log in',
    scopes: (scopes: string) => `token: ${scopes}`,
  },
  views: {
    title: 'Saved views',
    of: (list: string) => `saved view, ${list}`,
    none: 'No saved views (V saves the present one)',
    save: (filter: string) => `Save the filter and order${filter === '' ? '' : `: ${filter}`}`,
    name: 'Name',
    note: 'A view of the same name is replaced',
    noName: 'Please enter a name',
    saved: (name: string) => `Saved: ${name} (v chooses it)`,
    remove: (name: string) => `Remove the view ${name}?`,
    removed: (name: string) => `Removed: ${name}`,
  },
  accounts: {
    addTitle: {
      managers: 'New review unit',
      experts: 'New expert',
      stations: 'New station',
      supervisors: 'New aggregate account',
    },
    changeTitle: 'Change',
    fieldsHint: 'Tab, Up/Down: field; Enter: save; *: required',
    suggested: (names: string) => `Right takes the first: ${names}`,
    below: (fields: number) => `... ${fields} more below`,
    choiceHint: 'Left/Right: choice, Space: mark',
    passwordHint: 'Leave empty to generate an initial password',
    discard: 'Esc again discards what you typed',
    nothing: 'Nothing was changed',
    added: (account: string) => `Added: ${account}`,
    made: 'The account was added',
    reset: 'The password was reset',
    resetOnce: 'Pass this password on; J shows it until you leave. Its owner chooses another at the next login.',
    once: 'Pass this password on: it is not shown again. Its owner chooses another at the first login.',
    copied: 'Copied the initial password',
  },
  imported: {
    row: (row: number, account: string) => `Row ${row}${account && ` ${account}`}`,
    passwords: (count: number, file: string) =>
      `${count} initial ${count === 1 ? 'password' : 'passwords'}: ${file} (only you can read it)`,
    results: { created: 'created', updated: 'updated', skipped: 'skipped' },
    counts: ({ done, same, failed, left }: Record<'done' | 'same' | 'failed' | 'left', string>) =>
      [
        `${done} imported`,
        ...(same === '0' ? [] : [`${same} unchanged`]),
        ...(failed === '0' ? [] : [`${failed} failed`]),
        ...(left === '0' ? [] : [`${left} left`]),
      ].join(', '),
  },
  /** How to see why a part of a job failed. */
  why: { inJobs: 'Enter shows why', elsewhere: 'J shows why' },
  /** A job that began while the jobs are shown. */
  started: (title: string) => `Started: ${title}`,
  scoreSheet: {
    title: 'Import a score sheet',
    note: 'xlsx, csv or ndjson; e on the scores writes the sheet to fill in',
    myScore: 'My score',
    chooseExpert: 'Whose scores',
    export: 'Write the score sheet',
    changes: (count: string, rows: string) =>
      `${count} ${count === '1' ? 'item changes' : 'items change'}, ${rows} ${rows === '1' ? 'row' : 'rows'} read`,
    row: (row: number) => `Row ${row}`,
    save: 'Enter saves these changes, Esc discards them',
    mend: 'Correct the file, then import it again',
    notNow: (why: string) => `No scores can be saved here now: ${why}`,
    onlyExperts: 'Only the assigned experts score',
    onlyStation: 'Only the station scores itself now',
    short: 'Score sheet',
  },
  score: {
    title: (serial: string, full: string) => `${serial}, at most ${full} points`,
    of: (name: string) => `as ${name}`,
    hint: (full: string) => `0 to ${full}, one decimal; empty: not scored yet`,
    reasonHint: 'Needed below the full points and if missing; Ctrl-O: in an editor',
    method: 'Scoring',
    saved: (serial: string, state: string, verdict: string) => `Saved ${serial}: ${state}; ${verdict}`,
    savedNoReason: 'Saved; it still needs a reason',
    askDelete: (state: string) => `Enter again deletes the score (${state})`,
    deleted: (serial: string, verdict: string) => `Score deleted: ${serial}; ${verdict}`,
    reading: 'read only',
    /** How many scores of a chapter do not count yet. */
    lackReason: (count: number) =>
      `! ${count} ${count === 1 ? 'score lacks its reason and does' : 'scores lack their reasons and do'} not count`,
    changed: (state: string) => `Meanwhile it was set to ${state}: Enter saves yours, Esc leaves that`,
  },
  confirm: { label: (account: string) => `Your password (${account})`, wrong: 'Wrong password' },
  archive: { key: 'All as ZIP', title: 'Download all files as a ZIP archive' },
  openFile: {
    bytes: (count: string) => `${count} bytes`,
    copyName: 'Copy the file name',
    copyPath: 'Copy the path of the file',
    copyTitle: 'Copy the title',
    opened: (program: string) => `Opened by ${program}`,
    failed: (reason: string, path: string) => `No program opened it (${reason}); it is at ${path}`,
    noDisplay: 'No display here to open files on, as over ssh: save the file instead',
    noDisplayAt: (path: string) => `No display here to open files on, as over ssh; it is at ${path}`,
  },
  folder: (path: string) => `folder: ${path}`,
  uploads: {
    key: 'Add files',
    documents: 'Add documents',
    note: (types: string) => `Enter takes the file; Space marks several. Shown: folders and ${types}`,
    marked: (names: readonly string[]) => `Enter takes ${names.length} marked: ${names.join(', ')}`,
    send: 'Upload',
    readers: (count: number) => `Who may read ${count === 1 ? 'the document' : `the ${count} documents`}`,
    everybody: 'Every logged-in user',
    place: (count: number) => `Where ${count === 1 ? 'the file belongs' : `the ${count} files belong`}`,
    evidence: 'Evidence for another item …',
    item: 'Item',
    itemHint: 'The number of an item of the standard, such as 4.1.1',
    job: (names: readonly string[]) =>
      names.length === 1 ? `Upload of ${names[0]}` : `Upload of ${names.length} files`,
    notNow: (status: string) => `Files are added before submission or after a return; now: ${status}`,
    done: 'uploaded',
    hint: 'Space or Ctrl-F: choose files',
    sending: (name: string, share: string) => `Uploading ${name}: ${share}`,
  },
  readers: {
    one: (name: string) => `Who may read ${name}`,
    many: (count: string) => `Who may read the ${count} documents`,
    back: (count: number) =>
      count === 1 ? 'Give the document its former readers?' : `Give ${count} documents their former readers?`,
  },
  findings: {
    search: 'Text, station or number',
    dueHint: 'YYYY-MM-DD, today or later',
    steps: 'Steps',
    files: 'Evidence',
  },
  answering: {
    title: (open: number) => (open === 0 ? 'Remarks: all answered' : `Remarks: ${open} to answer`),
    open: 'not answered yet',
    without: (open: number) => (open === 1 ? '1 remark without an answer' : `${open} remarks without an answer`),
    note: 'Sent with the next submission; empty removes the answer; Ctrl-O: in an editor',
    saved: 'The answer is saved; it is sent with the next submission',
    removed: 'The answer is removed',
    notNow: 'Remarks can be answered while the application is returned',
    /** Remarks and answers of the last return, for those who check them. */
    heading: (remarks: number, open: number) =>
      open === 0
        ? `Remarks of the last return: ${remarks}, all answered`
        : `Remarks of the last return: ${remarks}, ${open} not answered`,
  },
  form: {
    choose: 'Edit which part?',
    note: 'Note',
    membersHint: 'Name/duty/title, members separated by ";"',
    longHint: 'Ctrl-O: in an editor',
    notNow: (status: string) => `The form is filled in before submission or after a return; now: ${status}`,
  },
  applying: {
    enter: 'Begin a draft; nothing is sent yet',
    title: 'New application: which level?',
    open: (number: string) => `${number} is still open`,
    done: (level: string, number: string) => `Application ${number} for ${level} begun: fill in form, scores and files`,
    none: 'No application yet: n begins one',
  },
  typed: {
    label: (count: number) => `Type ${count} to go on`,
    wrong: (count: number) => `Type the number of rows, ${count}, or leave with Esc`,
    andMore: (names: string, more: string) => `${names} and ${more} more`,
  },
  remarking: {
    label: 'Remark',
    /** One that has not been sent. */
    draft: 'Remark (not sent)',
    title: (place: string) => `Remark: ${place}`,
    field: 'Remark on a field',
    typing: 'a part of the name of a field',
    note: 'Goes with the return; empty removes it; Ctrl-O: in an editor',
    kept: (count: number) => (count === 1 ? '1 remark goes with the return' : `${count} remarks go with the return`),
    /** On a step that takes no remarks along. */
    unsent: (count: number) =>
      count === 1
        ? '1 remark is not sent; this step does not send it'
        : `${count} remarks are not sent; this step does not send them`,
    removed: 'The remark is removed',
    none: 'No remarks are unsent',
    /** Remarks that wait on disk. */
    waiting: notSent,
    of: (count: number, name: string) => `${notSent(count)}: ${name}`,
    /** After the name of a station. */
    short: (count: number) => `${count} unsent`,
    see: (count: number) => `${notSent(count)}: M shows ${count === 1 ? 'it' : 'them'}`,
    stay: (count: number) => `${notSent(count)}, kept`,
    /** The step after which they cannot be sent any more. */
    over: (status: string, who: string, at: string) => `${status} (${who}, ${at}): the remarks can no longer be sent.`,
    remove: (count: number) => (count === 1 ? 'Remove the remark?' : `Remove ${count} remarks?`),
    allRemoved: 'The remarks are removed',
    copied: 'The remarks are copied',
    keep: 'Keep',
    notStored: (why: string) => `The remark could not be stored, it is lost with the program: ${why}`,
    without: (count: number) => `${count} of the selected have remarks that are not sent; this step sends none`,
    notNow: 'Remarks are given while you can return the application',
    more: (count: number) => `… ${count} more`,
    how: 'm in Scores, Form and Files gives a remark on an item, a field or a file',
  },
  decision: {
    score: (score: string, needed: number) => `${score} (needs ${needed})`,
    chapters: (needed: string) => `Chapters (each ${needed})`,
    result: 'Result',
    published: 'Publication',
    reached: (level: string) => `reaches ${level}`,
    missed: (level: string) => `does not reach ${level}`,
    notScored: 'not scored',
    expert: 'Expert',
    state: 'State',
    states: { concluded: 'concluded', scoring: (scored: number, items: number) => `${scored}/${items} scored` },
  },
  conclusion: {
    label: 'Conclusion',
    note: (enter: string) => `Ctrl-O: in an editor; Enter: ${enter.toLowerCase()}`,
    next: 'Next',
    save: 'Save',
    ask: 'Conclude, or keep as a draft?',
    final: 'Conclude: scores and conclusion cannot be changed afterwards',
    draft: 'Keep as a draft',
    finalNotYet: 'Conclude',
    draftOnly: 'not yet',
    unscored: (count: number, items: number) => `${count} of ${items} items not scored: draft only`,
    noReason: (count: number, serials: string) =>
      `${count} ${count === 1 ? 'item' : 'items'} below full points or missing without a reason: ${serials}`,
    /** The level that the mean reaches. */
    reached: 'Level reached',
    noLevel: 'none',
    saved: 'The conclusion is saved',
    savedDraft: 'The conclusion is saved as a draft',
    done: 'Concluded',
    notNow: 'You cannot write a conclusion here now',
  },
  set: { on: 'on', off: 'off', inUse: 'in use' },
  commands: {
    title: 'Commands of this session',
    note: 'What you did, as commands; Enter: whole, y: copy',
    none: 'Nothing done yet',
    noCommand: 'no single command does this',
    /** What has a command and no screen. */
    of: {
      settings: 'Settings',
      audit: 'Audit',
      statistics: 'Statistics',
      standard: 'Standard',
      token: 'Access tokens',
      sessions: 'Sessions',
      factors: 'Second factor',
      backup: 'Backup',
    },
  },
  mouse: { on: 'Clicks and the wheel work', off: 'The mouse is off: the terminal selects text' },
  open: (name: string) => `Open: ${name}`,
  /** What the palette offers from any screen. */
  elsewhere: {
    oldest: 'Open what has waited for me longest',
    balance: 'Balance the experts of all that wait for them',
  },
  links: {
    add: 'Link stations',
    remove: 'Unlink stations',
    ask: {
      add: (count: number, name: string) => `Link ${count === 1 ? '1 station' : `${count} stations`} to ${name}?`,
      remove: (count: number, name: string) =>
        `Unlink ${count === 1 ? '1 station' : `${count} stations`} from ${name}?`,
    },
    askMatching: {
      add: (count: string, name: string) => `Link all ${count} matching stations to ${name}?`,
      remove: (count: string, name: string) => `Unlink all ${count} matching stations from ${name}?`,
    },
    none: { add: 'All of these are linked already', remove: 'None of these is linked' },
    same: {
      add: (count: number) => `${count} ${count === 1 ? 'is' : 'are'} linked already`,
      remove: (count: number) => `${count} ${count === 1 ? 'is' : 'are'} not linked`,
    },
    linked: 'Linked',
    unlinked: 'Not linked',
    count: (count: number) => (count === 1 ? '1 station is linked now' : `${count} stations are linked now`),
  },
  resumable: {
    title: 'Continue the interrupted work?',
    orLater: 'Later: it stays under Jobs (J), where r continues and d removes it.',
    goOn: 'Continue now',
    later: 'Later',
    export: (file: string) => `An export to ${file} was interrupted.`,
    import: (kind: string, file: string, done: string, rows: string) =>
      `An import was interrupted (${kind}, ${file}): ${done} of ${rows} rows done.`,
    lead: 'interrupted',
    howTo: 'r continues this, d removes it',
    notCut: 'This job has ended; it stays in the list until you leave',
    runs: 'This job is running; x stops it',
    notLeft: 'This job was already continued or removed',
    /** Under a job that was stopped. */
    stoppedAt: (done: string, rows: string) => `${done} of ${rows} rows done.`,
    remove: 'Remove the interrupted job?',
    keep: 'Keep it',
    /** What is lost with it. */
    lost: {
      assignment: (left: string) => `What is done stays; left undone: ${left}. The report is deleted.`,
      import: 'What is done stays; importing the same file again does the rest.',
      export: 'The file is not written.',
    },
    removed: 'It does not go on; what was done stays',
  },
  advance: {
    title: 'Take a step',
    publicUntil: (day: string) => `Shown to the public until ${day}; it takes effect on the day after`,
    choose: (count: string) => `Next step for ${count} selected`,
    none: 'No step applies to all selected',
    count: (able: string, all: string) => `(${able} of ${all})`,
    atMost: (able: string, all: string) => `(up to ${able} of ${all})`,
    note: 'Enter takes the step in all of them; it is recorded and cannot be undone',
    cutOff: (done: string, all: string) =>
      `A step was interrupted: ${done} of ${all} ${all === '1' ? 'assessment' : 'assessments'} done.`,
  },
  plan: {
    balance: (experts: number) => `${experts} ${experts === 1 ? 'expert' : 'experts'} for each, with equal work`,
    /** How many experts take part, and how many reviews each has afterwards. */
    loads: (experts: number, least: number, most: number) =>
      `${experts} ${experts === 1 ? 'expert' : 'experts'}, afterwards ${least === most ? least : `${least} to ${most}`} open ${most === 1 ? 'review' : 'reviews'} each`,
    loadsTitle: 'Open reviews, before → after',
    start: 'Reviews marked > start, which cannot be undone (s: only assign)',
    /** What the key does that turns the start off. */
    onlyAssign: 'Only assign',
    noStart: 'The reviews do not start (s: start them)',
    confirm: (assigned: string, started: string) =>
      started === '0'
        ? `Enter: assign in ${assigned}, Esc: back`
        : `Enter: assign in ${assigned}, start ${started}, Esc: back`,
    ownUnit: (names: string) => `! own unit: ${names}`,
    refused: (reason: string) => `not possible (${reason})`,
    decides: (level: string, unit: string) => `${level}: the ${unit} decides`,
    notNow: (why: string) => `No experts can be assigned here now: ${why}`,
    tooFew: 'too few experts',
    size: 'Digits, + and -: experts for each',
    /** Open reviews of an expert, as a short heading. */
    open: 'Open',
    /** In the choice of experts: for how many of the assessments an expert is of the own unit, and of the same city. */
    conflict: 'Conflict',
    own: (count: number) => `own unit ${count}`,
    city: 'Same city',
    yes: 'yes',
    /** Behind an expert's name in a plan. */
    ofCity: 'same city',
  },
};

export type TuiActs = typeof tuiActs;
