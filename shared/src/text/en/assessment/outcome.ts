import type { StepName } from '../../../domain/assessment/lifecycle.ts';
import { counted } from '../../counted.ts';

type Facts = { number: string; until: string; remarks: number };

/** What became of a station's application at a level: the message after a decision. */
export const outcome = {
  submit: (station: string, level: string) => `${station}, ${level}: submitted, awaiting the first review.`,
  takeBack: (station: string, level: string) => `${station}, ${level}: taken back; you can change it again.`,
  withdraw: (station: string, _level: string, { number }: Facts) => `${station}: application ${number} has ended.`,
  passFirst: (station: string, level: string) =>
    `${station}, ${level}: first review passed; the final manager assigns experts.`,
  return: (station: string, level: string, { remarks }: Facts) =>
    `${station}, ${level}: returned${remarks === 0 ? '' : ` with ${counted(remarks, 'remark', 'remarks')}`}.`,
  startReview: (station: string, level: string) => `${station}, ${level}: the experts can score now.`,
  endReview: (station: string, level: string) => `${station}, ${level}: review ended, awaiting the final review.`,
  reopenReview: (station: string, level: string) => `${station}, ${level}: the experts' conclusions are open again.`,
  propose: (station: string, level: string, { until }: Facts) =>
    `${station}, ${level}: proposed to pass, public until ${until}.`,
  stopProposal: (station: string, level: string) => `${station}, ${level}: the proposal has been stopped.`,
  pass: (station: string, level: string, { until }: Facts) => `${station} passed: ${level}, valid until ${until}.`,
  fail: (station: string, level: string) => `${station} did not pass: ${level}.`,
  revoke: (station: string, level: string) => `${station}, ${level}: the rating is revoked as of today.`,
  conclude: (station: string, level: string, score: string) =>
    `${station}, ${level}: your conclusion is submitted, score ${score}.`,
  certificate: 'Certificate',
  print: 'Print',
} satisfies Record<StepName, (station: string, level: string, facts: Facts) => string> & Record<string, unknown>;

export type OutcomeText = typeof outcome;
