import { useListContext } from 'react-admin';
import { usePreferences } from '../../core/preferences.ts';
import { ExportButton } from '../../ui/list/ExportButton.tsx';

/** Export of all stations of an aggregate account that match the filters. */
export function StationsExport() {
  const { lang } = usePreferences();
  const { filterValues } = useListContext();
  return (
    <ExportButton
      open={async (format) => (await import('./exportStations.ts')).exportStations(filterValues, format, lang)}
    />
  );
}
