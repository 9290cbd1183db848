import { DIALOGS, type DialogName, dialogSearch } from '@shp/shared/domain/addresses/dialogs';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** The dialog that the address opens over a list, and functions to open and close it. */
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
