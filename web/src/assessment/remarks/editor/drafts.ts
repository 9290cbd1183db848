import type { Remark } from '@shp/shared/api/remarkObjects';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import { isObject, readStoredJson, writeStored } from '../../../core/browserStorage.ts';

/** A remark not sent yet: its place, and the file's name if it is about a file. */
export type DraftRemark = Remark & { readonly key: string; readonly name?: string };

/** Remarks and descriptions typed for a step and not sent. */
export type Collected = {
  readonly remarks: readonly DraftRemark[];
  /** Descriptions by step name. */
  readonly descriptions: Readonly<Record<string, string>>;
};

const NOTHING: Collected = { remarks: [], descriptions: {} };
const PREFIX = 'shp.draft.';

/**
 * Remarks and descriptions that one account collects for one assessment. They stay in this browser until sent, across
 * tabs and sessions; all tabs share them.
 */
export class Drafts {
  readonly #key: string;
  #collected: Collected;
  readonly #listeners = new Set<() => void>();

  constructor(account: string, assessment: string) {
    this.#key = `${PREFIX}${account}.${assessment}`;
    this.#collected = this.#read() ?? NOTHING;
  }

  readonly snapshot = (): Collected => this.#collected;

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) addEventListener('storage', this.#onStorage);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) removeEventListener('storage', this.#onStorage);
    };
  };

  /** Stores a remark while it is typed. */
  write(remark: DraftRemark): void {
    const { remarks } = this.#collected;
    const known = remarks.some(({ key }) => key === remark.key);
    this.#keep({
      remarks: known ? remarks.map((one) => (one.key === remark.key ? remark : one)) : [...remarks, remark],
    });
  }

  remove(key: string): void {
    this.#keep({ remarks: this.#collected.remarks.filter((one) => one.key !== key) });
  }

  /** Moves a remark about a deleted file to the file's item or category. */
  detach({ fileId: _gone, name: _name, ...rest }: DraftRemark): void {
    this.#keep({ remarks: this.#collected.remarks.map((one) => (one.key === rest.key ? rest : one)) });
  }

  describe(step: string, text: string): void {
    this.#keep({ descriptions: { ...this.#collected.descriptions, [step]: text } });
  }

  /** Forgets everything after it has been sent. */
  clear(): void {
    this.#keep(NOTHING);
  }

  #keep(change: Partial<Collected>): void {
    this.#collected = { ...this.#collected, ...change };
    const { remarks, descriptions } = this.#collected;
    const empty = remarks.length === 0 && Object.values(descriptions).every((text) => text === '');
    writeStored(this.#key, empty ? null : JSON.stringify(this.#collected));
    this.#tell();
  }

  readonly #onStorage = ({ key }: StorageEvent): void => {
    if (key !== this.#key) return;
    this.#collected = this.#read() ?? NOTHING;
    this.#tell();
  };

  #read(): Collected | null {
    return readStoredJson(this.#key, isCollected);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function isCollected(value: unknown): value is Collected {
  if (!isObject(value) || !Array.isArray(value.remarks) || !isObject(value.descriptions)) return false;
  const texts = [...value.remarks.flatMap((remark) => isObject(remark) && [remark.key, remark.part, remark.text])];
  return [...texts, ...Object.values(value.descriptions)].every((text) => typeof text === 'string');
}

/** The remarks to send, without blank ones. */
export function remarksOf({ remarks }: Collected): Remark[] {
  return filled(remarks).map(({ key: _key, name: _name, text, ...tied }) => ({ ...tied, text: text.trim() }));
}

/** Remarks with text, in sending order. */
export function filled(remarks: readonly DraftRemark[]): DraftRemark[] {
  return remarks.filter(({ text }) => !isAbsent(text));
}
