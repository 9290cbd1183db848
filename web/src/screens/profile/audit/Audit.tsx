import LinearProgress from '@mui/material/LinearProgress';
import { ListContextProvider } from 'react-admin';
import { useText } from '../../../core/i18n/texts.ts';
import { Failure } from '../../../ui/Failure.tsx';
import { DateRangeFilter, FilterRow, SelectFilter } from '../../../ui/list/filters.tsx';
import { Pager } from '../../../ui/list/Pager.tsx';
import { useAdministrationText } from '../administrationText.ts';
import { useProfileText } from '../profileText.ts';
import { AuditTable } from './AuditTable.tsx';
import { ExportAudit } from './ExportAudit.tsx';
import { UserFilter } from './UserFilter.tsx';
import { useAuditList } from './useAuditList.ts';
import { Verify } from './Verify.tsx';

/** The audit, newest first, or only the rows of one object. */
export default function Audit({ objectId }: { objectId?: string }) {
  const { login } = useText();
  const { tabs } = useProfileText();
  const { audit: text } = useAdministrationText();
  const { list, input } = useAuditList(objectId);
  const { error, isFetching = false, refetch, data } = list;
  return (
    <ListContextProvider value={list}>
      <FilterRow
        first={<UserFilter />}
        lastName={tabs.audit}
        last={
          <>
            <ExportAudit input={input} />
            {objectId === undefined && <Verify />}
          </>
        }
      >
        <SelectFilter source="action" label={text.action} options={Object.entries(text.actions)} />
        <DateRangeFilter
          label={text.days}
          from={{ source: 'from', label: text.from }}
          to={{ source: 'to', label: text.to }}
        />
      </FilterRow>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {isFetching && data?.length === 0 && <LinearProgress aria-label={login.loading} />}
      {!error && <AuditTable busy={isFetching} rows={data ?? []} namesStations={objectId === undefined} />}
      <Pager />
    </ListContextProvider>
  );
}
