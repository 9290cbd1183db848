import { ApiError } from '@shp/shared/api/errors';
import type { Begun, FactorAsked } from '@shp/shared/api/factors/factorObjects';
import { proofKindOf } from '@shp/shared/domain/accounts/factors';
import { Box, Text } from 'ink';
import { useRef, useState } from 'react';
import type { Api } from '../../../api/client.ts';
import { errorText } from '../../format.ts';
import { useKeys } from '../../keys/useKeys.ts';
import { useUi } from '../../ui.ts';
import { LineInput } from '../../widgets/LineInput.tsx';
import { Muted } from '../../widgets/Muted.tsx';
import { useFields } from '../../widgets/useFields.ts';
import { EntranceBox } from './EntranceBox.tsx';

const FIELDS = ['code'] as const;
const WIDEST_INPUT = 24;

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
  const { texts, look } = useUi();
  const { tui, login } = texts;
  const fields = useFields(FIELDS, {}, 'code');
  const [problem, setProblem] = useState('');
  const [isSending, setSending] = useState(false);
  const busy = useRef(false);
  const submit = async () => {
    const code = fields.text('code').trim();
    if (code === '') return setProblem(login.codeRequired);
    if (busy.current) return;
    busy.current = true;
    setProblem('');
    setSending(true);
    try {
      onDone(await api.call('POST session/factor', { id: asked.id, kind: proofKindOf(code), code }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'gone') return onBack(error.message);
      setProblem(errorText(error, texts));
      setSending(false);
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
    <EntranceBox heading={tui.factor.title} server={api.server} help={tui.factor.lost}>
      <Text wrap="wrap">{asked.kinds.includes('totp') ? tui.factor.note : tui.factor.noteRecovery}</Text>
      <Text> </Text>
      <Box height={1}>
        <Text bold>{login.code} </Text>
        <LineInput line={fields.line('code')} width={WIDEST_INPUT} focus />
      </Box>
      {problem === '' ? (
        <Muted>{isSending ? login.loggingIn : ' '}</Muted>
      ) : (
        <Text {...look.text('red')} wrap="wrap">
          {`! ${problem}`}
        </Text>
      )}
    </EntranceBox>
  );
}
