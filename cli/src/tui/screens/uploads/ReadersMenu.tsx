import { USER_ROLES, type UserRole } from '@shp/shared/domain/accounts/roles';
import { useState } from 'react';
import { useTexts } from '../../ui.ts';
import { Menu } from '../../widgets/Menu.tsx';

type Props = {
  title: string;
  height: number;
  /** Marked at first; none is everybody. */
  first?: readonly UserRole[];
  /** What Enter does with the roles. */
  enter?: string;
  onChoose(roles: readonly UserRole[]): void;
  onCancel(): void;
};

/** Chooses who may read documents: everybody, or the marked roles. */
export function ReadersMenu({ title, height, first = [], enter, onChoose, onCancel }: Props) {
  const { common, acts } = useTexts();
  const [roles, setRoles] = useState(first);
  const toggle = (role: UserRole) =>
    setRoles((now) => (now.includes(role) ? now.filter((other) => other !== role) : [...now, role]));
  const named = enter === undefined ? {} : { enter };
  return (
    <Menu<UserRole | null>
      title={title}
      height={height}
      items={[
        { value: null, label: acts.uploads.everybody, lead: roles.length === 0 ? '(x) ' : '( ) ', ...named },
        ...USER_ROLES.map((role) => ({
          value: role,
          label: common.roles[role],
          lead: roles.includes(role) ? '[x] ' : '[ ] ',
          ...named,
        })),
      ]}
      onMark={({ value }) => (value === null ? setRoles([]) : toggle(value))}
      onChoose={() => onChoose(USER_ROLES.filter((role) => roles.includes(role)))}
      onCancel={onCancel}
    />
  );
}
