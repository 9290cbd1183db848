import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { DIALOGS, type DialogName, dialogSearch } from './address.ts';

/** The dialog that the address bar has opened over a list, and ways to open and close one. */
export function useDialog() {
  const [params] = useSearchParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const name = DIALOGS.find((one) => params.has(one)) ?? null;
  return {
    name,
    id: name === null ? '' : (params.get(name) ?? ''),
    to: (dialog: DialogName, id = '') => ({ search: dialogSearch(search, { [dialog]: id }) }),
    open: (dialog: DialogName, id = '') => navigate({ search: dialogSearch(search, { [dialog]: id }) }),
    close: () => navigate({ search: dialogSearch(search, null) }, { replace: true }),
  };
}
