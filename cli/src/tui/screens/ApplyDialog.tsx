import { randomUUID } from 'node:crypto';
import { openingProblems } from '@shp/shared/domain/assessment/problems';
import { LEVELS } from '@shp/shared/domain/assessment/statuses';
import { useRef } from 'react';
import { commandLine } from '../commands/commandLine.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { useCall } from '../useCall.ts';
import { Menu } from '../widgets/Menu.tsx';

/** Begins an application of the station at a level, and opens it. */
export function ApplyDialog({
  height,
  onBegun,
  onClose,
}: {
  height: number;
  /** Called with the new application's id before the list is read again. */
  onBegun?(id: string): void;
  onClose(): void;
}) {
  const { acts, common } = useTexts();
  const { api, me, models, commands, open, say, fail } = useSession();
  const settings = useCall('GET system/settings', {}).data;
  // Without an answer the application may exist: the same key makes a repetition the same one.
  const keys = useRef(new Map<number, string>());
  const begin = async (level: (typeof LEVELS)[number]) => {
    const key = keys.current.get(level) ?? randomUUID();
    keys.current.set(level, key);
    const { id } = await api.call('POST assessment/add_assessment', { level }, { idempotencyKey: key });
    commands.add(commandLine('assessments', 'add', '--level', String(level)));
    onBegun?.(id);
    models.refresh();
    const { number } = await api.call('GET assessment', { id });
    onClose();
    open({ kind: 'assessment', id, name: `${number} ${me.profile.name}` });
    say(acts.applying.done(common.levels[level], number), 'good');
  };
  const whyNot = (level: (typeof LEVELS)[number]) => {
    const [problem] = settings === null ? [] : openingProblems(level, settings);
    return problem ? common.conflicts[problem.code] : null;
  };
  return (
    <Menu
      title={acts.applying.title}
      height={height}
      items={LEVELS.map((level) => ({
        value: level,
        label: common.levels[level],
        enter: acts.applying.enter,
        off: whyNot(level),
      }))}
      at={LEVELS.length - 1}
      onChoose={({ value }) => void begin(value).catch(fail)}
      onCancel={onClose}
    />
  );
}
