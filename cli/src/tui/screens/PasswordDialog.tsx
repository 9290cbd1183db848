import { ApiError } from '@shp/shared/api/errors';
import { changePasswordProblems, hashPassword } from '@shp/shared/domain/accounts/passwords';
import { Box, Text } from 'ink';
import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { displayWidth } from '../../lib/width.ts';
import { errorText } from '../format.ts';
import { useKeys } from '../keys/useKeys.ts';
import { useUi } from '../ui.ts';
import { useFrameHead } from '../widgets/Framed.tsx';
import { LineInput } from '../widgets/LineInput.tsx';
import { useFields } from '../widgets/useFields.ts';

const FIELDS = ['oldPassword', 'newPassword', 'confirmation'] as const;
type Field = (typeof FIELDS)[number];

type Props = {
  api: Api;
  /** Why it is required; absent if the user chose it. */
  why?: string;
  /** The old password, if it was just typed. */
  old?: string;
  onDone(): void;
  onCancel(): void;
};

/** Changes the caller's own password. */
export function PasswordDialog({ api, why, old = '', onDone, onCancel }: Props) {
  const { texts, columns, look } = useUi();
  const { tui, common } = texts;
  const fields = useFields(FIELDS, { oldPassword: old }, old === '' ? 'oldPassword' : 'newPassword');
  const [problems, setProblems] = useState<Partial<Record<Field | 'all', string>>>({});
  const submit = async () => {
    const values = {
      oldPassword: fields.text('oldPassword'),
      newPassword: fields.text('newPassword'),
      confirmation: fields.text('confirmation'),
    };
    const found = changePasswordProblems(values, common.password);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    try {
      await api.call('POST user/change_password', {
        oldPassword: hashPassword(values.oldPassword),
        newPassword: hashPassword(values.newPassword),
      });
      onDone();
    } catch (error) {
      const reasons = error instanceof ApiError ? error.fields : {};
      setProblems(FIELDS.some((name) => reasons[name]) ? reasons : { all: errorText(error, texts) });
    }
  };
  const next = () => (fields.focused === 'confirmation' ? void submit() : fields.step(1));
  useKeys({
    places: ['menu', 'login'],
    handlers: { choose: next, cancel: onCancel, nextField: () => fields.step(1), previousField: () => fields.step(-1) },
    typing: fields.typing,
    modal: true,
  });
  useFrameHead(tui.password.title);
  const labels: Record<Field, string> = tui.password.fields;
  const width = Math.max(...FIELDS.map((name) => displayWidth(labels[name])));
  return (
    <Box flexDirection="column">
      {why !== undefined && <Text wrap="wrap">{why}</Text>}
      {why !== undefined && <Text> </Text>}
      {FIELDS.map((name) => (
        <Box key={name} flexDirection="column">
          <Box height={1}>
            <Box width={width + 2} flexShrink={0}>
              <Text bold={fields.focused === name}>{labels[name]}</Text>
            </Box>
            <LineInput
              line={fields.line(name)}
              width={Math.min(30, columns - width - 2)}
              focus={fields.focused === name}
              hidden
            />
          </Box>
          <Text {...look.text('red')} wrap="truncate-end">
            {problems[name] ? `! ${problems[name]}` : ' '}
          </Text>
        </Box>
      ))}
      <Text {...look.text('red')} wrap="truncate-end">
        {problems.all ? `! ${problems.all}` : ' '}
      </Text>
    </Box>
  );
}
