import Box from '@mui/material/Box';
import { memo, Suspense, useState } from 'react';
import { useExpertText } from '../../../core/i18n/expertTexts.ts';
import { lazyExtra } from '../../../core/lazyWithPreload.tsx';
import { TOUCH_ONLY } from '../../../theme/tokens.ts';
import type { Action } from './actions.ts';

const KeyList = lazyExtra(() => import('./KeyList.tsx'));

/** The scoring keys, folded, where there are keys. */
export const KeyHelp = memo(function KeyHelp(props: { without?: Action; hint?: string }) {
  const { keys } = useExpertText();
  const [isShown, setShown] = useState(false);
  return (
    <Box component="details" sx={FOLD} onToggle={() => setShown(true)}>
      <summary>{keys.label}</summary>
      <Suspense>{isShown && <KeyList {...props} />}</Suspense>
    </Box>
  );
});

const FOLD = { [TOUCH_ONLY]: { display: 'none' } } as const;
