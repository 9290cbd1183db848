/** Texts of the pages of `shp help` that are about no command. */
export const topics = {
  environmentTitle: 'Environment variables',
  /** The environment variables that a user sets, with what they do. */
  environment: {
    SHP_SERVER: 'Address or name of the server; --server takes precedence',
    SHP_TOKEN: 'Access token to use instead of the session, for jobs',
    SHP_LANG: 'Language: zh or en; without it by LC_ALL, LC_MESSAGES or LANG',
    SHP_CONFIG_DIR: 'Folder of sessions, named servers, aliases and saved views',
    SHP_DATA: 'Data directory of serve, backup, restore and doctor',
    SHP_DATABASE_URL: 'PostgreSQL of serve, doctor and migrate-data, with its password',
    SHP_ADMIN_PASSWORD: 'Password of the account admin when serve creates it',
    SHP_PORT: 'Port of serve',
    'SHP_PAGER, PAGER': 'Program that shows long lists on a terminal, such as less; cat or nothing: none',
    'SHP_BROWSER, BROWSER': 'Program that --web opens pages with',
    'VISUAL, EDITOR': 'Editor for texts (--editor)',
    NO_COLOR: 'Not empty: no colours',
    'HTTPS_PROXY, HTTP_PROXY': 'Proxy, http://NAME:PASSWORD@HOST:PORT',
    NO_PROXY: 'Hosts that are reached without the proxy',
    NODE_EXTRA_CA_CERTS: 'PEM file with further certificate authorities',
    'AWS_ENDPOINT_URL_S3, AWS_REGION': 'Address and region of the store that --files s3://… names',
    'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY': 'Keys of that store',
  },
  environmentNote: 'A flag takes precedence over its variable, a variable over the configuration.',
  formatsTitle: 'Formats (--format)',
  formats: {
    table: 'For people, in columns as wide as the terminal; the default on a terminal',
    ndjson: 'One JSON object a line; the default elsewhere',
    json: 'A list as an array, one object as an object; errors as {"error":{code,message,fields}}',
    csv: 'With a row of headings; opens in spreadsheet programs',
    tsv: 'Separated by tabs, with a row of headings; --headings none leaves it out',
  },
  formatsNote:
    'All but the table hold the raw values, the same in every language. --fields without a value lists what it takes.',
  exitCodesTitle: 'Exit codes',
  exitCodes: {
    done: 'Done',
    failed: 'Failed',
    usage: 'Wrong usage, or a confirmation is needed and there is no terminal',
    notLoggedIn: 'Not logged in, or the session is invalid',
    denied: 'Request denied',
    network: 'Network error',
    partly: 'Partly done: some rows failed; the report says which',
    interrupted: 'Interrupted',
  },
};

export type Topics = typeof topics;
