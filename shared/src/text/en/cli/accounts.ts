import { counted } from '../../counted.ts';

/** Texts of the commands for accounts, sessions and second factors. */
export const accounts = {
  users: {
    list: (kind: string) => `List: ${kind}`,
    show: 'Show one account; ID is an account name, an id or a unique name',
    add: (kind: string) => `Add an account: ${kind}. Without a password the server generates one and shows it once`,
    update: 'Change an account; an empty value clears a field',
    delete: 'Move accounts to the recycle bin; "-" reads ids from standard input',
    recover: 'Recover accounts from the recycle bin; "-" reads ids from standard input',
    resetPassword: 'Give accounts new initial passwords, shown once; "-" reads ids from standard input',
    export: (kind: string) => `Export: ${kind}`,
    import: (kind: string) =>
      `Add accounts from an xlsx, csv or ndjson file: ${kind}. Run again to resume an interrupted import`,
    template: 'Write an empty file to fill in and import',
    otherKind: (kind: string) => `this account is of another kind: use shp ${kind}`,
  },
  lookup: {
    notFound: (word: string, nearest: string | null) =>
      `Not found: ${word}${nearest === null ? '' : `; nearest: ${nearest}`}`,
    ambiguous: (word: string, count: number, keys: string) => `${word} matches ${count}: ${keys}; use one of these`,
  },
  supervise: {
    link: 'Link stations to an aggregate account',
    unlink: 'Unlink stations from an aggregate account',
    stations: 'List the stations of an aggregate account; the account itself omits SUPERVISOR',
    assessments: 'List the assessments of an aggregate account; the account itself omits SUPERVISOR',
    export: 'Export the assessments of an aggregate account',
    linked: 'Only linked stations',
    count: 'Linked stations',
  },
  token: {
    create: 'Create an access token for scripts and scheduled jobs',
    list: 'List your access tokens',
    revoke: 'Revoke access tokens',
    name: 'What the token is for',
    scope: 'Scopes (default read)',
    expires: 'Lifetime in days (default 90d)',
    token: 'Token',
    made: (made: number) => `${counted(made, 'account was', 'accounts were')} created with this token; see shp audit`,
    self: (name: string, scopes: string, until: string) => `access token “${name}”: ${scopes}; valid until ${until}`,
    shownOnce: 'The token is shown only once; store it safely.',
    columns: { name: 'Name', scopes: 'Scopes', expiresAt: 'Expires', lastUsedAt: 'Last used' },
  },
  sessions: {
    list: 'List your logged-in devices',
    revoke: 'End your sessions on other devices',
    columns: { current: 'This one', address: 'Address', agent: 'Program', lastUsedAt: 'Last used' },
  },
  auth: {
    status: 'Show server, account, and what the session or access token may do',
    columns: { server: 'Server', kind: 'With', confirmedUntil: 'Password confirmed until' },
    kinds: { session: 'session', token: 'access token' },
  },
  keys: {
    rotate:
      'Make a new key that signs the audit trail and conclusions; the present key signs for it; also while the server runs',
    lost: 'The present key is lost: the new key is not signed by the old one',
    isLost: (data: string) => `${data} does not have the key that signs now`,
    isLostHint:
      'Put audit-key.pem back from another server or your copy. If it is lost for good: shp keys rotate --lost',
    rotated: (id: string, data: string) =>
      `new key ${id} in ${data}. Copy audit-key.pem to the other servers of this database, and keep a copy apart from the backups`,
    notEndorsed:
      'No key has signed for the new one: tell everybody who runs shp audit witness, and name the new key to them',
    reseal:
      'Make a new factors.key and seal all stored secrets with it, in one transaction; also while the server runs. If interrupted, run it again',
    resealed: (count: number, data: string) =>
      `secrets sealed with the new factors.key in ${data}: ${count}. Copy it to the other servers of this database and keep a copy; earlier backups need the earlier one`,
    unreadable: (count: number) => `Neither key opens these secrets, which stay as they are: ${count}. See shp doctor`,
    noSeal: (data: string) => `the factors.key in ${data} opens no stored secret, so nothing was changed`,
    noSealHint: 'Put factors.key back from another server or your copy; shp doctor says what to do if it is lost',
  },
  unlock: {
    summary: 'Reset the failed logins of an account so that it can log in at once; also while the server runs',
    factors: 'Remove its second factors too, if they are lost',
    factorsRemoved: (count: number) => `Second factors removed: ${count}`,
    done: (account: string, failures: number) => `${account} can log in again; failed logins reset: ${failures}`,
    prolonged: (account: string) => `the expired initial password of ${account} is valid again`,
    noAccount: (account: string) => `no such account: ${account}`,
    older: 'the database was made by an older version of shp: start the server once (shp serve)',
  },
  factor: {
    list: 'List your second factors',
    add: 'Add a second factor: an authenticator app (passkeys are added in the console)',
    remove: 'Remove second factors',
    codes: 'Make new recovery codes, shown once; the earlier ones end',
    name: 'Name of the factor, such as the device',
    needsTerminal: 'Adding a factor needs a terminal; for jobs create an access token (shp token create)',
    secret: (secret: string, uri: string) => `Key for the authenticator app: ${secret}\n${uri}`,
    askCode: 'Code that the app shows:',
    reset: 'Remove the second factors of accounts, which add new ones after the next login',
    resetAsk: (count: number) =>
      `Remove the second factors of ${counted(count, 'account', 'accounts')}? Their sessions end at once.`,
  },
  login: {
    account: 'The account, with its local password (also where single sign-on is set up; jobs use SHP_TOKEN)',
    newPasswordStdin:
      'Read the new password from the second line of standard input, if the first is an initial password',
    oldPasswordStdin: 'Read the old and the new password from two lines of standard input',
    factorCodeStdin: 'Read the code of the second factor from standard input, from the line after the passwords',
    askFactor: 'Code of the authenticator app, or a recovery code:',
    askRecovery: 'Recovery code:',
    passkeyOnly:
      'Passkeys work in the console only: use a recovery code or an access token (SHP_TOKEN), or add an authenticator app in the console',
    noCode: 'The account has a second factor',
    mustAddFactor: 'This account needs a second factor: add one with “shp factor add totp” or in the console.',
    askAccount: 'Account:',
    askPassword: 'Password:',
    askCaptcha: 'Verification code:',
    askOld: 'Old password:',
    askNew: 'New password:',
    askAgain: 'New password again:',
    initial: 'This is an initial password: choose a new one.',
    withoutPicture: 'Solve a task by computer (some seconds) instead of reading a picture',
    working: "Solving the server's task…",
    done: (server: string, account: string, role: string) => `Logged in to ${server} as ${account} (${role})`,
    loggedOut: (server: string) => `Logged out of ${server}`,
    notLoggedIn: (server: string) => `Not logged in to ${server}`,
    passwordChanged: 'modification succeeded',
  },
};

export type Accounts = typeof accounts;
