import { REMARK_MAX, type Remark } from '@shp/shared/domain/assessment/remarks';
import { createContext, useContext } from 'react';
import { wrap } from '../../../lib/wrap.ts';
import { errorText } from '../../format.ts';
import { type Reason, reasonOf } from '../../keys/reasons.ts';
import { useWhenLoaded } from '../../keys/useKeys.ts';
import { isAbout, type RemarkPlace, type Reviewed } from '../../remarkDrafts.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useTexts } from '../../ui.ts';
import { Prompt } from '../../widgets/Prompt.tsx';
import { remarkText } from './UnsentRemarks.tsx';

/** Giving remarks on the parts of an assessment. */
export type Remarking = {
  /** Whether the role ever gives remarks. */
  readonly isOffered: boolean;
  /** Why none can be given now; null if that is possible. */
  readonly why: Reason | string | null;
  /** Whether it is not known yet if one can be given. */
  isComing(): boolean;
  readonly given: readonly Remark[];
  /** Asks for a remark on a place, which has this name. */
  ask(place: RemarkPlace, name: string): void;
};

export const RemarkingContext = createContext<Remarking>({
  isOffered: false,
  why: null,
  isComing: () => false,
  given: [],
  ask: () => {},
});

/** The key of remarks for a part: `ask` opens the remark on what is under the cursor. */
export function useRemarking() {
  const remarking = useContext(RemarkingContext);
  const { isOffered, why, isComing, given, ask } = remarking;
  const { say } = useSession();
  const whenKnown = useWhenLoaded<() => void>(isComing, (give) =>
    why === null ? give() : say(reasonOf(why).text, 'bad'),
  );
  return {
    ask,
    /** How many are not sent. */
    unsent: given.length,
    textOn: (place: RemarkPlace) => given.find((one) => isAbout(one, place))?.text,
    unmet: { remarkRight: why },
    keys: <A extends unknown[]>(give: (...at: A) => void): { remark?: (...at: A) => void } =>
      isOffered ? { remark: (...at) => whenKnown(() => give(...at)) } : {},
  };
}

type Props = { assessment: Reviewed; place: RemarkPlace; name: string; onClose(): void };

/** Asks for a remark, which is kept until the application is returned. */
export function RemarkDialog({ assessment, place, name, onClose }: Props) {
  const texts = useTexts();
  const { acts, common } = texts;
  const { remarks, say } = useSession();
  const was = remarks.of(assessment.id).find((one) => isAbout(one, place))?.text ?? '';
  const keep = (text: string): string | null => {
    if ([...text].length > REMARK_MAX) return common.reasons.tooLong(REMARK_MAX);
    onClose();
    try {
      remarks.keep(assessment, { ...place, text });
    } catch (error) {
      say(acts.remarking.notStored(errorText(error, texts)), 'failed');
      return null;
    }
    const count = remarks.of(assessment.id).length;
    if (text.trim() !== '') say(acts.remarking.kept(count), 'good');
    else if (was !== '') say(acts.remarking.removed, 'good');
    return null;
  };
  return (
    <Prompt
      title={acts.remarking.title(name)}
      label={acts.remarking.label}
      initial={was}
      note={acts.remarking.note}
      editor="remark.txt"
      onAnswer={keep}
      onCancel={onClose}
    />
  );
}

/** Remarks that are named in a dialog. */
const NAMED = 5;

/** The remarks that go with a return, or how to give some. */
export function remarkLines(given: readonly Remark[], texts: Texts, columns: number): string[] {
  const { acts } = texts;
  if (given.length === 0) return wrap(acts.remarking.how, columns);
  const lines = given.slice(0, NAMED).map((remark) => {
    const [first = '', ...more] = wrap(`- ${remarkText(remark, texts)}`, columns);
    return more.length > 0 ? `${first}…` : first;
  });
  return [
    ...wrap(acts.remarking.kept(given.length), columns),
    ...lines,
    ...(given.length > NAMED ? [acts.remarking.more(given.length - NAMED)] : []),
  ];
}
