import { counted } from '../../counted.ts';

const contents = ({ users = 0, assessments = 0, files = 0 }: Record<string, number>) =>
  [
    counted(users, 'account', 'accounts'),
    counted(assessments, 'assessment', 'assessments'),
    counted(files, 'file', 'files'),
  ].join(', ');

/** Texts of the commands that run, back up and set up a server, and of those that keep its settings. */
export const operation = {
  alias: {
    set: 'Name a command line; $1 to $9 stand for the words that follow the name',
    list: 'List your aliases',
    delete: 'Delete an alias',
    isNow: (name: string, line: string) => `shp ${name} is now: shp ${line}`,
    deleted: (name: string) => `Deleted alias ${name}`,
    unknown: (name: string, nearest: readonly string[]) =>
      `no alias is named ${name}${nearest.length === 0 ? '' : `; nearest: ${nearest.join(', ')}`}`,
    columns: { name: 'Alias', expansion: 'Command' },
  },
  server: {
    list: 'List the known servers',
    use: 'Select the server to use, by name or address',
    add: 'Name a server',
    remove: 'Remove a named server and its session',
    inUse: (url: string) => `Using ${url}`,
    added: (name: string, url: string) => `${name} is ${url}`,
    removed: (name: string) => `Removed ${name}`,
    unknown: (name: string, nearest: readonly string[]) =>
      `no server is named ${name}${nearest.length === 0 ? '' : `; nearest: ${nearest.join(', ')}`}`,
    columns: { current: 'In use', name: 'Name', url: 'Address' },
  },
  settings: {
    show: 'Show the settings',
    columns: { key: 'Key', label: 'Setting', value: 'Value' },
    set: 'Change a setting (administrators); KEY may be a path, such as thresholds.3.score',
    preset:
      'Set idle time, password period, second factor and number of sessions at once (administrators): ordinary (the defaults), or level3 (GB/T 22239-2019 level 3); shows the changes and asks',
    dutiesFirst: (commands: string) => `Nothing was changed. Name the accounts as you like, then run:\n  ${commands}`,
    apply: (preset: string, changes: number) => `Apply ${preset} (${counted(changes, 'change', 'changes')})?`,
    changed: (key: string, before: string, after: string) => `${key}: ${before} → ${after}`,
    unchanged: 'Nothing has changed',
    holidays: {
      show: 'Show the calendar of holidays, of all years or one',
      import:
        'Import holidays from a csv, json or ics file; replaces the years in the file (administrators); - reads standard input',
      remove: "Remove a year's holidays (administrators)",
      columns: { first: 'First day', last: 'Last day', kind: 'Kind', name: 'Name' },
      kinds: { off: 'Day off', work: 'Working day' },
      without: (years: string) => `No holidays for ${years}: only weekends are skipped`,
      imported: (years: string, lines: number) => `${years}: ${counted(lines, 'line', 'lines')}`,
      wrong: (file: string, place: number) => `${file}: line or entry ${place} is not a day with “off” or “work”`,
      wrongHint: 'A line: 2026-10-01,2026-10-07,off,National Day. In json: { "date": "2026-10-01", "isOffDay": true }',
      none: (year: string) => `No holidays are set for ${year}`,
    },
  },
  audit: {
    list: 'List the audit trail, newest first (administrators)',
    verify:
      'Verify the digest chain of the audit trail, its tree and its signed heads; exits with 1 if they do not agree',
    userId: 'Who acted',
    action: 'What was done, such as user/reset_password',
    from: 'From this time on, ISO 8601 or a day',
    to: 'Up to this time, ISO 8601 or a day',
    ok: 'Intact',
    rows: 'Rows',
    firstBroken: 'First broken row',
    history: 'Signed history',
    broken: (id: string | null) =>
      id === null ? 'all rows of the audit trail are gone' : `the audit trail is broken at row ${id}`,
    against:
      'Also check that the audit trail continues the head in this file: an answer of audit/head, a state of witness, a manifest of a backup, or a bundle of a conclusion',
    witness:
      'Keep the last signed head of the audit trail and check the new one against it; needs no login. Exits with 6 if history was changed, cut or forked',
    state: 'Where the witness keeps the last good head',
    stateNeeded: 'audit witness needs --state FILE',
    noState: (file: string) => `${file} is not a witness state file`,
    noHead: (file: string) => `${file} contains no head of an audit trail`,
    firstHead: (size: number, key: string) =>
      `first head kept: ${size} rows, key ${key}. Compare the key with the one that the operator names`,
    continued: (from: number, at: string, to: number) =>
      `intact: the head of ${at} (${from} rows) continues to ${to} rows`,
    newKey: (key: string, at: string) => `the old key has signed the new key ${key} (head of ${at})`,
    alarm: (what: string, server: string) => `!!! HISTORY OF ${server} IS BROKEN: ${what} !!!`,
    alarms: {
      forged: 'the head has no valid signature of a listed key',
      key: 'the head is signed with another key, which the known key has not signed',
      cut: 'the audit trail is shorter than the known head: rows are gone, or an older copy was restored',
      backdated: 'the head is older than the known head',
      changed: 'the audit trail does not continue the known head: rows were changed, or history was forked',
    },
    columns: {
      at: 'Time',
      by: 'By',
      action: 'Action',
      object: 'Object',
      address: 'Address',
      changes: 'Changed',
      station: 'Station',
    },
  },
  api: {
    field: 'One input field; repeat a key for an array',
    input: 'A JSON object as input, "-" for standard input',
    format: 'Indented JSON, also off a terminal',
    notPair: (flag: string, form: string, text: string) => `${flag} takes ${form}, not ${text}`,
  },
  serve: {
    adminPassword: (reason: string) => `SHP_ADMIN_PASSWORD cannot be used: ${reason}`,
    host: 'Address to listen on (default 127.0.0.1); use others only behind a TLS proxy (--trust-proxy, --public-url)',
    port: 'Port to listen on (default SHP_PORT or 8080; 0: a free one)',
    logLevel: 'Log level: error, warn (default), info (one line per call), debug; JSON on standard error',
    plainHttp: (host: string) =>
      `Listening on ${host} without TLS: passwords and sessions can be read on the network. Put a TLS proxy in front and set --trust-proxy and --public-url https://…`,
    openDirectory: (directory: string) =>
      `Other users of this machine can read ${directory}: run chmod 700 ${directory}`,
    data: "Data directory (default SHP_DATA, or the system's usual place)",
    databaseUrl:
      'PostgreSQL (15 or later) instead of SQLite (default SHP_DATABASE_URL); several servers may share it and the files',
    files:
      'Directory for files and uploads, or s3://BUCKET/PREFIX (default: the data directory). Endpoint and keys of the store: AWS_ENDPOINT_URL_S3, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY',
    foreignFiles: (directory: string) =>
      `${directory} has a SQLite database with its files; choose another directory with --data or --files`,
    foreignBucket: (bucket: string) =>
      `${bucket} has the files of another installation; choose another bucket or prefix`,
    noKeys: 'the keys of the file store are missing: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    noEndpoint: 'AWS_ENDPOINT_URL_S3 (or AWS_ENDPOINT_URL) is not the URL of a file store',
    noStore: (why: string) => `cannot connect to the file store: ${why}`,
    storeRefuses: (bucket: string, why: string) => `the file store refuses ${bucket}: ${why}`,
    noDatabase: (why: string) => `cannot connect to the database: ${why}`,
    databaseRefuses: (why: string) => `this database role may not read everything: ${why}`,
    emptyDatabase: 'the PostgreSQL database has no shp data',
    emptyDatabaseHint: 'Set --database-url or SHP_DATABASE_URL to the database of shp serve.',
    unencrypted: (host: string) =>
      `The connection to the database at ${host} is not encrypted: add ?sslmode=verify-full to its URL, or ?sslmode=disable if the network is safe`,
    unfitDatabase: (version: string, encoding: string) =>
      `The database is PostgreSQL ${version} with ${encoding}; 15 or later with UTF8 is required`,
    demo: 'Fill an empty data directory with example data',
    noCaptcha: 'Log in without a verification code',
    trustProxy: 'Trust X-Forwarded-For from these proxies',
    metrics: 'Serve Prometheus metrics at this address',
    syslog: 'Send signed heads of the audit trail to this syslog server (UDP)',
    publicUrl: 'The URL under which users reach this server',
    listening: (url: string, data: string) => `Listening on ${url} (data in ${data})`,
    admin: (account: string, password: string) =>
      `First account: ${account}, initial password: ${password} (shown only once; must be changed at the first login)`,
    demoAccount: (role: string, account: string, password: string) =>
      `Example account: ${account}, password: ${password} (${role})`,
    portTaken: (place: string) => `${place} is in use by another program`,
    portDenied: (place: string) => `no permission to listen on ${place}`,
    portHint: 'Choose another port with --port (0: a free one).',
    noSuchAddress: (place: string) => `this machine has no address ${place}`,
    full: (data: string) => `the disk with ${data} is full`,
    fullHint: 'Free some space and start again; nothing is lost.',
    readOnly: (data: string) => `${data} cannot be written to`,
    readOnlyHint: 'Make it writable for this user, or choose another directory with --data.',
    locked: (data: string) => `another program is writing to the database in ${data}`,
    lockedHint: 'Stop that program, then start again; nothing is lost.',
    newer: 'the database was made by a newer version of shp',
    newerHint: 'Use that version, or restore a backup from before the upgrade: shp restore FILE.',
    damagedHint:
      'Run shp doctor to see the damage, then restore the newest backup: shp restore FILE. Both need the same --data.',
    history: (fault: string, advice: string) => `SIGNED HISTORY: ${fault}. ${advice}`,
    unreadable: (problem: string, advice: string) => `SEALED SECRETS: ${problem}. ${advice}`,
    tree: 'Building the hash tree of the audit trail',
    clockBehind: (now: string, last: string) =>
      `The clock says ${now}, but the last entry is from ${last}. Until the clock passes it, new entries get that time. Check the clock`,
    inUse: (data: string, pid: number, address: string) =>
      `${data} is in use by process ${pid}${address === '' ? '' : `, which listens on ${address}`}`,
  },
  backup: {
    backup:
      'Back up a data directory to one compressed tar (FILE.tar: uncompressed), also while the server runs. If FILE is a folder, the backup is named by its time. Back up PostgreSQL with pg_dump, and its files by copying',
    restore: 'Restore a backup into a data directory that no server uses; on failure nothing is changed',
    doctor:
      'Check the data of shp serve with the same flags, also while it runs: database, files, audit trail and data rules; exits with 1 on any problem',
    keep: 'After the backup, delete older ones in this folder: 30d keeps 30 days; 7d,4w,12m keeps 7 days, then the newest of each of 4 weeks and 12 months',
    keepTried: 'Also show which of them shp backup with this --keep would delete now',
    verify: 'Verify every digest in a backup and show its time, contents and SHA-256; exits with 1 if it is damaged',
    list: 'List the backups in a folder, newest first',
    recipient: 'Encrypt for this age public key (age1…); repeatable',
    identity: 'File with the age secret key (AGE-SECRET-KEY-1…) for an encrypted backup',
    encrypted: 'the backup is encrypted: pass the secret key with --identity FILE',
    wrongIdentity: 'the backup is encrypted for a different key',
    noZstd: 'zstd needs Node 22.15 or later; use gzip (.tar.gz)',
    noFolder: (folder: string) => `no such folder: ${folder}`,
    sound: (file: string) => `${file} is intact`,
    columns: {
      file: 'File',
      at: 'Time',
      bytes: 'Size',
      encrypted: 'Encrypted',
      expired: 'Would be deleted',
      program: 'Version',
      accounts: 'Accounts',
      assessments: 'Assessments',
      files: 'Files',
      unsound: 'Files missing or changed',
      sha256: 'SHA-256',
    },
    accessEnded: 'All sessions and access tokens have ended: users must log in again, and jobs need new tokens',
    since: {
      deleted: (accounts: string) => `Deleted after the backup and now restored: ${accounts}`,
      reset: (accounts: string) => `Password reset after the backup; the old one is valid again: ${accounts}`,
      changed: (accounts: string) => `Password changed after the backup; the old one is valid again: ${accounts}`,
    },
    sinceUnknown: 'Accounts deleted or reset after the backup are as before; the list is not available',
    sinceUnreadable:
      'Accounts deleted or reset after the backup are as before; the replaced data could not be read to list them',
    notAudited:
      'The audit trail in this backup lacks its last rows: the restore is not recorded, and the server will refuse changes',
    made: (file: string, size: string, counts: Record<string, number>) => `${file}: ${size}, ${contents(counts)}`,
    withoutFiles: (bucket: string) =>
      `This backup has the database only; the files are in ${bucket}: copy the bucket too`,
    removed: (name: string) => `Removed, older than --keep: ${name}`,
    unsound: (ids: string) =>
      `the backup is complete, but these files were already missing or changed: ${ids}; see shp doctor`,
    checking: 'checking',
    writing: 'restoring',
    restored: (data: string, at: string, counts: Record<string, number>) =>
      `${data} is as of ${at}: ${contents(counts)}`,
    unsoundRestored: (ids: string) => `these files were missing or changed when the backup was made: ${ids}`,
    noDatabase: (data: string) => `no database in ${data}`,
    noDatabaseHint: 'Name the data directory: --data or SHP_DATA. PostgreSQL: --database-url; back it up with pg_dump.',
    unfinished: (data: string) => `a restore of ${data} was interrupted just before its end`,
    unfinishedHint: 'Start the server (shp serve): it finishes the restore.',
    damaged: (part: string | null) => (part === null ? 'not a backup, or truncated' : `the backup is damaged: ${part}`),
    damagedHint: 'Nothing was changed. Use another backup.',
    newer: (program: string) => `the backup was made by a newer version of shp: ${program}`,
    badDatabase: (detail: string) => `the database is damaged: ${detail}`,
    badDatabaseHint: 'See: shp doctor',
  },
  move: {
    summary:
      'Move an installation to PostgreSQL, and its files to another directory or an S3-compatible store. Every table and file is verified; run again to resume. The old directory is not changed',
    files: 'Directory of the files to move (default: the data directory)',
    toDatabase: 'The empty PostgreSQL database (15 or later) to move to (default SHP_DATABASE_URL)',
    toFiles:
      'The empty directory or s3://BUCKET/PREFIX to move the files to (keys in the environment); without it the files stay and the old database is renamed to shp.sqlite.moved',
    movedRows: (tables: number, data: string) =>
      `Moved and verified: ${tables} tables, audit trail intact. The files stay; the old database is now ${data}/shp.sqlite.moved`,
    filesOnTheWay: 'files',
    tablesOnTheWay: 'tables',
    columns: { table: 'Table', rows: 'Rows', digest: 'Digest' },
    moved: (tables: number, files: number) =>
      `Moved and verified: ${tables} tables, ${files} ${files === 1 ? 'file' : 'files'}, audit trail intact`,
    unsound: (ids: string) =>
      `everything was moved except these files, already missing or changed: ${ids}; see shp doctor`,
    notEmpty: {
      database: 'the new database has accounts already',
      files: 'the new file store has files of another installation',
    },
    notEmptyHint: 'Nothing was changed there. Choose an empty one.',
    older: 'the database was made by an older version of shp: start the server once (shp serve), then move',
    newer: 'the database was made by a newer version of shp: use that version',
    notTheSame: (what: string) => `the copy differs from the original: ${what}`,
    notTheSameHint:
      'The new database is still empty. Check the old directory (shp doctor, without SHP_DATABASE_URL), then run this again.',
  },
  web: {
    web: 'Run the web console alone and forward calls to a remote server',
    listening: (url: string, server: string) => `Console at ${url}, for ${server}`,
    port: 'Port to listen on (default 8081; 0: a free one)',
    notBuilt: 'this installation has no web console',
  },
  console: {
    opening: (url: string) => `Opening ${url}`,
    notOpened: (reason: string) => `The browser did not open (${reason}); the address:`,
  },
};

export type Operation = typeof operation;
