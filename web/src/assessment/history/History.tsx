import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Event } from '@shp/shared/api/objects';
import type { AnsweredRemark } from '@shp/shared/api/remarkObjects';
import type { FormPath } from '@shp/shared/domain/assessment/form';
import { formLabel } from '@shp/shared/text/problems';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { Clock } from '../../ui/Clock.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { type Anchor, anchorOf, type FileAnchors, hashOf } from '../anchors.ts';
import { Answers } from './Answers.tsx';

type Props = { events: readonly Event[]; files?: FileAnchors };

/** Every step, newest first, with its description and remarks. */
export function History({ events, files }: Props) {
  const { common, review } = useReviewText();
  return (
    <Box component="ol" aria-label={review.history} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {events.toReversed().map(({ id, at, status, by, description, remarks, hints }) => (
        <Box component="li" key={id} sx={EVENT}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
            <Clock at={at} />
            <StatusChip status={status} />
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {by ? review.byWhom(by.name, common.roles[by.role]) : review.bySystem}
            </Typography>
          </Box>
          {description !== '' && <Typography sx={TEXT}>{description}</Typography>}
          {hints.map(({ message }) => (
            <Typography key={message} variant="body2" sx={{ ...TEXT, color: 'text.secondary' }}>
              {`${common.assessment.hint}${common.marks.colon}${message}`}
            </Typography>
          ))}
          {remarks.length > 0 && <RemarkLinks remarks={remarks} {...(files ? { files } : {})} />}
        </Box>
      ))}
    </Box>
  );
}

type LinksProps = {
  remarks: readonly AnsweredRemark[];
  files?: FileAnchors;
  /** Shown below a remark, in place of its answers. */
  below?: (remark: AnsweredRemark, index: number, place: Anchor | null) => ReactNode;
};

/** Remarks with links to their places, and their answers. */
export function RemarkLinks({ remarks, files, below = answersOf }: LinksProps) {
  const { common } = useReviewText();
  const name = useAnchorName();
  return (
    <Box component="ul" sx={{ my: 0.5, pl: 3 }}>
      {remarks.map((remark, index) => {
        const place = anchorOf(remark, files);
        const file = files?.get(remark.fileId ?? '');
        return (
          <li key={JSON.stringify(remark)}>
            {place && (
              <Link component={RouterLink} to={{ hash: hashOf(place) }} underline="always">
                {file ? `${name(place)}${common.marks.colon}${file.name}` : name(place)}
              </Link>
            )}{' '}
            <Box component="span" sx={TEXT}>
              {remark.text}
            </Box>
            {below(remark, index, place)}
          </li>
        );
      })}
    </Box>
  );
}

const answersOf = ({ answers = [] }: AnsweredRemark) => <Answers answers={answers} />;

/** The name of a place on the page. */
export function useAnchorName(): (place: Anchor) => string {
  const { common, review, rules } = useReviewText();
  return (place) => {
    switch (place.part) {
      case 'form':
        return formLabel(place.field as FormPath, rules);
      case 'score':
        return place.serial === undefined ? review.tabs.score : review.item(place.serial);
      case 'file':
        return rules.fileCategories[place.category as keyof typeof rules.fileCategories] ?? place.category;
      case 'evidence':
        return review.evidenceOf(place.serial);
      case 'conclusion':
        return common.assessment.conclusion;
      case 'submit':
        return review.tabs.submit;
    }
  };
}

const EVENT = { py: 1, borderBottom: '1px solid', borderColor: 'divider', '&:last-child': { border: 0 } } as const;
const TEXT = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const;
