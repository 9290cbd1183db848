import { SIZE_DEFAULT } from '@shp/shared/domain/lists';
import { ListBase, type ListBaseProps, type RaRecord } from 'react-admin';

/** What the table says in its place is not told a second time. */
const TOLD_BY_TABLE = { onError: () => undefined };

/** A react-admin list as all of ours are: its state in the address bar, its failures told by its table. */
export function List<R extends RaRecord>(props: ListBaseProps<R>) {
  return <ListBase<R> storeKey={false} perPage={SIZE_DEFAULT} queryOptions={TOLD_BY_TABLE} {...props} />;
}
