import { ApiError } from '@shp/shared/api/errors';
import type { Begun, FactorAsked } from '@shp/shared/api/factors/factorObjects';
import { proofKindOf } from '@shp/shared/domain/accounts/factors';
import { Box, Text } from 'ink';
import { useRef, useState } from 'react';
import type { Api } from '../../api/client.ts';
import { errorText } from '../format.ts';
import { useKeys } from '../keys/useKeys.ts';
import { useUi } from '../ui.ts';
import { LineInput } from '../widgets/LineInput.tsx';
import { useFields } from '../widgets/useFields.ts';

const FIELDS = ['code'] as const;

type Props = {
  api: Api;
  asked: FactorAsked;
  /** Layers below get no keys. */
  modal: boolean;
  onDone(login: Begun): void;
  /** Back to account and password; with why, if the server ended the login. */
  onBack(why: string): void;
};

/** The second step of a login: the code of an app, or a recovery code. */
export function FactorStep({ api, asked, modal, onDone, onBack }: Props) {
  const { texts, columns, color } = useUi();
  const { tui, login } = texts;
  const fields = useFields(FIELDS, {}, 'code');
  const [problem, setProblem] = useState('');
  const busy = useRef(false);
  const submit = async () => {
    const code = fields.text('code').trim();
    if (code === '') return setProblem(login.codeRequired);
    if (busy.current) return;
    busy.current = true;
    setProblem(login.loggingIn);
    try {
      onDone(await api.call('POST session/factor', { id: asked.id, kind: proofKindOf(code), code }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'gone') return onBack(error.message);
      setProblem(errorText(error, texts));
      fields.set('code', '');
    } finally {
      busy.current = false;
    }
  };
  useKeys({
    places: ['menu', 'login'],
    handlers: { choose: () => void submit(), cancel: () => onBack('') },
    typing: fields.typing,
    modal,
  });
  return (
    <Box flexDirection="column" paddingX={1} paddingTop={1}>
      <Text bold>{tui.factor.title}</Text>
      <Text wrap="wrap">{asked.kinds.includes('totp') ? tui.factor.note : tui.factor.noteRecovery}</Text>
      <Text> </Text>
      <Box height={1}>
        <LineInput line={fields.line('code')} width={Math.min(40, columns - 2)} focus />
      </Box>
      <Text {...(color ? { color: 'red' } : {})} wrap="truncate-end">
        {problem === '' ? ' ' : problem}
      </Text>
    </Box>
  );
}
