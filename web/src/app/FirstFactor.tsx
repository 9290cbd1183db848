import type { FactorKind } from '@shp/shared/domain/accounts/factors';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { client } from '../core/client.ts';
import { useFactorsText } from '../core/i18n/factorsText.ts';
import { useText } from '../core/i18n/texts.ts';
import { factorAdded } from '../core/session.ts';
import { AddTotp } from '../screens/profile/factors/AddTotp.tsx';
import { RecoveryCodes } from '../screens/profile/factors/RecoveryCodes.tsx';

const AddPasskey = lazy(() => import('../screens/profile/factors/AddPasskey.tsx'));

type Props = {
  onClose: () => void;
  /** Called instead of adding a factor. */
  onRefuse?: () => void;
};

/** Adds the second factor that the account must have, before anything else: an app, or a passkey where those work. */
export default function FirstFactor({ onClose, onRefuse }: Props) {
  const { web } = useText();
  const words = useFactorsText();
  const [kind, setKind] = useState<FactorKind>('totp');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { data } = useQuery({
    queryKey: ['session/factors'],
    queryFn: ({ signal }) => client.call('GET session/factors', {}, { signal }),
  });
  if (codes) return <RecoveryCodes codes={codes} onClose={factorAdded} />;
  const Add = kind === 'totp' ? AddTotp : AddPasskey;
  return (
    <Suspense>
      <Add
        why={words.required}
        leave={web.header.logOut}
        onClose={onRefuse ?? onClose}
        onAdded={(fresh) => (fresh === null ? factorAdded() : setCodes(fresh))}
        onOther={data?.site === location.origin ? () => setKind(kind === 'totp' ? 'passkey' : 'totp') : undefined}
      />
    </Suspense>
  );
}
