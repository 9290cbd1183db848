import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { User } from '@shp/shared/api/objects';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../core/client.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { useFilter } from '../../../ui/list/filters.tsx';
import { useAdministrationText } from '../administrationText.ts';

/** Users offered per kind. */
const OFFERED = 10;

const TYPING_MS = 300;

/** Debounce: the next key aborts this search. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, TYPING_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

async function findUsers(keyword: string, signal: AbortSignal): Promise<User[]> {
  await pause(signal);
  const page = { size: OFFERED };
  const lists = await Promise.all([
    client.call('GET user/managers', { ...page, keyword }, { signal }),
    client.call('GET user/experts', { ...page, keyword }, { signal }),
    client.call('GET user/stations', { ...page, filter: keyword }, { signal }),
    client.call('GET user/supervisors', { ...page, keyword }, { signal }),
  ]);
  return lists.flatMap(({ items }) => items);
}

/** Filters by the acting user, searched by name or account among all users. */
export function UserFilter() {
  const { common, web } = useText();
  const { audit: text } = useAdministrationText();
  const { values, set } = useFilter('userId');
  const [typed, setTyped] = useState('');
  const keyword = typed.trim();
  const id = typeof values.userId === 'string' ? values.userId : null;
  const chosen = useQuery({
    queryKey: ['user', id],
    queryFn: ({ signal }) => client.call('GET user', { id: id ?? '' }, { signal }),
    enabled: id !== null,
  });
  const found = useQuery({
    queryKey: ['users of the audit', keyword],
    queryFn: ({ signal }) => findUsers(keyword, signal),
    enabled: keyword !== '' && keyword !== chosen.data?.profile.name,
    placeholderData: keepPreviousData,
  });
  return (
    <Autocomplete<User>
      sx={{ width: { xs: 120, sm: 240 }, flexGrow: { xs: 1, sm: 0 } }}
      // Wider than its field on a phone.
      slotProps={{ popper: { sx: { minWidth: 240 } } }}
      options={keyword === '' ? [] : (found.data ?? [])}
      value={id === null ? null : (chosen.data ?? null)}
      onChange={(_, user) => set({ userId: user?.id ?? '' })}
      onInputChange={(_, value) => setTyped(value)}
      filterOptions={(users) => users}
      getOptionKey={(user) => user.id}
      getOptionLabel={(user) => user.profile.name}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      renderOption={({ key, ...props }, user) => (
        <li key={key} {...props}>
          {user.profile.name} · {user.account} · {common.roles[user.role]}
        </li>
      )}
      loading={found.isFetching}
      noOptionsText={keyword === '' ? text.userHint : text.noUser}
      clearText={web.list.clearFilters}
      renderInput={(props) => <TextField {...props} label={text.user} placeholder={text.userHint} />}
    />
  );
}
