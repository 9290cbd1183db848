import CheckCircle from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Assessment, FileItem } from '@shp/shared/api/objects';
import { FILE_TYPES, type FileCategory, fileNeeded } from '@shp/shared/domain/assessment/files';
import type { Form } from '@shp/shared/domain/assessment/form';
import { useRef } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { useSettings } from '../../core/useSettings.ts';
import { FilesAt } from '../../files/FilesAt.tsx';
import { AddFiles } from '../../files/upload/AddFiles.tsx';
import { useFileDrop } from '../../files/upload/useFileDrop.ts';
import { useUpload, useUploadsAt } from '../../files/upload/useUploads.ts';
import { type Category as CategoryRule, useCategories } from '../../files/useCategories.ts';
import { TOUCH_ONLY } from '../../theme/tokens.ts';
import { Loading } from '../../ui/Loading.tsx';
import { useArrival } from '../anchors.ts';
import { GoneFiles } from '../history/ChangeMark.tsx';
import { NothingChanged } from '../history/OnlyChanges.tsx';
import { useShownChanges } from '../history/useChanges.ts';
import { ReadOnlyNote } from '../ReadOnlyNote.tsx';
import { Remarking } from '../remarks/editor/RemarkButton.tsx';
import { GivenRemarks } from '../remarks/Remarks.tsx';
import { Archive } from './Archive.tsx';
import { fileMarks } from './fileMarks.tsx';

type Props = { assessment: Assessment; form: Form; files: readonly FileItem[] | undefined };

/** The files of an application by category. */
export function FilesTab({ assessment, form, files }: Props) {
  const { common, review } = useReviewText();
  const categories = useCategories(assessment.level);
  const { maxFileMB } = useSettings() ?? {};
  const mayUpload = assessment.permissions.uploadEvidence;
  const { changes, only } = useShownChanges();
  const shown = only ? categories.filter(({ id }) => changes?.categories.has(id)) : categories;
  if (!files) return <Loading />;
  const isNeeded = (rule: CategoryRule) => fileNeeded(rule.required, form.plant.reservoirCapacity);
  const isThere = (rule: CategoryRule) => files.some(({ category }) => category === rule.id);
  const needed = categories.filter(isNeeded);

  return (
    <Paper sx={{ p: { xs: 1.5, sm: 2 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'start', mb: 1 }}>
        <Box sx={{ flex: '1 1 18rem' }}>
          {needed.length > 0 && (
            <Typography sx={{ fontWeight: 600 }}>
              {review.files.uploadedOf(needed.filter(isThere).length, needed.length)}
            </Typography>
          )}
          {mayUpload ? (
            <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
              <Box component="span" sx={{ [TOUCH_ONLY]: { display: 'none' } }}>
                {review.files.dropHint}
                {common.marks.gap}
              </Box>
              {maxFileMB !== undefined &&
                review.files.allowed(Object.keys(FILE_TYPES).join(common.marks.list), maxFileMB)}
            </Typography>
          ) : (
            <ReadOnlyNote />
          )}
        </Box>
        <Archive assessment={assessment.id} files={files} />
      </Box>
      {shown.length === 0 && <NothingChanged />}
      {shown.map((rule) => (
        <Category
          key={rule.id}
          assessment={assessment.id}
          rule={rule}
          needed={isNeeded(rule)}
          files={files.filter(({ category }) => category === rule.id)}
          mayUpload={mayUpload}
        />
      ))}
    </Paper>
  );
}

type CategoryProps = {
  assessment: string;
  rule: CategoryRule;
  needed: boolean;
  files: readonly FileItem[];
  mayUpload: boolean;
};

function Category({ assessment, rule: { id: category, title }, needed, files, mayUpload }: CategoryProps) {
  const { review } = useReviewText();
  const place = useRef<HTMLDivElement>(null);
  const upload = useUpload(assessment);
  const { uploads, pending } = useUploadsAt(assessment, category);
  const add = (chosen: File[]) => upload({ target: 'file', category: category as FileCategory }, chosen);
  const { over, handlers } = useFileDrop(mayUpload ? add : null);
  useArrival(place, { part: 'file', category });
  return (
    <Box component="section" ref={place} aria-label={title} tabIndex={-1} {...handlers} sx={over ? OVER : CATEGORY}>
      <Remarking at={{ part: 'file', category }}>
        {(button, editor) => (
          <>
            <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, alignItems: 'center', columnGap: 1 }}>
              <Typography variant="h2" component="h3" sx={{ flex: '0 1 auto', fontSize: '1rem' }}>
                {title}
              </Typography>
              <Box sx={{ display: 'flex', flex: '1 0 auto', alignItems: 'center', gap: 1 }}>
                {needed && (
                  <Chip
                    size="small"
                    variant="outlined"
                    {...(files.length > 0 ? { icon: <CheckCircle color="success" /> } : { color: 'warning' })}
                    label={files.length > 0 ? review.files.uploaded : review.files.missing}
                  />
                )}
                <Box sx={{ flex: 1 }} />
                {mayUpload && <AddFiles text={review.files.add} label={review.files.addTo(title)} onFiles={add} />}
                {button}
              </Box>
            </Box>
            <GivenRemarks at={{ part: 'file', category }} />
            {editor}
          </>
        )}
      </Remarking>
      <FilesAt
        assessment={assessment}
        label={title}
        files={files}
        pending={mayUpload ? { uploads, list: pending } : undefined}
        mayDelete={mayUpload}
        marks={fileMarks}
      />
      <GoneFiles assessment={assessment} at={(file) => file.category === category} />
    </Box>
  );
}

const CATEGORY = {
  py: 1,
  borderBottom: '1px solid',
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
  '&:focus': { outline: 0 },
} as const;
const OVER = { ...CATEGORY, bgcolor: 'action.hover', outline: '2px dashed', outlineColor: 'primary.main' } as const;
