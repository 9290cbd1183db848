import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { Camera } from '../../files/camera/Camera.tsx';
import { FilesAt } from '../../files/FilesAt.tsx';
import { useUploadsAt } from '../../files/upload/useUploads.ts';
import type { Entry } from '../../outbox/entries.ts';
import type { NewFinding } from '../../outbox/findingSenders.ts';
import { EditConflict } from '../EditConflict.tsx';
import { CARD, FACTS, HEAD, TEXT } from './card.ts';
import { useFindingText } from './texts.ts';
import { keyOfNew } from './unsent.ts';

/** A new finding that is kept on this device with its photographs, or the choice that it needs. */
export default function UnsentCard({ entry }: { entry: Entry }) {
  const { findings } = useFindingText();
  const { serial, text } = entry.value as NewFinding;
  const words = findings.screen;
  const key = keyOfNew(entry);
  const { uploads, pending } = useUploadsAt(key, key);
  return (
    <Box component="li" sx={CARD}>
      <Box sx={HEAD}>
        <Chip size="small" color="warning" label={words.unsent} />
        {serial}
      </Box>
      <Box sx={TEXT}>{text}</Box>
      <FilesAt
        assessment={key}
        label={words.evidence}
        files={[]}
        pending={{ uploads, list: pending }}
        mayDelete={false}
      />
      {entry.trouble === null && (
        <div>
          <Camera of={key} target={{ target: 'newFinding', key }} name={text} />
          <Box sx={FACTS}>{words.kept}</Box>
        </div>
      )}
      <EditConflict entry={entry} show={(value) => (value as NewFinding).text} />
    </Box>
  );
}
