import type { GivenFinding } from '@shp/shared/domain/findings/finding';
import { isObject, readStoredJson, writeStored } from '../../core/browserStorage.ts';

/** What the final manager has written about an item; `merged` is the text that it began with. */
export type FindingDraft = {
  readonly text: string;
  readonly advice: string;
  readonly due: string;
  readonly merged: string;
};
export type FindingDrafts = Readonly<Record<string, FindingDraft>>;

const nameOf = (account: string, assessment: string) => `shp.findings.${account}.${assessment}`;

const isDrafts = (value: unknown): value is FindingDrafts =>
  isObject(value) && Object.values(value).every((one) => isObject(one) && typeof one.text === 'string');

/** The drafts of an account for an assessment, by serial; they last in this browser until the conclusion. */
export function readFindingDrafts(account: string, assessment: string): FindingDrafts {
  return readStoredJson(nameOf(account, assessment), isDrafts) ?? {};
}

/** Stores the drafts; none removes them. */
export function writeFindingDrafts(account: string, assessment: string, drafts: FindingDrafts): void {
  const empty = Object.keys(drafts).length === 0;
  writeStored(nameOf(account, assessment), empty ? null : JSON.stringify(drafts));
}

/** The drafts as the step sends them; an emptied text falls back to the reasons. */
export function givenFindings(drafts: FindingDrafts): GivenFinding[] {
  return Object.entries(drafts).map(([serial, { text, advice, due, merged }]) => ({
    serial,
    text: text.trim() || merged,
    advice: advice.trim(),
    ...(due === '' ? {} : { due }),
  }));
}
