import type { Reason } from '../domain/assessment/fields.ts';
import type { Common } from './en/common.ts';

/** A reason as text. */
export function reasonText(reason: Reason, text: Common): string {
  const { reasons } = text;
  switch (reason.code) {
    case 'type':
      return reasons.type[reason.expected];
    case 'tooLong':
      return reasons.tooLong(reason.max);
    case 'tooShort':
      return reasons.tooShort(reason.min);
    case 'tooSmall':
      return reasons.tooSmall(reason.min);
    case 'tooLarge':
      return reasons.tooLarge(reason.max);
    case 'decimals':
      return reasons.decimals(reason.max);
    case 'tooMany':
      return reasons.tooMany(reason.max);
    case 'tooFew':
      return reasons.tooFew(reason.min);
    case 'oneOf':
      return reasons.oneOf(reason.values.join(', '));
    case 'invisible':
      return reasons.invisible(reason.character, reason.position);
    case 'serial':
      return reasons.serial(reason.like);
    case 'serialOrder':
      return reasons.serialOrder(reason.previous);
    case 'sum':
      return reasons.sum(reason.sum, reason.stated);
    case 'holidayLine':
      return reasons.holidayLine(reason.line);
    default:
      return reasons[reason.code];
  }
}
