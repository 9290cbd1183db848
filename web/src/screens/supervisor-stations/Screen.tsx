import { Suspense } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { ColumnChoice } from '../../ui/list/ColumnChoice.tsx';
import { DivisionFilters } from '../../ui/list/DivisionFilters.tsx';
import { FilterRow, TextFilter } from '../../ui/list/filters.tsx';
import { List } from '../../ui/list/List.tsx';
import { isEmpty, ListTable } from '../../ui/list/ListTable.tsx';
import { isOfRating, RatingCell } from '../../ui/list/RatingCell.tsx';
import { RatingFilters } from '../../ui/list/RatingFilters.tsx';
import { Page } from '../../ui/Page.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { cardsOf, HIDDEN } from '../users/columnsOf.ts';
import { BY_ACCOUNT, LISTED_COLUMNS, type SupervisedStation } from './columns.ts';
import { StationsExport } from './StationsExport.tsx';
import { Totals } from './Totals.tsx';

const UserShow = lazyDialog(() => import('../users/UserShow.tsx'));
const NAME = 'name';

/** The stations linked to the logged-in aggregate account. */
export default function SupervisorStations() {
  const { common, web } = useText();
  const dialog = useDialog();
  const title = common.menu.supervisorStations;
  return (
    <List<SupervisedStation> resource="supervised" sort={BY_ACCOUNT}>
      <Page
        title={title}
        more={
          <>
            <StationsExport />
            <ColumnChoice name="supervised" columns={LISTED_COLUMNS} fixed={NAME} usual={HIDDEN.supervised} />
          </>
        }
      >
        <Totals />
        <FilterRow first={<TextFilter source="filter" label={web.list.keyword} />}>
          <RatingFilters />
          <DivisionFilters />
        </FilterRow>
        <ListTable<SupervisedStation>
          name="supervised"
          label={title}
          columns={LISTED_COLUMNS}
          hidden={HIDDEN.supervised}
          linked={{ key: NAME, to: ({ id }) => dialog.to('show', id).search }}
          nameOf={({ profile }) => profile.name}
          draw={({ key }, { latest, rating }) => {
            if (isOfRating(key)) return <RatingCell column={key} rating={rating} />;
            return key === 'status' && latest ? <StatusChip status={latest.status} /> : undefined;
          }}
          cards={cardsOf('supervised')}
          empty={(filters) => (isEmpty(filters) ? web.users.emptyLinked : null)}
        />
      </Page>
      <Suspense>{dialog.name === 'show' && <UserShow key={dialog.id} kind="stations" id={dialog.id} />}</Suspense>
    </List>
  );
}
