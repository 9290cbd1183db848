import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest tests by path prefix, slowest first; among them those that mostly wait, so that others run meanwhile. */
const LONG = [
  'tests/browser/look.',
  'tests/browser/workday.',
  'tests/nightly/postgres/',
  'tests/browser/expert.',
  'tests/terminal/imports.',
  'tests/acceptance/',
  'tests/contract/security/slow.',
  'tests/browser/',
  'tests/terminal/',
  'tests/nightly/',
  'server/test/demo',
  'tests/',
];

/** Runs the slowest tests first, so that no worker idles at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId, project }: TestSpecification) => {
      const path = moduleId.slice(project.config.root.length + 1);
      const rank = LONG.findIndex((beginning) => path.startsWith(beginning));
      return rank === -1 ? LONG.length : rank;
    };
    // A worker is only reused within one project.
    return (await super.sort(files)).toSorted(
      (a, b) => rankOf(a) - rankOf(b) || a.project.name.localeCompare(b.project.name),
    );
  }
}
