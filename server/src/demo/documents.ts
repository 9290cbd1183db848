import type { UserRole } from '@shp/shared/domain/accounts/roles';
import { DAY } from '@shp/shared/domain/lib/days';
import { type Contents, type DemoFile, DOCUMENT } from './files.ts';
import { EXAMPLE } from './names.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';
import { iso } from './times.ts';

/** The demo's documents, oldest first. Without `roles`, every user reads the document. */
const DOCUMENTS: readonly { title: string; daysAgo: number; roles?: readonly UserRole[] }[] = [
  { title: '小型水电站安全生产标准化评审管理办法', daysAgo: 400 },
  { title: '小型水电站安全生产标准化评审标准', daysAgo: 395 },
  { title: '申报材料填写说明', daysAgo: 210, roles: ['station', 'city_manager', 'county_manager'] },
  { title: '评审专家工作手册', daysAgo: 180, roles: ['expert'] },
  { title: '初审与终审工作要求', daysAgo: 120, roles: ['ministry_manager', 'city_manager', 'county_manager'] },
  { title: '评审情况查询说明', daysAgo: 60, roles: ['supervisor'] },
];

/** The administrator's documents; each one is the sample page. */
export function documentsOf(random: Random, contents: Contents, { rows }: People, today: number): DemoFile[] {
  const admin = rows.find(({ role }) => role === 'admin');
  if (!admin) throw new Error('a demo without an administrator');
  return DOCUMENTS.map(({ title, daysAgo, roles = [] }): DemoFile => {
    const at = today - daysAgo * DAY;
    const file = {
      id: random.id(at),
      kind: 'document' as const,
      assessment_id: null,
      finding_id: null,
      category: null,
      serial: null,
      title: `${title}${EXAMPLE}`,
      roles: roles.join(','),
      uploaded_at: iso(at),
      by_id: admin.id,
      by_name: admin.name,
    };
    return { row: contents.row(file, DOCUMENT), content: DOCUMENT };
  });
}
