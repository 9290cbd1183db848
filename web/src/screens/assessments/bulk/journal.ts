import { isObject, readStoredJson, writeStored } from '../../../core/browserStorage.ts';
import type { Outcome, Task } from './tasks.ts';

/** A bulk run of an account in this browser: its tasks and their outcomes. */
export type Run = { readonly tasks: readonly Task[]; readonly outcomes: Readonly<Record<string, Outcome>> };

const placeOf = (account: string) => `shp.bulk.${account}`;
/** Apart from the tasks, because it is written after each one. */
const outcomesOf = (account: string) => `shp.bulk.${account}.outcomes`;

const isTasks = (value: unknown): value is Task[] =>
  Array.isArray(value) && value.every((one) => isObject(one) && typeof one.id === 'string');
const isOutcomes = (value: unknown): value is Record<string, Outcome> => isObject(value);

/** The run that a reload, a crash or a closed tab cut off; null if there is none. */
export function unfinishedRun(account: string): Run | null {
  const tasks = readStoredJson(placeOf(account), isTasks);
  return tasks && { tasks, outcomes: readStoredJson(outcomesOf(account), isOutcomes) ?? {} };
}

/** Stores the tasks, before the first one runs. */
export function recordTasks(account: string, tasks: readonly Task[]): void {
  writeStored(outcomesOf(account), null);
  writeStored(placeOf(account), JSON.stringify(tasks));
}

export function recordOutcome(account: string, id: string, outcome: Outcome): void {
  const before = readStoredJson(outcomesOf(account), isOutcomes) ?? {};
  writeStored(outcomesOf(account), JSON.stringify({ ...before, [id]: outcome }));
}

export function forgetRun(account: string): void {
  writeStored(placeOf(account), null);
  writeStored(outcomesOf(account), null);
}
