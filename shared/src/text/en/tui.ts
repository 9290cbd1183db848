import { shortKeys, tuiKeys } from './tui/keys.ts';

const rows = (number: string) => (number === '1' ? '1 row is' : `${number} rows are`);

/** Texts of the terminal UI. */
export const tui = {
  tooSmall: (size: string, least: string) => `The terminal is too small: ${size}.\nThe terminal UI needs ${least}.`,
  enlarge: 'Enlarge the window to continue.\nCtrl-C ends.',
  crashed: 'the terminal UI ended because of an internal error',
  crashLog: (path: string) => `The details are in ${path}`,
  /** Short names of long tab titles, for narrow terminals. */
  shortTabs: {
    managers: 'Units',
    supervisors: 'Aggregate',
    supervisorStations: 'Stations',
    assessments: 'Assessments',
    documents: 'Docs',
  },
  keys: tuiKeys,
  shortKeys,
  /** Headings of the help. */
  places: {
    list: 'In lists',
    users: 'Accounts',
    assessments: 'Assessments',
    documents: 'Documents',
    findings: 'Findings',
    notices: 'Notices',
    view: 'While reading',
    plan: 'A plan of experts',
    assessment: 'One assessment',
    items: 'The items of a chapter',
    form: 'Forms',
    sections: 'Application form',
    entry: 'While entering',
    menu: 'Dialogs',
    secret: 'An initial password',
    unsent: 'Remarks not sent',
    confirm: 'Questions',
    jobs: 'Jobs',
    login: 'Log in',
    app: 'Everywhere',
  },
  keyNames: {
    up: 'Up',
    down: 'Down',
    left: 'Left',
    right: 'Right',
    enter: 'Enter',
    space: 'Space',
    escape: 'Esc',
    tab: 'Tab',
    'shift-tab': 'Shift-Tab',
    pageup: 'PgUp',
    pagedown: 'PgDn',
    home: 'Home',
    end: 'End',
    backspace: 'Backspace',
    delete: 'Del',
    f5: 'F5',
  },
  /** Why a key does nothing now. */
  why: {
    noRows: 'There are no rows',
    noFilter: 'This list has no filter',
    idle: (key: string) => `${key} does nothing here`,
    /** What the key does, and in which places. */
    elsewhere: (idle: string, acts: string) => `${idle}; elsewhere: ${acts}`,
    here: 'Already open',
    noCity: 'No city to filter by',
    noPane: 'This list has no detail pane',
    noRoom: 'The terminal is too small for the detail pane',
    noSort: 'This list cannot be sorted',
    noRight: 'Your role is not allowed to do this',
    onlyFor: (roles: string) => `Only for: ${roles}`,
    notManager: 'Your role does not manage these accounts',
    inBin: 'Recover the account first',
    notYours: 'You do not manage this account, or it is your own',
    noSteps: 'No step is available to you',
    noUndo: 'Nothing to undo',
    started: 'Nothing to undo: the reviews have started',
    notRunning: 'This job is not running',
    noReport: 'This job has no report',
    noFile: 'This job has written no file',
    noneDeletable: 'None of the selected can be deleted by you now',
    noneYours: 'You manage none of the selected accounts',
    noUnread: 'Already read',
  },
  list: {
    keyword: 'Name or account',
    person: 'Name or account',
    assessment: 'Station, account or number',
    recycleBin: 'Recycle bin',
    waiting: 'Waiting for me',
    from: 'Submitted from',
    to: 'Submitted to',
    count: (total: string) => `${total} in all`,
    filtered: (by: string) => `[${by}]`,
    selected: (count: number) => `${count} selected`,
    allMatching: (filter: string) => (filter === '' ? '(all)' : `(all matching ${filter})`),
    unseen: (count: string) => `${count} not shown under this filter`,
    otherMatching: (filter: string) =>
      `Selected under another filter: ${filter === '' ? 'the whole list' : `all matching ${filter}`}`,
    otherFilter: 'Everything matching another filter is selected: go back to it to change that, or press Esc',
    empty: 'Nothing found.',
    takeDivision: (name: string) => `Right: division ${name}`,
    isDivision: (name: string) => `${name} is a division: / and then Right or Enter filters by it`,
    emptyBin: 'The recycle bin is empty.',
    again: 'R: try again',
    below: (lines: number) => `... ${lines} more (Down, PgDn)`,
    sortTitle: 'Sort by; choose the same column again to reverse',
    ascending: 'ascending',
    descending: 'descending',
    columnsTitle: 'Columns to show',
    firstColumn: 'always shown',
    clearFilter: 'Clear filter',
    clearSelection: 'Clear selection',
    filterTitle: 'Filter',
    moreFilters: 'More filters',
    otherFilters: (names: string) => `Tab: ${names}`,
    filterHint: 'Up/Down: line, Left/Right: choice, Space: mark, Enter: apply',
    wholeUpTo: (max: number) => `a whole number, at most ${max}`,
    belowStart: 'Must not be below the start of the range',
    daysUpTo: (max: number) => `days from today: a whole number, at most ${max}`,
    divisionHint: 'name or code: 桂林市, 450300',
    or: '/',
  },
  openWork: {
    /** `scored`: of the reviews. Each is '' if there is none. */
    line: (reviews: string, scored: string, applications: string) =>
      `${[
        reviews && `Open reviews that end: ${reviews}${scored && ` (scores that no longer count: ${scored})`}`,
        applications && `Open applications left without a station: ${applications}`,
      ]
        .filter(Boolean)
        .join(', ')}.`,
    questions: {
      delete: (who: string) => `Delete ${who} although this work is open?`,
      reset: (who: string) => `Reset the password of ${who}? You may then not take these steps.`,
    },
    looking: 'Looking for open work ...',
    unknown: 'Open work could not be looked up.',
    tooMany: (most: string) => `Whether they have open work is not known: it is looked up for at most ${most}.`,
    anyway: (who: string) => `Continue with ${who} although open work is not known?`,
    accounts: (count: string) => (count === '1' ? '1 account' : `${count} accounts`),
  },
  operations: {
    delete: {
      title: 'Delete',
      one: (name: string) => `Move ${name} to the recycle bin?`,
      many: (count: string) => `Move ${count} accounts to the recycle bin?`,
      note: 'They can no longer log in; you can recover them from the recycle bin.',
      done: 'in the recycle bin',
    },
    recover: {
      title: 'Recover',
      one: (name: string) => `Recover ${name}?`,
      many: (count: string) => `Recover ${count} accounts?`,
      note: 'They can log in again with their old password.',
      done: 'recovered',
    },
    reset: {
      title: 'Reset password',
      one: (name: string) => `Reset the password of ${name}?`,
      many: (count: string) => `Reset the passwords of ${count} accounts?`,
      note: 'Sessions end. Each account gets an initial password, shown only once under Jobs.',
      done: 'password reset',
    },
    remove: {
      title: 'Delete for good',
      one: (name: string) => `Delete ${name} for good?`,
      many: (count: string) => `Delete ${count} accounts for good?`,
      note: 'This cannot be undone.',
      done: 'deleted for good',
    },
    deleteAssessments: {
      title: 'Delete',
      one: (name: string) => `Delete the assessment ${name}?`,
      many: (count: string) => `Delete ${count} assessments?`,
      note: 'They are removed from lists and counts. This cannot be undone.',
      done: 'deleted',
    },
    deleteDocuments: {
      title: 'Delete',
      one: (name: string) => `Delete the document ${name}?`,
      many: (count: string) => `Delete ${count} documents?`,
      note: 'This cannot be undone.',
      done: 'deleted',
    },
  },
  export: {
    selected: (count: string) => `Export the ${count} selected`,
    matching: (count: string) => `Export all ${count} matching`,
    file: 'File',
    note: 'xlsx, csv or ndjson, by its ending',
    ending: 'The name must end in .xlsx, .csv or .ndjson',
    exists: 'This file exists; press Enter again to replace it',
    job: (file: string) => `Export to ${file}`,
    started: (file: string) => `Writing ${file}; it appears when complete`,
  },
  import: {
    title: (kind: string) => `Import: ${kind}`,
    note: (kind: string) => `Shown: folders, xlsx, csv and ndjson files. To fill in: shp ${kind} template FILE.xlsx`,
    noFile: 'No match',
    /** `right`: the valid rows whose account does not exist. */
    checked: (right: string, existing: string, wrong: string) =>
      (existing === '0' ? `${rows(right)} valid` : `${rows(right)} new, ${rows(existing)} of accounts that exist`) +
      (wrong === '0' ? '' : `, ${rows(wrong)} invalid: not imported`),
    /** How many rows an interrupted import of the file has done. */
    doneBefore: (count: string) => `${count} done before; `,
    getPassword: (count: string) => `; ${count} ${count === '1' ? 'gets' : 'get'} an initial password`,
    /** Behind how many rows of the file are out of sight. */
    more: (rows: string) => `... ${rows} more`,
    scroll: 'More rows',
    ask: 'Import this file?',
    start: 'Import',
    typing: 'a part of a name, or a path',
    /** What Enter does with a folder and with a file. */
    enter: { folder: 'Open the folder', file: 'Take the file' },
    duplicates: (existing: string) => `Import; accounts that exist (${existing}):`,
    onDuplicate: { fail: 'leave it, report it as failed', skip: 'skip it', update: 'update it from the file' },
    noneRight: 'no valid rows',
    rowMarks: { isNew: '+ new', listed: '= exists', inBin: '= in recycle bin' },
    /** What an import would do with so many rows. */
    expected: {
      created: (rows: string) => `${rows} created`,
      updated: (rows: string) => `${rows} updated`,
      skipped: (rows: string) => `${rows} unchanged`,
      failed: (rows: string) => `${rows} failed`,
    },
    cancel: 'Do not import',
    job: (kind: string) => `Import of ${kind.toLowerCase()}`,
  },
  assign: {
    title: 'Assign experts',
    titles: {
      assign: 'Assign experts',
      takeBack: 'Take back an assignment of experts',
      putBack: 'Put back an assignment of experts',
    },
    ask: {
      /** `one`: number and station of the only assessment. */
      takeBack: (count: number, names: string, one: string | null) =>
        one === null ? `Take back ${count} assignments of ${names}?` : `Take ${names} off ${one}?`,
      putBack: (count: number, names: string, one: string | null) =>
        one === null ? `Put back ${count} assignments of ${names}?` : `Put ${names} back on ${one}?`,
    },
    stay: (count: number) =>
      `${count} not taken back: ${count === 1 ? 'its review has' : 'their reviews have'} started`,
    pick: (count: string) =>
      `Experts for ${count} ${count === '1' ? 'assessment' : 'assessments'}, those with the least work first`,
    search: 'Search',
    modes: {
      add: 'Mode: add to the assigned experts (Tab switches)',
      replace: 'Mode: replace the assigned experts (Tab switches)',
    },
    nobody: 'No expert is marked',
    planAdd: (names: string) => `Add ${names}`,
    planReplace: (names: string) => `Replace the experts by ${names}`,
    reading: (done: string, total: string) => `Reading ${done} of ${total} ...`,
    summary: (change: string, same: string, refused: string) =>
      `${change} will change, ${same} unchanged, ${refused} not possible`,
    confirm: (count: string) => `Enter: assign in ${count === '1' ? 'this one' : `these ${count}`}, Esc: back`,
    nothing: 'Nothing would change',
    refused: (status: string) => `not possible (${status})`,
    same: 'stays as it is',
    cutOff: (done: string, all: string) =>
      `An assignment was interrupted: ${done} of ${all} ${all === '1' ? 'assessment' : 'assessments'} done.`,
    goOn: 'Unfinished: at your next login here you can continue.',
    notKept: 'Unfinished: assign again to continue.',
  },
  files: {
    title: 'Title',
    extension: 'Type',
    size: 'Size',
    uploadedAt: 'Uploaded',
    by: 'By',
    roles: 'For',
    /** The first readers, and how many there are besides. */
    /** In a narrow column, with others. */
    shortRoles: {
      guest: 'guest',
      admin: 'administrator',
      ministry_manager: 'ministry',
      province_manager: 'province',
      city_manager: 'city',
      county_manager: 'county',
      expert: 'expert',
      station: 'station',
      supervisor: 'aggregate',
    },
    someRoles: (names: string, more: number) => `${names} +${more}`,
    everybody: 'everybody',
    countRoles: (count: number) => `${count} ${count === 1 ? 'role' : 'roles'}`,
    place: 'Category',
    evidence: (serial: string) => `Evidence for ${serial}`,
    none: 'There are no files.',
    download: 'Download',
    note: 'The file appears when complete',
    noName: 'Please enter a name',
    job: (file: string) => `Download ${file}`,
  },
  jobs: {
    title: 'Jobs',
    columns: { job: 'Job', state: 'State', result: 'Result', started: 'Started', time: 'Time', file: 'File' },
    seconds: (seconds: number) => (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`),
    minutes: (minutes: number) => `${minutes} min`,
    left: (time: string) => `${time} left`,
    none: 'No jobs yet. Exports, imports and work on a selection appear here.',
    started: (title: string) => `Started: ${title} (J shows the jobs)`,
    running: (count: number, title: string, share: string) =>
      count === 1 ? `${title}: ${share}` : `${count} jobs, ${title}: ${share}`,
    states: { running: 'running', done: 'done', partly: 'partly done', failed: 'failed', stopped: 'stopped' },
    counts: (done: string, failed: string, left: string) =>
      [`${done} done`, ...(failed === '0' ? [] : [`${failed} failed`]), ...(left === '0' ? [] : [`${left} left`])].join(
        ', ',
      ),
    earlier: 'Earlier runs',
    undone: { done: 'undone', partly: 'partly undone' },
    failed: 'Failed',
    secrets: 'Initial passwords, shown only here',
    done: 'Done',
    saveReport: 'Save the report',
    reportNote: 'csv with the initial passwords; readable by you only',
    reportExists: 'This file exists; choose another name',
    object: 'Object',
    result: 'Result',
    detail: 'Detail',
    results: { done: 'done', same: 'unchanged', failed: 'failed' },
  },
  assessment: {
    parts: {
      overview: 'Overview',
      form: 'Form',
      scores: 'Scores',
      experts: 'Experts',
      events: 'Events',
      files: 'Files',
    },
    nextSteps: 'Next steps',
    notYet: 'not yet',
    ofChapter: (chapter: string, items: number) =>
      `Chapter ${chapter}, ${items} ${items === 1 ? 'item' : 'items'} to complete`,
    reasons: (reasons: number) => `${reasons} conditions not met`,
    chooseStep: 'Next step',
    description: 'Description (required)',
    descriptionOptional: 'Description (optional)',
    descriptionName: 'Description',
    stepNote: 'Enter takes the step; it is recorded and cannot be undone',
    submitted: 'Submitted',
    stepDone: (step: string) => `Done: ${step}`,
    managerConclusion: (by: string) => `Manager's conclusion (${by}):`,
    system: 'the system',
    scored: 'Scored',
    concluded: 'Concluded',
    noExperts: 'No experts are assigned.',
  },
  scores: {
    serial: 'No.',
    chapter: 'Chapter',
    item: 'Item',
    full: 'Points',
    /** How many files are evidence for an item. */
    evidence: 'Files',
    missing: 'Missing',
    /** Points, rate and number of scored items of the station's own scores. */
    ownGot: 'Self',
    ownRate: 'Self rate',
    ownScored: 'Self items',
    mine: 'My items',
    myRate: 'My rate',
    own: 'Self',
    minePoints: 'Mine',
    unscored: (count: number) => `${count} not scored yet`,
    remark: 'Remark',
    allScored: 'Every item is scored',
    expertsRate: 'Experts',
    expert: (place: number) => `Expert ${place}`,
    expertShort: (place: number) => `E${place}`,
    spread: 'Spread (mean)',
    /** The spread's heading where only its mean has room. */
    mean: 'Mean',
    missingMark: 'missing',
    /** A whole sum; the rate is of all points that count, scored or not. */
    sum: (label: string, score: string, got: string, of: string, verdict: string) =>
      `${label} ${score} (${got} of ${of} points), ${verdict}`,
    /** Of the items scored so far; `rate` is '' if nothing of them counts. */
    open: (label: string, got: string, of: string, rate: string, scored: number, items: number) =>
      `${label}: ${scored} of ${items} items scored${rate === '' ? '' : `, ${got} of their ${of} points (${rate})`}`,
  },
  profile: { edit: 'Change a field', saved: 'Saved' },
  factor: {
    title: 'Second step',
    note: 'Enter the code of your authenticator app, or a recovery code; Esc goes back.',
    noteRecovery:
      'Passkeys work in the console only. Enter a recovery code, or add an authenticator app in the console; Esc goes back.',
    lost: 'Neither app nor recovery code? Ask your review unit to reset the second step.',
  },
  password: {
    title: 'Change password',
    fields: { oldPassword: 'Old password', newPassword: 'New password', confirmation: 'Confirm new password' },
  },
  login: {
    server: (url: string) => `Server: ${url}`,
    hints: {
      account: 'as your review unit gave it to you',
      password: 'upper and lower case matter',
      code: 'what the picture shows',
    },
    connecting: 'Connecting to the server…',
    unreachable: (host: string, code: string) =>
      `${host} does not answer. Check that the server runs and the address is right (${code})`,
    again: 'Trying again every 5 s; Ctrl-S: another server',
    unreached: (host: string) => `Server ${host} cannot be reached.`,
    /** While its server does not answer. */
    kept: (account: string) => `You stay logged in as ${account}.`,
    keptToken: 'Your access token stays in use.',
    againIn: (seconds: number) => `Trying again in ${seconds} s`,
    trying: 'Trying again…',
    tryNow: 'Try now',
    servers: 'Another server: choose one, or type its address',
    noServer: 'Type an address, such as https://shp.example',
    typed: 'this address',
    typing: 'letters search these, or are a new address',
    use: 'Use this server',
  },
  help: { title: 'Keys (Esc closes)', continued: (group: string) => `${group} (continued)` },
  palette: {
    title: 'Commands',
    empty: 'No command found',
    hint: 'a command, a station, a number or a name',
    go: (tab: string) => `Go to: ${tab}`,
    /** What Enter does. */
    enter: { run: 'Run', go: 'Go there', copy: 'Copy the command' },
  },
  leave: {
    /** While `q` on the first screen can still be taken back. */
    soon: 'Quitting ... (q or Enter: now, any other key: stay)',
    title: 'Quit?',
    running: (count: number) =>
      count === 1 ? '1 job is running and will be stopped.' : `${count} jobs are running and will be stopped.`,
    goOn: 'Jobs that can resume are offered at the next start.',
    unsaved: 'Initial passwords shown only under Jobs have not been saved.',
    logOut: 'Log out?',
    /** Remarks that are not on disk. */
    unwritten: (count: number) =>
      count === 1
        ? 'A remark could not be stored: it is lost.'
        : `${count} remarks could not be stored: they are lost.`,
    remarks: (count: number, account: string) =>
      count === 1
        ? `A remark not sent stays on this computer until ${account} logs in again.`
        : `${count} remarks not sent stay on this computer until ${account} logs in again.`,
  },
};

export type Tui = typeof tui;
