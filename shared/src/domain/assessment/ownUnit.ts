import type { Profile } from '../accounts/profiles.ts';
import type { Form } from './form.ts';

/** The names of an assessment's station: the station's own, and unit and owner in the form. */
export type StationUnits = { station: { name: string }; form: Pick<Form, 'unit'> };

/**
 * Whether an expert's employer is the station, its unit or its owner; such an expert may not review it (four eyes,
 * docs/spec/domain.md#lifecycle).
 */
export function isOwnUnit({ profile }: { profile: Profile }, { station, form }: StationUnits): boolean {
  const employer = plain(profile.unit);
  return employer !== '' && [station.name, form.unit.name, form.unit.owner].some((name) => plain(name) === employer);
}

const plain = (name: unknown): string => (typeof name === 'string' ? plainName(name) : '');

/** Normalizes a unit's name for comparison: ignores spaces, character width and case. */
export function plainName(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, '').toLowerCase();
}
