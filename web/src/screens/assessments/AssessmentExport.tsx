import type { Input } from '@shp/shared/api/index';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { useListContext } from 'react-admin';
import { client } from '../../core/client.ts';
import { useUser } from '../../core/session.ts';
import { ExportButton } from '../../ui/list/ExportButton.tsx';

export type OpenExport = (input: Input<'GET assessment/export'>) => Promise<Response>;

/** A role's export call, or null; supervisors have their own call. */
export function exportOf(role: Role): OpenExport | null {
  switch (role) {
    case 'supervisor':
      return (input) => client.open('GET supervise/assessments_export', input);
    case 'admin':
    case 'province_manager':
    case 'city_manager':
    case 'county_manager':
      return (input) => client.open('GET assessment/export', input);
    default:
      return null;
  }
}

/** Export button, for roles with an export. */
export function AssessmentExport() {
  const { role } = useUser();
  const { filterValues, filter } = useListContext();
  const open = exportOf(role);
  return open && <ExportButton open={(format) => open({ ...filterValues, ...filter, format })} />;
}
