import { isRole } from '../domain/accounts/roles.ts';
import { LIFECYCLE } from '../domain/assessment/lifecycle.ts';
import type { Administration } from './en/administration.ts';
import type { Common } from './en/common.ts';
import type { Rules } from './en/rules.ts';

/** A row of the audit: its call, and what it changed, before and after. */
type Row = { readonly action: string; readonly changes: Readonly<Record<string, readonly [unknown, unknown]>> };

type Named = {
  readonly object: { readonly name: string };
  readonly by: { readonly name: string } | null;
  readonly station: { readonly name: string } | null;
};

/** An action as text, a step of an assessment by its name; the call's path if neither it nor its group has a text. */
export function actionWord({ action, changes }: Row, { audit }: Administration, { steps }: Rules): string {
  const { status: [before, after] = [] } = changes;
  const step = LIFECYCLE.find(({ from, to }) => to === after && from.some((one) => one === before));
  if (action === 'assessment/add_event' && step) return steps[step.name];
  const [group = ''] = action.split('/');
  return (audit.actions as Record<string, string>)[action] ?? (audit.reads as Record<string, string>)[group] ?? action;
}

/** The object type of an audit row, as text. */
export function kindWord(kind: string, { audit }: Administration, { roles }: Common): string {
  return isRole(kind) ? roles[kind] : ((audit.kinds as Record<string, string>)[kind] ?? kind);
}

/** The label of a changed field on its own page; its path if it has none. */
export function changedField(
  kind: string,
  path: string,
  { audit, settings }: Administration,
  common: Common,
  rules: Rules,
): string {
  const [first = '', key] = path.split('.');
  const named: readonly Record<string, unknown>[] =
    kind === 'settings'
      ? [settings.labels]
      : key === undefined
        ? [audit.fields, common.fields, common.assessment]
        : first === 'profile'
          ? [common.fields]
          : [(rules.formFields as Record<string, Record<string, unknown>>)[first] ?? {}];
  const found = named
    .map((names) => names[kind === 'settings' ? path : (key ?? path)])
    .find((name) => typeof name === 'string');
  return typeof found === 'string' ? found : path;
}

/** The station that a row concerns, unless its object or its actor has that name already. */
export function stationNote({ object, by, station }: Named): string | null {
  return station === null || [object.name, by?.name].includes(station.name) ? null : station.name;
}

/** Why a call was refused, as text. */
export function refusalWord(code: string, { audit }: Administration): string {
  return (audit.refusals as Record<string, string>)[code] ?? code;
}
