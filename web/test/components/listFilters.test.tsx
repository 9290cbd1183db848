import { fireEvent, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import { expect, test } from 'vitest';
import { CheckFilter, FilterRow, TextFilter } from '../../src/ui/list/filters.tsx';
import { List } from '../../src/ui/list/List.tsx';
import { RatingFilters } from '../../src/ui/list/RatingFilters.tsx';
import { address, show } from './show.tsx';

/** A list of stations with its filters; `asked` has the filters that a server would be asked for. */
async function showList(at: string) {
  const asked: unknown[] = [];
  const server = {
    async getList(_resource: string, { filter }: { filter: unknown }) {
      asked.push(filter);
      return { data: [], total: 0 };
    },
  } as unknown as DataProvider;
  await show(
    <CoreAdminContext dataProvider={server}>
      <List resource="stations">
        <FilterRow fixed={['isDeleted']}>
          <TextFilter source="filter" label="Search" />
          <RatingFilters />
          <CheckFilter source="isDeleted" label="Recycle bin" />
        </FilterRow>
      </List>
    </CoreAdminContext>,
    { at },
  );
  await screen.findByLabelText('Filters');
  return asked;
}

const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
const rating = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rating' });
const bin = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Recycle bin' });
const CLEAR = { name: 'Clear filters' };

test('what is typed stands in the address after a pause, once, and the list asks for it', async () => {
  const asked = await showList('/stations');
  for (const text of ['d', 'da', 'dam']) fireEvent.change(search(), { target: { value: text } });
  expect(search().value).toBe('dam');
  await waitFor(() => expect(address()).toBe('/stations?search=dam'));
  await waitFor(() => expect(asked.at(-1)).toEqual({ filter: 'dam' }));
  expect(asked).not.toContainEqual({ filter: 'da' });
});

test('an address shows its filters, and clearing leaves the recycle bin open', async () => {
  await showList('/stations?search=dam&rated=3&isDeleted=1');
  expect([search().value, rating().value, bin().checked]).toEqual(['dam', '3', true]);
  fireEvent.click(screen.getByRole('button', CLEAR));
  await waitFor(() => expect(address()).toBe('/stations?isDeleted=1'));
  await waitFor(() => expect([search().value, rating().value, bin().checked]).toEqual(['', '', true]));
  expect(screen.queryByRole('button', CLEAR)).toBeNull();
});

test('two filters changed at once do not undo each other', async () => {
  await showList('/stations');
  fireEvent.change(rating(), { target: { value: 'none' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Rating ends' }), { target: { value: '90' } });
  await waitFor(() => expect(address()).toBe('/stations?rated=none&expiring=90'));
});

test('what an address says that is no filter is left out, and said', async () => {
  const asked = await showList('/stations?rated=9&search=dam');
  expect(screen.getByRole('alert').textContent).toBe('Ignored in the URL: rated=9');
  await waitFor(() => expect(asked.at(-1)).toEqual({ filter: 'dam' }));
});
