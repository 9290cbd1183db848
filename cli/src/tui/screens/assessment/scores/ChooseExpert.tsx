import { useKeys } from '../../../keys/useKeys.ts';
import { useUi } from '../../../ui.ts';
import { useCall } from '../../../useCall.ts';
import { Menu } from '../../../widgets/Menu.tsx';
import { Pending } from '../../../widgets/Pending.tsx';

type Props = {
  id: string;
  height: number;
  onChoose(expert: { id: string; name: string }): void;
  onCancel(): void;
};

/** An administrator may score for any expert whose review is open. */
export function ChooseExpert({ id, height, onChoose, onCancel }: Props) {
  const { texts } = useUi();
  const experts = useCall('GET assessment/experts', { id });
  useKeys({ places: ['view'], handlers: { close: onCancel } });
  if (experts.data === null) return <Pending failures={[experts.failure]} keeps="all" onCancel={onCancel} />;
  return (
    <Menu<{ id: string; name: string }>
      title={texts.acts.scoreSheet.chooseExpert}
      height={height}
      items={experts.data.map((expert) => ({
        value: expert,
        label: expert.name,
        off: expert.concluded ? texts.tui.assessment.concluded : null,
      }))}
      onChoose={({ value }) => onChoose(value)}
      onCancel={onCancel}
    />
  );
}
