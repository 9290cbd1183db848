/** The names of journals and reports, with those that were put aside, and of the differences of an export. */
const OWN = /\.(?:journal|report|diff)(?:\.\d{8}T\d{6})?\.(?:csv|ndjson)$|^report-\d{8}T\d{6}\.csv$/i;

/** Whether the program writes files of this name for itself or to be read, not to be imported. */
export function isOwnFile(name: string): boolean {
  return OWN.test(name);
}
