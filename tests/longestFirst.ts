import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, by the beginning of its path; among it what waits most of its time, so that others work meanwhile. */
const LONG = [
  'tests/browser/look.',
  'tests/browser/day.',
  'tests/postgres/',
  'tests/browser/expert.',
  'tests/terminal/imports.',
  'tests/acceptance/',
  'tests/security/slow.',
  'tests/browser/',
  'tests/terminal/',
  'tests/faults/',
  'tests/store/',
  'server/test/demo',
  'tests/',
];

/** Begins with what takes longest, so that no worker waits for another at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId, project }: TestSpecification) => {
      const path = moduleId.slice(project.config.root.length + 1);
      const rank = LONG.findIndex((beginning) => path.startsWith(beginning));
      return rank === -1 ? LONG.length : rank;
    };
    // A worker goes on with files of the same project only.
    return (await super.sort(files)).toSorted(
      (a, b) => rankOf(a) - rankOf(b) || a.project.name.localeCompare(b.project.name),
    );
  }
}
