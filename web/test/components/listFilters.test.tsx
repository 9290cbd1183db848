import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import { afterEach, expect, test } from 'vitest';
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
        <FilterRow fixed={['isDeleted']} first={<TextFilter source="filter" label="Search" />}>
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

const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } };
afterEach(() => happyDOM.setViewport({ width: 1024 }));

const chips = () => {
  const list = screen.queryByRole('list', { name: 'Active filters' });
  return list
    ? within(list)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent)
    : [];
};
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

test('a filter whose control is in sight has no chip, any other has one that removes it', async () => {
  await showList('/stations?rated=3&city=450300');
  expect([rating().value, chips()]).toEqual(['3', ['Remove the filter 桂林市']]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove the filter 桂林市' }));
  await waitFor(() => expect(address()).toBe('/stations?rated=3'));
  expect(chips()).toEqual([]);
});

test('a value that no control offers stands in its control', async () => {
  await showList('/stations?expiring=45');
  const ends = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rating ends' });
  expect(ends.selectedOptions[0]?.textContent).toBe('Rating ends within 45 days');
});

test('on a phone one button shows the filters and says how many are active; folded, each has a chip', async () => {
  happyDOM.setViewport({ width: 380 });
  await showList('/stations?search=dam&rated=3');
  const fold = () => screen.getByRole('button', { name: /^Filters/ });
  expect([fold().textContent, fold().getAttribute('aria-expanded')]).toEqual(['Filters (1)', 'false']);
  expect([search().value, screen.queryByRole('combobox')]).toEqual(['dam', null]);
  expect(chips()).toEqual(['Remove the filter Level 3', 'Clear filters']);
  fireEvent.click(fold());
  expect([rating().value, fold().getAttribute('aria-expanded')]).toEqual(['3', 'true']);
  expect(document.getElementById(fold().getAttribute('aria-controls') ?? '')?.contains(rating())).toBe(true);
  expect(chips()).toEqual(['Clear filters']);
  fireEvent.click(screen.getByRole('button', CLEAR));
  await waitFor(() => expect(address()).toBe('/stations'));
  expect(fold().textContent).toBe('Filters');
});
