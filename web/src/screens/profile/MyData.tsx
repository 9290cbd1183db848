import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ApiError } from '@shp/shared/api/errors';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { useState } from 'react';
import { Form } from 'react-admin';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { setUser, useUser } from '../../core/session.ts';
import { useToast } from '../../core/useToast.ts';
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

  return (
    <Form defaultValues={user.profile} mode="onBlur" noValidate onSubmit={(typed: TypedProfile) => save(typed)}>
      <Stack spacing={2} sx={{ maxWidth: 560 }}>
        <Typography>
          {common.fields.account}
          {common.marks.colon}
          {user.account}
          <br />
          {common.fields.role}
          {common.marks.colon}
          {common.roles[user.role]}
          {user.division !== null && (
            <>
              <br />
              {common.fields.division}
              {common.marks.colon}
              {divisionPath(user.division)}
            </>
          )}
        </Typography>
        <ProfileInputs role={user.role} within="" />
        <Button type="submit" variant="contained" loading={busy} sx={{ alignSelf: 'start' }}>
          {web.save}
        </Button>
      </Stack>
    </Form>
  );
}
