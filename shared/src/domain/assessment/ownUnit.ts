import type { Profile } from '../accounts/profiles.ts';
import type { Form } from './form.ts';

/** What tells where an assessment's station belongs: its name, and what its form says of the unit. */
export type StationUnits = { station: { name: string }; form: Pick<Form, 'unit'> };

/**
 * Whether an expert's employer is the station itself, its unit or its owner: nobody reviews his own house (four eyes,
 * docs/spec/domain.md#lifecycle).
 */
export function isOwnUnit({ profile }: { profile: Profile }, { station, form }: StationUnits): boolean {
  const employer = plain(profile.unit);
  return employer !== '' && [station.name, form.unit.name, form.unit.owner].some((name) => plain(name) === employer);
}

const plain = (name: unknown): string => (typeof name === 'string' ? plainName(name) : '');

/** A unit's name as two people would write it alike: without regard to spaces, widths and case. */
export function plainName(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, '').toLowerCase();
}
