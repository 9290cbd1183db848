// Loaded before a server: hard links fail as on a file system that has none, with the error code of the environment.
const { promises } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const code = process.env.LINK_ERROR;
promises.link = async (from, to) => {
  throw Object.assign(new Error(`${code}: link '${from}' -> '${to}'`), { code, syscall: 'link' });
};
syncBuiltinESMExports();
