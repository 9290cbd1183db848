import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import type { Level } from '@shp/shared/domain/assessment/statuses';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useSettings } from '../../core/useSettings.ts';
import { useToast } from '../../core/useToast.ts';

/** Asks for the level and applies. */
export default function ApplyDialog({ onClose }: { onClose: () => void }) {
  const { common, web } = useText();
  const settings = useSettings();
  const toast = useToast();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Level | null>(null);
  const [busy, setBusy] = useState(false);
  const levels = settings?.acceptApplications ? settings.openLevels.toSorted() : [];
  const level = chosen ?? levels.at(-1) ?? null;
  /** The rates that a level needs. */
  const needs = (of: Level) => settings && web.assessments.applyNeeds(settings.thresholds[of]);

  async function apply() {
    if (level === null) return;
    setBusy(true);
    try {
      const { id } = await client.call('POST assessment/add_assessment', { level });
      toast.done(web.assessments.created);
      navigate(`/assessments/${encodeURIComponent(id)}/station`);
    } catch (error) {
      setBusy(false);
      toast.failed(error);
    }
  }

  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="apply">
      <DialogTitle id="apply">{web.assessments.applyTitle}</DialogTitle>
      <DialogContent>
        {settings && levels.length === 0 && <Alert severity="info">{web.assessments.applyClosed}</Alert>}
        {levels.length > 0 && (
          <FormControl>
            <FormLabel id="apply-level">{web.assessments.applyLevel}</FormLabel>
            <RadioGroup
              aria-labelledby="apply-level"
              value={level}
              onChange={(_, value) => setChosen(levels.find((one) => String(one) === value) ?? null)}
            >
              {levels.map((one) => (
                <div key={one}>
                  <FormControlLabel value={one} control={<Radio />} label={common.levels[one]} />
                  <FormHelperText sx={{ ml: 4, mt: -1 }}>{needs(one)}</FormHelperText>
                </div>
              ))}
            </RadioGroup>
            <FormHelperText sx={{ mx: 0 }}>{web.assessments.applyNote}</FormHelperText>
          </FormControl>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{web.cancel}</Button>
        <Button variant="contained" disabled={level === null} loading={busy} onClick={() => void apply()}>
          {web.assessments.applyStart}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
