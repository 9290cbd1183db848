import { useState } from 'react';
import { useFactorsText } from '../core/i18n/factorsText.ts';
import { useText } from '../core/i18n/texts.ts';
import { factorAdded } from '../core/session.ts';
import { AddTotp } from '../screens/profile/factors/AddTotp.tsx';
import { RecoveryCodes } from '../screens/profile/factors/RecoveryCodes.tsx';

type Props = {
  onClose: () => void;
  /** Called instead of adding a factor. */
  onRefuse?: () => void;
};

/** Adds the second factor that the account must have, before anything else. */
export default function FirstFactor({ onClose, onRefuse }: Props) {
  const { web } = useText();
  const words = useFactorsText();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onClose={factorAdded} />;
  return (
    <AddTotp
      why={words.required}
      leave={web.header.logOut}
      onClose={onRefuse ?? onClose}
      onAdded={(fresh) => (fresh === null ? factorAdded() : setCodes(fresh))}
    />
  );
}
