import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ApiError } from '@shp/shared/api/errors';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { useState } from 'react';
import { Form } from 'react-admin';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { setUser, useUser } from '../../core/session.ts';
import { useToast } from '../../core/useToast.ts';
import { FONT_SIZES } from '../../theme/tokens.ts';
import { FormGrid } from '../../ui/FormGrid.tsx';
import { ProfileInputs, profileValues, type TypedProfile } from '../users/ProfileInputs.tsx';

/** The user's own profile. */
export function MyData() {
  const { common, web } = useText();
  const user = useUser();
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function save(typed: TypedProfile) {
    setBusy(true);
    try {
      const change = profileValues(user.role, typed);
      setUser(await client.call('POST user/my_profile', { ...change, version: user.version }));
      toast.done(web.saved);
      return;
    } catch (error) {
      toast.failed(error);
      return error instanceof ApiError ? error.fields : {};
    } finally {
      setBusy(false);
    }
  }

  const facts = [
    [common.fields.account, user.account],
    [common.fields.role, common.roles[user.role]],
    ...(user.division === null ? [] : [[common.fields.division, divisionPath(user.division)]]),
  ];
  return (
    <Form defaultValues={user.profile} mode="onBlur" noValidate onSubmit={(typed: TypedProfile) => save(typed)}>
      <Box component="dl" sx={FACTS}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Box>
      <FormGrid>
        <ProfileInputs role={user.role} within="" />
      </FormGrid>
      <Button type="submit" variant="contained" loading={busy} sx={{ mt: 2 }}>
        {web.save}
      </Button>
    </Form>
  );
}

/** What the user cannot change: the name of each fact above it. */
const FACTS = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 5,
  rowGap: 1,
  m: 0,
  mb: 2,
  '& dt': { color: 'text.secondary', fontSize: FONT_SIZES.small },
  '& dd': { m: 0, fontWeight: 600 },
} as const;
