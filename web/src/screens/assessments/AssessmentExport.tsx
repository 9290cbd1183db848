import { client } from '../../client.ts';
import { useUser } from '../../session.ts';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { useFilter } from '../../ui/list/filters.tsx';

/** The export of the list, for the roles that have one; a supervisor's is a call of its own. */
export function AssessmentExport() {
  const { role } = useUser();
  const { values } = useFilter();
  switch (role) {
    case 'supervisor':
      return <ExportButton open={(format) => client.open('GET supervise/assessments_export', { ...values, format })} />;
    case 'admin':
    case 'province_manager':
    case 'city_manager':
    case 'county_manager':
      return <ExportButton open={(format) => client.open('GET assessment/export', { ...values, format })} />;
    default:
      return null;
  }
}
