import { z } from 'zod';
import { LANGS } from '../../domain/lib/lang.ts';
import { call } from '../call.ts';
import { level } from '../objects.ts';
import { division, keyword, paging } from '../schemas.ts';

export const publicRating = z
  .strictObject({
    station: z.string(),
    division: z.string(),
    divisionName: z.string(),
    level,
    validUntil: z.string(),
    number: z.string(),
  })
  .meta({ id: 'PublicRating' });

const proposal = z
  .strictObject({ ...publicRating.shape, until: z.string() })
  .omit({ validUntil: true })
  .meta({ id: 'PublicProposal' });

/** Calls that need no session. */
export const published = {
  'GET public/ratings': call({
    summary: 'Ratings that are valid today, if they are published',
    who: 'anyone',
    reach: { kind: 'open' },
    token: 'none',
    audited: false,
    cacheable: 'weak',
    page: true,
    /** `lang`: the language of the page, by default the browser's. */
    input: z.strictObject({
      ...paging,
      name: keyword.optional(),
      division: z.union([z.literal(''), division]).optional(),
      level: z.enum(['', '1', '2', '3']).optional(),
      lang: z.enum(LANGS).optional(),
    }),
    output: z.strictObject({
      published: z.boolean(),
      total: z.int(),
      items: z.array(publicRating),
      /** Decisions to pass before they take effect, and where to object; absent if there are none. */
      proposals: z.array(proposal).optional(),
      objectionsTo: z.string().optional(),
    }),
  }),
};
